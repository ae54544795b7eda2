package org.anabranch.opencl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Platform;
import org.anabranch.api.Stream;
import org.anabranch.events.ActionHistory;
import org.anabranch.events.ActionRow;
import org.anabranch.events.ActionSort;
import org.anabranch.events.Events;
import org.anabranch.events.Kind;
import org.anabranch.events.Level;
import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;
import org.junit.jupiter.api.Test;

import java.util.Map;

/** The times of the device are those of the event log, and of what Monitor counts. */
final class RecordedTimesTest {
    private static final int RUNS = 40;

    @Test
    void issue_24_theLogHasTheDevicesTimesWithinThoseOfTheHost() throws Exception {
        OpenClBackend backend = Rig.backend(Map.of());
        int devices = Rig.devices(backend).size();
        try (Engine engine = Engine.start(EngineSettings.defaults().withWorkers(1));
                var recording = engine.events().record(Level.ACTIONS)) {
            engine.add(backend);
            Platform platform = engine.platform("times");
            while (platform.domains().size() < 1 + devices) {
                Thread.onSpinWait();
            }
            Domain device = platform.domains().get(1);
            Events events = recording.events(100_000);
            try (Buffer buffer = platform.buffer(JAVA_INT, 256);
                    Stream stream = device.stream()) {
                for (int i = 0; i < RUNS; i++) {
                    stream.run(DeviceTimesTest.SPIN, buffer.all().inOut(), Argument.of(2_000));
                }
                stream.await();
            }
            recording.read(events);
            check(events);
            assertEquals(busy(events, device), counted(engine, device));
        }
    }

    private static void check(Events events) {
        int timed = 0;
        for (int i = 0; i < events.size(); i++) {
            timed += events.kind(i) == Kind.ENDED && events.amount(i) > 0 ? 1 : 0;
        }
        assertEquals(RUNS, timed);
        for (ActionRow row : ActionHistory.of(events).actions()) {
            if (row.sort() == ActionSort.KERNEL) {
                assertTrue(row.started() >= row.submitted(), row::toString);
                assertTrue(row.ended() > row.started(), row::toString);
                assertTrue(row.retired() >= row.ended(), row::toString);
            }
        }
    }

    private static long busy(Events events, Domain domain) {
        long nanos = 0;
        for (int i = 0; i < events.size(); i++) {
            if (events.kind(i) == Kind.ENDED
                    && events.lane(i) != Events.NOWHERE
                    && events.dictionary().domain(events.domain(i)).id().equals(domain.id())) {
                nanos += events.time(i) - events.other(i);
            }
        }
        return nanos;
    }

    private static long counted(Engine engine, Domain domain) {
        return engine.monitor().domains().stream()
                .filter(report -> report.domain().id().equals(domain.id()))
                .findFirst()
                .orElseThrow()
                .busyNanos();
    }
}
