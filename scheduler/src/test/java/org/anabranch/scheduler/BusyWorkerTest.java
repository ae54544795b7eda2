package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Finish;
import org.anabranch.api.Monitor;
import org.anabranch.api.Monitor.WorkerReport;
import org.anabranch.api.Stream;
import org.anabranch.events.Events;
import org.anabranch.events.Level;
import org.anabranch.events.Recording;
import org.anabranch.events.TimePart;
import org.anabranch.spi.analysis.RecentTime;
import org.anabranch.spi.analysis.TimeUse;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** The time of a worker that runs one long task, which it logs only at its end. */
class BusyWorkerTest {
    @Test
    void issue_45_aWorkerInALongTaskIsBusyInTheRecentTime() {
        AtomicBoolean ends = new AtomicBoolean();
        AtomicBoolean began = new AtomicBoolean();
        try (House house = House.devices(1);
                Buffer buffer = house.platform.buffer(JAVA_LONG, 4);
                Stream stream = house.device(0).stream();
                Recording recording = house.engine.events().record(Level.ACTIONS);
                Finish finish = house.platform.finish()) {
            Monitor monitor = house.engine.monitor();
            finish.async(
                    () -> {
                        began.set(true);
                        while (!ends.get()) {
                            Thread.onSpinWait();
                        }
                    });
            House.until("the task runs", began::get);
            stream.run(Kernels.ADD, buffer.all().inOut(), Argument.of(1L)).await();
            Events events = recording.events(1000);
            House.until("an action is logged", () -> recording.read(events) > 0);
            RecentTime logged = recent(events);
            RecentTime recent = recent(events);
            TimeUse _ = use(recent, System.nanoTime(), monitor.workers());
            long now = System.nanoTime();
            double known = busy(use(recent, now, monitor.workers()));
            double inLog = busy(use(logged, now, List.of()));
            ends.set(true);
            assertTrue(known > inLog, () -> known + " of the time, in the log " + inLog);
        }
    }

    private static RecentTime recent(Events events) {
        RecentTime recent = new RecentTime();
        for (int i = 0; i < events.size(); i++) {
            recent.add(events, i);
        }
        return recent;
    }

    private static TimeUse use(RecentTime recent, long now, List<WorkerReport> workers) {
        return recent.use(now, workers, domain -> 2);
    }

    private static double busy(TimeUse use) {
        return use.domains().stream().mapToDouble(one -> one.share(TimePart.BUSY)).sum();
    }
}
