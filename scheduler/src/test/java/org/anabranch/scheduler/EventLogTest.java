package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Kernel;
import org.anabranch.api.Mode;
import org.anabranch.api.Operand;
import org.anabranch.api.Parameter;
import org.anabranch.api.Stream;
import org.anabranch.events.ActionHistory;
import org.anabranch.events.ActionRow;
import org.anabranch.events.ActionSort;
import org.anabranch.events.DomainChange;
import org.anabranch.events.Events;
import org.anabranch.events.Kind;
import org.anabranch.events.Level;
import org.anabranch.events.Outcome;
import org.anabranch.events.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;

/** The records of the event log: each action once, with its order, times and outcome. */
@Timeout(120)
class EventLogTest {
    private static Map<Long, Integer> count(Events events, Kind... kinds) {
        Map<Long, Integer> counts = new HashMap<>();
        for (int i = 0; i < events.size(); i++) {
            for (Kind kind : kinds) {
                if (events.kind(i) == kind) {
                    counts.merge(events.subject(i), 1, Integer::sum);
                }
            }
        }
        return counts;
    }

    private static long busy(Events events, String domain) {
        long nanos = 0;
        for (int i = 0; i < events.size(); i++) {
            boolean slice = events.kind(i) == Kind.ENDED && events.lane(i) != Events.NOWHERE;
            if ((slice || events.kind(i) == Kind.PIECE)
                    && events.dictionary().domain(events.domain(i)).id().equals(domain)) {
                nanos += events.time(i) - events.other(i);
            }
        }
        return nanos;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void issue_24_everyActionIsToldOfOnceAndInOrder(long seed) throws Exception {
        try (House house = House.devices(2);
                Recording recording = house.engine.events().record(Level.ACTIONS)) {
            Events events = recording.events(Integer.MAX_VALUE);
            new RandomProgram(house.platform, seed, false).run(400);
            House.until(
                    "all have retired",
                    () -> {
                        recording.read(events);
                        return count(events, Kind.ENQUEUED, Kind.TRANSFER).size()
                                == count(events, Kind.RETIRED).size();
                    });
            events.sort();
            assertEquals(0, events.lost());
            assertEquals(events.size(), events.made());
            Map<Long, Integer> begun = count(events, Kind.ENQUEUED, Kind.TRANSFER);
            assertTrue(begun.size() >= 300, () -> begun.size() + " actions");
            assertTrue(begun.values().stream().allMatch(times -> times == 1));
            assertEquals(begun, count(events, Kind.RETIRED));
            ActionHistory history = ActionHistory.of(events);
            history.actions().forEach(EventLogTest::checkTimes);
            history.waits().forEach(wait -> checkWait(history, wait));
            for (Domain domain : house.platform.domains()) {
                long told = busy(events, domain.id());
                long counted = house.report(domain).busyNanos();
                assertTrue(
                        Math.abs(told - counted) <= counted / 100 + 1,
                        () -> domain + ": " + told + " told, " + counted + " counted");
            }
        }
    }

    private static void checkTimes(ActionRow row) {
        assertTrue(row.isWhole(), row::toString);
        long last = row.enqueued();
        for (long time :
                new long[] {
                    row.ready(), row.submitted(), row.started(), row.ended(), row.retired()
                }) {
            if (time != ActionRow.UNKNOWN) {
                assertTrue(time >= last, row::toString);
                last = time;
            }
        }
        assertTrue(row.runNanos() >= 0, row::toString);
    }

    private static void checkWait(ActionHistory history, ActionHistory.Wait wait) {
        ActionRow earlier = history.action(wait.earlier());
        ActionRow later = history.action(wait.later());
        assertNotNull(earlier);
        assertNotNull(later);
        assertTrue(earlier.retired() <= later.retired(), () -> earlier + " before " + later);
    }

    /** Which of the actions comes after which, by what the log says. */
    private static boolean[][] told(ActionHistory history, List<Long> actions) {
        int count = actions.size();
        boolean[][] after = new boolean[count][count];
        for (ActionHistory.Wait wait : history.waits()) {
            int earlier = actions.indexOf(wait.earlier());
            int later = actions.indexOf(wait.later());
            if (earlier >= 0 && later >= 0) {
                after[earlier][later] = true;
            }
        }
        return closure(after);
    }

    private static boolean[][] closure(boolean[][] after) {
        for (int k = 0; k < after.length; k++) {
            for (int i = 0; i < after.length; i++) {
                for (int j = 0; j < after.length; j++) {
                    after[i][j] |= after[i][k] && after[k][j];
                }
            }
        }
        return after;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void issue_24_edgesAreTheOrderThatOperandsAskFor(long seed) throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        Kernel hold =
                Kernel.of("hold", Parameter.inOut("all")).java((piece, arguments) -> gate.await());
        Kernel step = Kernel.of("step", Parameter.inOut("a")).java((piece, arguments) -> {});
        Kernel look = Kernel.of("look", Parameter.in("a")).java((piece, arguments) -> {});
        Random random = new Random(seed);
        int count = 40;
        List<Operand> used = new ArrayList<>();
        try (House house = House.host();
                Buffer buffer = house.platform.buffer(JAVA_LONG, 16);
                Recording recording = house.engine.events().record(Level.ACTIONS);
                Stream stream = house.host0().stream()) {
            stream.run(hold, buffer.all().inOut());
            for (int i = 0; i < count; i++) {
                int from = random.nextInt(16);
                var range = buffer.elements(from, 1 + random.nextInt(16 - from));
                Operand operand = random.nextInt(3) == 0 ? range.inOut() : range.in();
                used.add(operand);
                stream.run(operand.mode() == Mode.READ ? look : step, operand);
            }
            gate.countDown();
            stream.await();
            Events events = recording.events(100_000);
            recording.read(events);
            compare(used, ActionHistory.of(events));
        }
    }

    private static void compare(List<Operand> used, ActionHistory history) {
        int count = used.size();
        List<Long> actions =
                history.actions().stream()
                        .filter(row -> row.sort() == ActionSort.KERNEL)
                        .filter(row -> !row.name().equals("hold"))
                        .map(ActionRow::action)
                        .sorted()
                        .toList();
        assertEquals(count, actions.size());
        boolean[][] conflicts = new boolean[count][count];
        for (int i = 0; i < count; i++) {
            for (int j = i + 1; j < count; j++) {
                conflicts[i][j] = conflict(used.get(i), used.get(j));
            }
        }
        boolean[][] expected = closure(conflicts);
        boolean[][] told = told(history, actions);
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < count; j++) {
                assertEquals(expected[i][j], told[i][j], i + " before " + j);
            }
        }
    }

    private static boolean conflict(Operand one, Operand other) {
        var a = one.range().region();
        var b = other.range().region();
        return (one.mode().writes() || other.mode().writes())
                && a.offset() < b.offset() + b.bytes()
                && b.offset() < a.offset() + a.bytes();
    }

    @Test
    void issue_24_aFailureAndWhatItCancelsAreTold() {
        try (House house = House.host();
                Buffer buffer = house.platform.buffer(JAVA_LONG, 4);
                Recording recording = house.engine.events().record(Level.ACTIONS);
                Stream stream = house.host0().stream()) {
            Event failed = stream.run(Kernels.FAIL, buffer.all().inOut());
            Event after = stream.run(Kernels.ADD, buffer.all().inOut(), Argument.of(1));
            House.until("both ended", () -> failed.isSettled() && after.isSettled());
            Events events = recording.events(1000);
            House.until(
                    "both are told",
                    () -> {
                        recording.read(events);
                        return count(events, Kind.RETIRED).size() == 2;
                    });
            ActionHistory history = ActionHistory.of(events);
            assertEquals(Outcome.FAILED, history.actions().getFirst().outcome());
            assertEquals(Outcome.CANCELLED, history.actions().getLast().outcome());
            Events seldom = house.engine.events().snapshot();
            int failures = 0;
            for (int i = 0; i < seldom.size(); i++) {
                if (seldom.kind(i) == Kind.FAILURE) {
                    failures++;
                    assertEquals("as planned", seldom.name(i));
                }
            }
            assertEquals(1, failures);
            assertThrowsAtEnd(stream);
        }
    }

    private static void assertThrowsAtEnd(Stream stream) {
        org.junit.jupiter.api.Assertions.assertThrows(RuntimeException.class, stream::await);
    }

    @Test
    void issue_24_domainsAreToldOfThoughNobodyRecords() {
        try (House house = House.devices(1)) {
            Events events = house.engine.events().snapshot();
            List<String> life = new ArrayList<>();
            for (int i = 0; i < events.size(); i++) {
                if (events.kind(i) == Kind.DOMAIN) {
                    life.add(
                            events.dictionary().domain(events.domain(i)).id()
                                    + " "
                                    + DomainChange.values()[events.detail(i)]);
                }
            }
            assertEquals(List.of("host ACTIVE", "reference:0 ADDED", "reference:0 ACTIVE"), life);
            assertEquals(Level.LIFECYCLE, house.engine.events().level());
        }
    }

    @Test
    void issue_24_howMuchIsKeptIsSetAndWhatIsLostIsCounted() {
        EngineSettings small = House.SETTINGS.withWorkers(1).withEventBytes(1 << 20);
        int actions = 20_000;
        try (House house = House.of(small);
                Buffer buffer = house.platform.buffer(JAVA_LONG, 4);
                Recording recording = house.engine.events().record(Level.ACTIONS);
                Stream stream = house.host0().stream()) {
            for (int i = 0; i < actions; i++) {
                stream.run(Kernels.ADD, buffer.all().inOut(), Argument.of(1));
            }
            stream.await();
            Events events = recording.events(Integer.MAX_VALUE);
            recording.read(events);
            int room = (1 << 20) / (Events.WORDS * Long.BYTES);
            assertTrue(events.size() <= room, () -> events.size() + " of " + room);
            assertTrue(events.size() >= 1000, () -> events.size() + " events");
            assertEquals(events.made(), events.size() + events.lost());
            assertTrue(events.made() >= 3L * actions, () -> events.made() + " made");
        }
    }

    @Test
    void issue_24_nothingIsToldOfActionsThatNobodyRecords() {
        try (House house = House.host();
                Buffer buffer = house.platform.buffer(JAVA_LONG, 4);
                Stream stream = house.host0().stream()) {
            stream.run(Kernels.ADD, buffer.all().inOut(), Argument.of(1)).await();
            assertEquals(0, count(house.engine.events().snapshot(), Kind.ENQUEUED).size());
            Recording recording = house.engine.events().record(Level.ACTIONS);
            stream.run(Kernels.ADD, buffer.all().inOut(), Argument.of(1)).await();
            assertEquals(1, count(house.engine.events().snapshot(), Kind.ENQUEUED).size());
            recording.close();
            stream.run(Kernels.ADD, buffer.all().inOut(), Argument.of(1)).await();
            Events events = recording.events(100);
            recording.read(events); // what was made until it was closed
            assertEquals(1, count(events, Kind.ENQUEUED).size());
        }
    }
}
