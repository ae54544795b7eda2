package org.anabranch.scheduler.pool;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.AnabranchException;
import org.anabranch.spi.Timeline;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/**
 * The cost of blocking or waking one worker, which must not depend on the number of blocked
 * workers.
 */
@Timeout(120)
class ManyBlockedTest {
    private static final int MANY = 1200;

    /** At each step of a wait, that many workers would be searched. */
    private static final int FEW = 2 + PoolTuning.MOST_BLOCKED_VICTIMS + 30;

    private static final class Gate implements Awaited {
        private final WorkerPool pool;
        private final Queue<Thread> waiting = new ConcurrentLinkedQueue<>();
        private final LongAdder steps = new LongAdder();
        private final LongAdder examined = new LongAdder();
        private volatile boolean open;

        Gate(WorkerPool pool) {
            this.pool = pool;
        }

        @Override
        public boolean isOver() {
            steps.increment();
            examined.add(pool.victims().length);
            return open;
        }
    }

    /** Blocks at the gate; before, perhaps, starts a task that another worker runs. */
    private static class Waiting extends Task {
        private final Gate gate;
        private final CountDownLatch began;
        private final CountDownLatch ended;
        private final Task child;

        Waiting(Gate gate, CountDownLatch began, CountDownLatch ended, Task child) {
            super(null);
            this.gate = gate;
            this.began = began;
            this.ended = ended;
            this.child = child;
        }

        @Override
        public void run(Worker worker) {
            if (child != null) {
                worker.push(child, null);
            }
            gate.waiting.add(Thread.currentThread());
            began.countDown();
            while (!gate.isOver()) {
                gate.pool.block(worker, gate, Long.MAX_VALUE);
            }
            ended.countDown();
        }

        @Override
        public void refuse(Worker worker, AnabranchException cause) {}
    }

    private static void awaitAll(CountDownLatch latch, String what) throws InterruptedException {
        assertTrue(latch.await(100, TimeUnit.SECONDS), what);
    }

    private static void blockAndWake(boolean children) throws InterruptedException {
        WorkerPool pool = new WorkerPool(2, Timeline.REAL);
        pool.start();
        try {
            int tasks = children ? 2 * MANY : MANY;
            Gate gate = new Gate(pool);
            CountDownLatch began = new CountDownLatch(tasks);
            CountDownLatch ended = new CountDownLatch(tasks);
            for (int i = 0; i < MANY; i++) {
                Task child = children ? new Waiting(gate, began, ended, null) : null;
                pool.submit(new Waiting(gate, began, ended, child));
            }
            awaitAll(began, "each task begins");
            gate.open = true;
            gate.waiting.forEach(pool::unpark);
            awaitAll(ended, "each task goes on");
            assertTrue(gate.steps.sum() <= 20L * tasks, gate.steps + " steps");
            assertTrue(
                    gate.examined.sum() <= FEW * gate.steps.sum(),
                    gate.examined + " workers examined in " + gate.steps + " steps");
        } finally {
            pool.stop();
        }
    }

    @Test
    @DisplayName("R5: waking N waiters takes steps in proportion to N, each of bounded length")
    void r5_wakingManyWaitersIsLinear() throws Exception {
        blockAndWake(false);
    }

    @Test
    @DisplayName("R5: so it is where each waiter has left a task for others")
    void r5_wakingWaitersThatStartedTasksIsLinear() throws Exception {
        blockAndWake(true);
    }

    @Test
    @DisplayName("R5: what a woken spare pushes is found by others")
    void r5_aWokenSpareIsSearchedAgain() throws Exception {
        WorkerPool pool = new WorkerPool(2, Timeline.REAL);
        pool.start();
        try {
            Gate gate = new Gate(pool);
            CountDownLatch began = new CountDownLatch(MANY);
            CountDownLatch ended = new CountDownLatch(MANY);
            CountDownLatch ran = new CountDownLatch(1);
            AtomicBoolean first = new AtomicBoolean();
            for (int i = 0; i < MANY; i++) {
                pool.submit(
                        new Waiting(gate, began, ended, null) {
                            @Override
                            public void run(Worker worker) {
                                super.run(worker);
                                if (worker.spare && first.compareAndSet(false, true)) {
                                    worker.push(new Counted(ran), null);
                                    while (ran.getCount() > 0) {
                                        Thread.onSpinWait(); // until another worker has run it
                                    }
                                }
                            }
                        });
            }
            awaitAll(began, "each task begins");
            gate.open = true;
            gate.waiting.forEach(pool::unpark);
            awaitAll(ran, "the pushed task runs");
        } finally {
            pool.stop();
        }
    }

    private static final class Counted extends Task {
        private final CountDownLatch ran;

        Counted(CountDownLatch ran) {
            super(null);
            this.ran = ran;
        }

        @Override
        public void run(Worker worker) {
            ran.countDown();
        }

        @Override
        public void refuse(Worker worker, AnabranchException cause) {}
    }
}
