package org.anabranch.scheduler.pool;

import org.anabranch.api.AnabranchException;
import org.anabranch.spi.Timeline;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A thread has one permit, and whatever it calls before it parks may use that up. */
@Timeout(60)
class BlockTest {

    private static final Awaited OVER = () -> true;

    /** Waits for what is over by when the worker parks, though its permit is used up. */
    private static final class Waiting extends Task {
        private final WorkerPool pool;
        private final CountDownLatch ended = new CountDownLatch(1);

        Waiting(WorkerPool pool) {
            super(null);
            this.pool = pool;
        }

        @Override
        public void run(Worker worker) {
            LockSupport.unpark(Thread.currentThread());
            LockSupport.park(this); // as a lock does that is contended
            pool.block(worker, OVER, Long.MAX_VALUE);
            ended.countDown();
        }

        @Override
        public void refuse(Worker worker, AnabranchException cause) {}
    }

    @Test
    @DisplayName("issue 20: a worker looks again before it parks: its permit may be used up")
    void issue_20_a_worker_looks_again_before_it_parks() throws Exception {
        WorkerPool pool = new WorkerPool(1, Timeline.REAL);
        pool.start();
        Waiting first = new Waiting(pool);
        Waiting second = new Waiting(pool); // the first time somebody is asked, a worker only naps
        pool.submit(first);
        pool.submit(second);
        try {
            first.ended.await();
            if (!second.ended.await(30, TimeUnit.SECONDS)) {
                throw new AssertionError("it is parked for ever");
            }
        } finally {
            pool.stop();
        }
    }
}
