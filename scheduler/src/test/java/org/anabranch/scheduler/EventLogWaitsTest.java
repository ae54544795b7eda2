package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Finish;
import org.anabranch.api.Kernel;
import org.anabranch.api.Parameter;
import org.anabranch.api.Stream;
import org.anabranch.api.StreamOptions;
import org.anabranch.events.ActionHistory;
import org.anabranch.events.ActionRow;
import org.anabranch.events.ActionSort;
import org.anabranch.events.Event;
import org.anabranch.events.Events;
import org.anabranch.events.Kind;
import org.anabranch.events.Level;
import org.anabranch.events.Outcome;
import org.anabranch.events.Recording;
import org.anabranch.events.WaitSort;
import org.anabranch.faulty.Fault;
import org.anabranch.faulty.FaultPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;

/** The log says what threads and actions wait for, what belongs to which scope, and tasks. */
@Timeout(120)
class EventLogWaitsTest {
    private static final Kernel STEP =
            Kernel.of("step", Parameter.inOut("a")).java((piece, arguments) -> {});

    private static final Kernel LOOK =
            Kernel.of("look", Parameter.in("a")).java((piece, arguments) -> {});

    private static Kernel holds(Gate gate) {
        return Kernel.of("hold", Parameter.inOut("a")).java((piece, arguments) -> gate.pass());
    }

    private static List<Event> of(Events events, Predicate<Event> wanted) {
        List<Event> found = new ArrayList<>();
        for (int i = 0; i < events.size(); i++) {
            Event event = events.get(i);
            if (wanted.test(event)) {
                found.add(event);
            }
        }
        return found;
    }

    private static List<Event> of(Events events, Kind kind) {
        return of(events, event -> event.kind() == kind);
    }

    private static void readUntil(Recording recording, Events events, Kind kind, int count) {
        House.until(
                count + " " + kind,
                () -> {
                    recording.read(events);
                    return of(events, kind).size() >= count;
                });
    }

    private static List<Event> waits(Events events, WaitSort sort) {
        return of(events, event -> event.kind() == Kind.WAIT && event.detail() == sort.ordinal());
    }

    @Test
    void issue_24_actionsOfAScopeSayWhich() {
        try (House house = House.host();
                Buffer buffer = house.platform.buffer(JAVA_LONG, 4);
                Recording recording = house.engine.events().record(Level.ACTIONS)) {
            try (Finish outer = house.platform.finish()) {
                outer.async(STEP, buffer.all().inOut());
                outer.async(STEP, buffer.all().inOut());
            }
            try (Finish other = house.platform.finish()) {
                other.async(STEP, buffer.all().inOut());
            }
            Events events = recording.events(1000);
            readUntil(recording, events, Kind.RETIRED, 3);
            List<Long> owners =
                    ActionHistory.of(events).actions().stream().map(ActionRow::owner).toList();
            assertEquals(3, owners.size());
            assertEquals(owners.get(0), owners.get(1));
            assertNotEquals(owners.get(0), owners.get(2));
            assertTrue(owners.stream().allMatch(owner -> owner < 0), owners::toString);
        }
    }

    @Test
    void issue_24_whoWaitsForAScopeAStreamOrDataSaysSo() throws Exception {
        CountDownLatch inStream = new CountDownLatch(1);
        CountDownLatch inScope = new CountDownLatch(1);
        Kernel hold =
                Kernel.of("hold", Parameter.inOut("a"))
                        .java((piece, arguments) -> inStream.await());
        try (House house = House.host();
                Buffer buffer = house.platform.buffer(JAVA_LONG, 4);
                Recording recording = house.engine.events().record(Level.ACTIONS);
                Stream stream = house.host0().stream()) {
            stream.run(hold, buffer.all().inOut());
            Thread awaits = Thread.ofPlatform().name("awaits").start(stream::await);
            awaitParked(awaits);
            inStream.countDown();
            awaits.join();
            Thread closes =
                    Thread.ofPlatform()
                            .name("closes")
                            .start(
                                    () -> {
                                        try (Finish finish = house.platform.finish()) {
                                            finish.call("held", () -> await(inScope));
                                        }
                                    });
            awaitParked(closes);
            inScope.countDown();
            closes.join();
            Events events = recording.events(1000);
            readUntil(recording, events, Kind.TASK, 1);
            checkWaits(events, stream.id());
        }
    }

    private static void checkWaits(Events events, int stream) {
        Event ofStream = waits(events, WaitSort.STREAM).getFirst();
        assertEquals("awaits", ofStream.name());
        assertEquals(stream, ofStream.amount());
        Event ofScope = waits(events, WaitSort.SCOPE).getFirst();
        assertEquals("closes", ofScope.name());
        Event task = of(events, Kind.TASK).getFirst();
        assertEquals("task held", task.name());
        assertEquals(Outcome.DONE.ordinal(), task.detail());
        assertTrue(task.amount() < 0);
        assertEquals(task.amount(), ofScope.amount());
        assertTrue(task.other() <= ofScope.time() && task.time() >= task.other());
    }

    private static Object await(CountDownLatch latch) throws InterruptedException {
        latch.await();
        return null;
    }

    private static void awaitParked(Thread thread) {
        House.until("it waits", () -> thread.getState() == Thread.State.WAITING);
    }

    @Test
    void issue_24_aProgramThatWaitsForDataSaysSo() throws Exception {
        Gate gate = new Gate();
        try (House house = House.devices(1);
                Buffer buffer = house.platform.buffer(JAVA_LONG, 4);
                Recording recording = house.engine.events().record(Level.ACTIONS);
                Stream stream = house.device(0).stream()) {
            stream.run(holds(gate), buffer.all().inOut());
            Thread reads = Thread.ofPlatform().name("reads").start(buffer::read);
            awaitParked(reads);
            gate.open();
            reads.join();
            Events events = recording.events(1000);
            recording.read(events);
            Event wait = waits(events, WaitSort.DATA).getFirst();
            assertEquals("reads", wait.name());
            ActionRow access = ActionHistory.of(events).action(wait.subject());
            assertEquals(ActionSort.ACCESS, access.sort());
        }
    }

    @Test
    void issue_24_aReductionThatMustWaitForItsTurnIsKept() {
        try (House house = House.host();
                Buffer buffer = house.platform.buffer(JAVA_LONG, 20);
                Recording recording = house.engine.events().record(Level.ACTIONS);
                Stream stream = house.host0().stream()) {
            Gate gate = new Gate();
            stream.run(holds(gate), buffer.elements(0, 10).reduce());
            gate.awaitEntered();
            stream.run(Kernels.ADD, buffer.elements(5, 10).reduce(), Argument.of(1L));
            Events events = recording.events(1000);
            readUntil(recording, events, Kind.KEPT, 1);
            gate.open();
            stream.await();
            recording.read(events);
            Event kept = of(events, Kind.KEPT).getFirst();
            assertEquals(WaitSort.TURN.ordinal(), kept.detail());
            ActionRow row = ActionHistory.of(events).action(kept.subject());
            assertEquals(Kernels.ADD.name(), row.name());
            assertTrue(row.started() >= kept.time(), row::toString);
        }
    }

    @Test
    void issue_24_aCopyThatIsDoneAtOnceIsToldOf() {
        try (House house = House.host();
                Buffer buffer = house.platform.buffer(JAVA_LONG, 4);
                Recording recording = house.engine.events().record(Level.ACTIONS);
                Stream stream = house.host0().stream(StreamOptions.DEFAULT.undeferred())) {
            stream.copy(buffer.elements(0, 2), buffer.elements(2, 2));
            Events events = recording.events(1000);
            recording.read(events);
            ActionRow copy = ActionHistory.of(events).actions().getFirst();
            assertEquals(ActionSort.COPY, copy.sort());
            assertEquals(Outcome.DONE, copy.outcome());
            assertEquals(stream.id(), copy.owner());
            assertEquals(house.report(house.host0()).busyNanos(), copy.runNanos());
        }
    }

    @Test
    void issue_24_eachTaskIsToldOfAtTheLevelOfTasksOnly() {
        int count = 100;
        try (House house = House.host()) {
            assertEquals(0, tasks(house, Level.ACTIONS, count));
            assertEquals(count, tasks(house, Level.TASKS, count));
            assertEquals(Level.LIFECYCLE, house.engine.events().level());
        }
    }

    /** Starts tasks within one that begins after the recording did; how many are told of. */
    private static int tasks(House house, Level level, int count) {
        try (Recording recording = house.engine.events().record(level)) {
            assertEquals(level, house.engine.events().level());
            try (Finish finish = house.platform.finish()) {
                finish.call("spawns", () -> spawn(house, count));
            }
            Events events = recording.events(10_000);
            readUntil(recording, events, Kind.TASK, 1);
            List<Event> plain =
                    of(events, e -> e.kind() == Kind.TASK && !e.name().equals("task spawns"));
            assertTrue(plain.stream().allMatch(task -> task.name().isEmpty()));
            assertEquals(
                    plain.isEmpty() ? 0 : 1, plain.stream().map(Event::amount).distinct().count());
            return plain.size();
        }
    }

    private static Object spawn(House house, int count) {
        try (Finish inner = house.platform.finish()) {
            for (int i = 0; i < count; i++) {
                inner.asyncOrRun(() -> {});
            }
        }
        return null;
    }

    @Test
    void issue_24_whoMakesRoomOnADeviceSaysSo() {
        long bytes = 8L << 10;
        FaultPlan plan = FaultPlan.NONE.with(new Fault.RefuseBeyond(bytes * 3 / 2));
        try (House house = House.faulty(plan, 1);
                Buffer one = house.platform.buffer(JAVA_LONG, bytes / 8);
                Buffer other = house.platform.buffer(JAVA_LONG, bytes / 8);
                Recording recording = house.engine.events().record(Level.ACTIONS);
                Stream stream = house.device(0).stream()) {
            stream.run(LOOK, one.all().in()).await();
            Events events = recording.events(1000);
            recording.read(events);
            assertEquals(List.of(), waits(events, WaitSort.ROOM));
            stream.run(LOOK, other.all().in()).await();
            recording.read(events);
            assertEquals(1, waits(events, WaitSort.ROOM).size());
        }
    }
}
