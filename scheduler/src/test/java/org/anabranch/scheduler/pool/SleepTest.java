package org.anabranch.scheduler.pool;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.AnabranchException;
import org.anabranch.spi.Timeline;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A3: who finds no memory on the way to sleep does not sleep twice, and is woken for work. */
@Timeout(60)
class SleepTest {

    /** Has no work, and at first no memory to say so. */
    private static final class Memoryless implements WorkSource {
        private final AtomicInteger left = new AtomicInteger(6);

        @Override
        public boolean needsPolling() {
            if (left.get() > 0) {
                left.getAndDecrement();
                throw new OutOfMemoryError("as planned");
            }
            return false;
        }

        @Override
        public Task take(Worker worker) {
            return null;
        }
    }

    private static final class Counted extends Task {
        private final CountDownLatch ran = new CountDownLatch(1);

        Counted() {
            super(null);
        }

        @Override
        public void run(Worker worker) {
            ran.countDown();
        }

        @Override
        public void refuse(Worker worker, AnabranchException cause) {}
    }

    @Test
    void a3_a_worker_that_found_no_memory_to_sleep_is_woken_for_work() throws Exception {
        WorkerPool pool = new WorkerPool(1, Timeline.REAL);
        Memoryless source = new Memoryless();
        pool.lookIn(source);
        pool.start();
        try {
            Worker worker = pool.snapshot().getFirst();
            while (source.left.get() > 0 || worker.thread().getState() != Thread.State.WAITING) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
            Counted task = new Counted();
            pool.submit(task);
            assertTrue(task.ran.await(10, TimeUnit.SECONDS), "the task runs");
        } finally {
            pool.stop();
        }
    }
}
