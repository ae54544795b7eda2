package org.anabranch.scheduler.pool;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.AnabranchException;
import org.anabranch.spi.Timeline;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A3: a worker that has found a task does not lose it where there is no memory to wake others. */
@Timeout(60)
class SignalTest {

    /** The machine's own, but that workers at first have no memory to wake anybody. */
    private static final class Memoryless implements Timeline {
        private final AtomicInteger refused = new AtomicInteger();

        @Override
        public void unpark(Thread thread) {
            if (Thread.currentThread() instanceof WorkerThread && refused.getAndIncrement() < 3) {
                throw new OutOfMemoryError("as planned");
            }
            REAL.unpark(thread);
        }

        @Override
        public long nanos() {
            return REAL.nanos();
        }

        @Override
        public void park(Object blocker, long nanos) {
            REAL.park(blocker, nanos);
        }

        @Override
        public void charge(Charge what, long units) {}

        @Override
        public void enter(int worker) {}

        @Override
        public void exit(int worker) {}
    }

    /** Ends when another one like it has begun, on another worker. */
    private static final class Meeting extends Task {
        private final CountDownLatch met;

        Meeting(CountDownLatch met) {
            super(null);
            this.met = met;
        }

        @Override
        public void run(Worker worker) {
            met.countDown();
            try {
                met.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void refuse(Worker worker, AnabranchException cause) {}
    }

    @Test
    @DisplayName("A3: a task that was found is run, and another worker woken, without memory")
    void a3_a_found_task_survives_a_signal_without_memory() throws Exception {
        Memoryless timeline = new Memoryless();
        WorkerPool pool = new WorkerPool(2, timeline);
        pool.start();
        CountDownLatch met = new CountDownLatch(2);
        try {
            for (Worker worker : pool.snapshot()) {
                while (worker.thread() == null
                        || worker.thread().getState() != Thread.State.WAITING) {
                    Thread.onSpinWait();
                }
            }
            pool.waiting.add(new Meeting(met));
            pool.waiting.add(new Meeting(met));
            pool.signal(); // one worker; that one finds more than it takes, and wakes the other
            assertTrue(met.await(10, TimeUnit.SECONDS), "both run, each on a worker");
            assertTrue(timeline.refused.get() > 0, "there was no memory");
        } finally {
            while (met.getCount() > 0) {
                met.countDown();
            }
            pool.stop();
        }
    }
}
