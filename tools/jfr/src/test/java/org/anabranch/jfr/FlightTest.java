package org.anabranch.jfr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import jdk.jfr.consumer.RecordingStream;

import org.anabranch.api.Buffer;
import org.anabranch.api.Finish;
import org.anabranch.api.Kernel;
import org.anabranch.api.Parameter;
import org.anabranch.api.Platform;
import org.anabranch.api.Stream;
import org.anabranch.events.ActionHistory;
import org.anabranch.events.ActionRow;
import org.anabranch.events.ActionSort;
import org.anabranch.events.EventLog;
import org.anabranch.events.Events;
import org.anabranch.events.Kind;
import org.anabranch.events.Level;
import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.Reader;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Tests that the Flight Recorder has the same events as the log. */
@Timeout(120)
@SuppressWarnings("try") // links are open meanwhile
class FlightTest {
    private static final int COUNT = 300;
    private static final int FOLLOWING = 4;
    private static final Kernel STEP =
            Kernel.of("step", Parameter.inOut("a")).java((piece, arguments) -> Thread.onSpinWait());

    @TempDir Path folder;

    private static void work(Engine engine) {
        Platform platform = engine.platform("flight");
        try (Buffer buffer = platform.buffer(JAVA_LONG, 8);
                Stream stream = platform.host().stream();
                Finish finish = platform.finish()) {
            for (int i = 0; i < COUNT; i++) {
                stream.run(STEP, buffer.elements(i % 8, 1).inOut());
            }
            finish.async("named", () -> {});
            finish.async(STEP, buffer.all().inOut());
            stream.await();
        }
    }

    private static Configuration profile() throws IOException, ParseException {
        try (Reader reader = Files.newBufferedReader(Path.of("src/main/resources/anabranch.jfc"))) {
            return Configuration.create(reader);
        }
    }

    private List<RecordedEvent> events(Recording recording) throws IOException {
        Path file = folder.resolve("run.jfr");
        recording.dump(file);
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().startsWith("org.anabranch."))
                .toList();
    }

    private static List<RecordedEvent> of(List<RecordedEvent> all, String type) {
        return all.stream()
                .filter(event -> event.getEventType().getName().equals("org.anabranch." + type))
                .toList();
    }

    @Test
    void issue_24_eachActionIsThereOnceWithTheNamesNumbersAndTimesOfTheLog() throws Exception {
        try (Engine engine = Engine.start(EngineSettings.defaults().withWorkers(2));
                FlightLink link = FlightLink.opened(engine.events());
                Recording recording = new Recording(profile())) {
            recording.start();
            Events events;
            try (var reader = engine.events().record(Level.ACTIONS)) {
                events = reader.events(1_000_000);
                work(engine);
                await(() -> reader.read(events), events);
            }
            recording.stop();
            List<RecordedEvent> all = events(recording);
            compare(ActionHistory.of(events), events, of(all, "Action"));
            RecordedEvent losses = of(all, "EventLog").getLast();
            assertEquals(0, losses.getLong("lost"));
            assertTrue(losses.getLong("made") >= events.size());
            assertEquals("System.nanoTime", losses.getString("clock"));
            assertEquals(1, of(all, "Task").stream().filter(FlightTest::isNamed).count());
        }
    }

    private static boolean isNamed(RecordedEvent task) {
        return task.getString("name").equals("task named");
    }

    private static void await(Runnable read, Events events) {
        long retired = 0;
        while (retired < COUNT + 1) {
            read.run();
            retired = 0;
            for (int i = 0; i < events.size(); i++) {
                retired += events.kind(i) == Kind.RETIRED ? 1 : 0;
            }
            Thread.onSpinWait();
        }
    }

    private static void compare(
            ActionHistory history, Events events, List<RecordedEvent> recorded) {
        Map<Long, RecordedEvent> found = new HashMap<>();
        for (RecordedEvent event : recorded) {
            assertEquals(null, found.put(event.getLong("action"), event), "twice: " + event);
        }
        int compared = 0;
        for (ActionRow row : history.actions()) {
            if (row.sort() == ActionSort.KERNEL) {
                RecordedEvent event = found.get(row.action());
                assertNotNull(event, () -> row + " is not among " + found.size());
                assertEquals(row.name(), event.getString("name"));
                assertEquals("done", event.getString("outcome"));
                assertEquals("host", event.getString("domain"));
                String owner = row.owner() > 0 ? "stream " + row.owner() : "scope " + -row.owner();
                assertEquals(owner, event.getString("owner"));
                Duration began = event.getDuration("began");
                assertEquals(events.clock().sinceOrigin(row.started()), began.toNanos());
                Instant there = event.getStartTime();
                Instant here = events.clock().timeOfDay(row.started());
                long apart = Math.abs(Duration.between(there, here).toMillis());
                assertTrue(apart < 1000, () -> there + " and " + here);
                compared++;
            }
        }
        assertEquals(COUNT + 1, compared);
    }

    @Test
    void issue_24_aStreamSeesActionsAsTheyEnd() throws Exception {
        CountDownLatch seen = new CountDownLatch(COUNT);
        try (Engine engine = Engine.start(EngineSettings.defaults().withWorkers(2));
                FlightLink link = FlightLink.opened(engine.events());
                RecordingStream stream = new RecordingStream()) {
            stream.enable("org.anabranch.Action");
            stream.setReuse(false);
            stream.onEvent("org.anabranch.Action", event -> seen.countDown());
            stream.startAsync();
            work(engine);
            assertTrue(seen.await(60, TimeUnit.SECONDS));
        }
    }

    @Test
    void issue_24_whatNobodyAsksForIsNotRecorded() throws Exception {
        try (Engine engine = Engine.start(EngineSettings.defaults().withWorkers(1));
                FlightLink link = FlightLink.opened(engine.events())) {
            try (Recording recording = new Recording()) {
                recording.start(); // with the defaults of the types
                work(engine);
                assertEquals(Level.LIFECYCLE, engine.events().level());
                recording.stop();
                assertEquals(List.of(), of(events(recording), "Action"));
            }
            assertFalse(isThere("anabranch-jfr"), "the thread is left");
        }
    }

    @Test
    void issue_24_aRecordingThatFollowsAtOnceHasItsOwnActions() throws Exception {
        try (Engine engine = Engine.start(EngineSettings.defaults().withWorkers(1));
                FlightLink link = FlightLink.opened(engine.events())) {
            for (int i = 0; i < FOLLOWING; i++) {
                try (Recording recording = new Recording()) {
                    recording.enable("org.anabranch.Action");
                    recording.start();
                    awaitActions(engine);
                    work(engine);
                    recording.stop();
                    assertEquals(COUNT + 1, steps(events(recording)), "recording " + i);
                }
            }
        }
    }

    private static void awaitActions(Engine engine) {
        while (engine.events().level() != Level.ACTIONS) {
            Thread.onSpinWait();
        }
    }

    private static long steps(List<RecordedEvent> all) {
        return of(all, "Action").stream()
                .filter(event -> event.getString("name").equals("step"))
                .count();
    }

    /** A recording that cannot be read, of that log. */
    private record Broken(EventLog log, AtomicInteger open)
            implements org.anabranch.events.Recording {
        static EventLog of(EventLog log, AtomicInteger open) {
            InvocationHandler calls =
                    (proxy, method, arguments) -> {
                        if (method.getName().equals("record")) {
                            open.incrementAndGet();
                            return new Broken(log, open);
                        }
                        return method.invoke(log, arguments);
                    };
            Class<?>[] types = {EventLog.class};
            return (EventLog) Proxy.newProxyInstance(types[0].getClassLoader(), types, calls);
        }

        @Override
        public Events events(int most) {
            return new Events(log.dictionary(), log.clock(), most);
        }

        @Override
        public int read(Events into) {
            throw new IllegalStateException("broken by a test");
        }

        @Override
        public void close() {
            open.decrementAndGet();
        }
    }

    @Test
    void issue_24_aLogThatCannotBeReadIsLeftAlone() throws Exception {
        AtomicInteger open = new AtomicInteger();
        try (Engine engine = Engine.start(EngineSettings.defaults().withWorkers(1));
                FlightLink link = FlightLink.opened(Broken.of(engine.events(), open));
                Recording recording = new Recording()) {
            recording.start();
            assertFalse(isThere("anabranch-jfr"), "the thread is left");
            assertEquals(0, open.get());
            work(engine);
        }
    }

    private static boolean isThere(String name) throws InterruptedException {
        for (Thread one : Thread.getAllStackTraces().keySet()) {
            if (one.getName().equals(name)) {
                one.join(20_000);
                return one.isAlive();
            }
        }
        return false;
    }
}
