package org.anabranch.scheduler.action;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Domain;
import org.anabranch.scheduler.pool.Worker;
import org.anabranch.scheduler.pool.WorkerPool;
import org.anabranch.spi.NotStartedException;
import org.anabranch.spi.Timeline;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Edges between two operations of a device that orders them, at the moment of submission. */
@Timeout(120)
class EarlyEdgeTest {
    private static final int ROUNDS = 20_000;
    private static final int SPINS = 1000;
    private static final WorkerPool POOL = new WorkerPool(1, Timeline.REAL);
    private static final TestLane LANE = new TestLane(POOL, () -> {});

    /** An operation of which it is of interest only whether its holds are gone. */
    private static final class Operation extends Action {
        private volatile boolean advanced;

        Operation() {
            super(POOL, ActionOwner.NOBODY, null);
            runAt(LANE);
        }

        @Override
        public void submit() {}

        @Override
        public void acquireData() {
            advanced = true;
        }

        @Override
        public void dataSettled(AnabranchException failure) {}

        @Override
        public boolean isRunningOn(Worker worker) {
            return false;
        }

        @Override
        public String describe() {
            return "an operation";
        }
    }

    @Test
    @DisplayName("C12: an edge that is made while its predecessor is submitted is not overlooked")
    void c12_an_edge_made_during_submission_is_released() throws Exception {
        Operation[] earlier = new Operation[ROUNDS];
        Operation[] later = new Operation[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            earlier[i] = new Operation();
            later[i] = new Operation();
        }
        AtomicInteger first = new AtomicInteger();
        AtomicInteger second = new AtomicInteger();
        Thread submitter =
                new Thread(
                        () -> {
                            for (int i = 0; i < ROUNDS; i++) {
                                earlier[i].operation().order(0, i + 1L);
                                meet(first, second, i + 1);
                                earlier[i].operation().announce();
                            }
                        });
        submitter.start();
        for (int i = 0; i < ROUNDS; i++) {
            meet(second, first, i + 1);
            earlier[i].precede(later[i], false);
            later[i].start();
        }
        submitter.join();
        for (int i = 0; i < ROUNDS; i++) {
            assertTrue(later[i].advanced, "a successor waits though its predecessor is submitted");
        }
    }

    /** Handed to the device after it was first asked for its ticket, and before it has the edge. */
    private static final class Submitted extends DependenceNode {
        private boolean asked;
        private long ranAfter;
        private boolean advanced;

        @Override
        boolean isFollowedEarlyBy(DependenceNode successor) {
            return true;
        }

        @Override
        long announcedTicket() {
            if (asked) {
                return 7;
            }
            asked = true;
            letFollowEarly();
            return 0;
        }

        @Override
        void runAfter(long ticket) {
            ranAfter = ticket;
        }

        @Override
        void advance() {
            advanced = true;
        }

        @Override
        void cancelFor(AnabranchException cause) {}

        @Override
        public WorkerPool pool() {
            return POOL;
        }

        @Override
        public String describe() {
            return "a node";
        }

        @Override
        public boolean isRunningOn(Worker worker) {
            return false;
        }

        @Override
        public Worker runner() {
            return null;
        }

        @Override
        public Optional<Domain> domain() {
            return Optional.empty();
        }
    }

    @Test
    @DisplayName(
            "C12: who adds an early edge looks again, for the device may have got it meanwhile")
    void c12_the_second_look_releases_an_edge_that_came_too_late() {
        Submitted earlier = new Submitted();
        Submitted later = new Submitted();
        earlier.precede(later, false);
        later.start();
        assertTrue(later.advanced, "nobody else releases it before its predecessor has ended");
        assertEquals(7, later.ranAfter, "the device is told to run it after its predecessor");
    }

    private static void meet(AtomicInteger mine, AtomicInteger others, int round) {
        mine.set(round);
        for (int i = 1; others.get() < round; i++) {
            if (i % SPINS == 0) {
                LockSupport.parkNanos(1000);
            }
        }
    }

    @Test
    @DisplayName("C12: what a device has told not to have started is not announced as submitted")
    void c12_a_withdrawn_operation_is_not_announced() {
        Operation action = new Operation();
        DeviceOperation first = action.operation();
        first.runAfter(3);
        action.start();
        first.order(0, 7);
        first.withdraw();
        first.announce();
        assertFalse(action.wasSubmitted(), "nothing may be ordered after its ticket");
        Operation next = new Operation();
        action.precede(next, false);
        next.start();
        assertFalse(next.advanced, "its successor waits for its end");
        action.end(action.failed(new NotStartedException("what it comes after failed", null)));
        DeviceOperation second = action.operation();
        assertNotSame(first, second, "it is attempted again");
        second.order(0, 8);
        first.announce();
        assertFalse(action.wasSubmitted(), "an old announcement says nothing");
        second.announce();
        assertTrue(next.advanced, "the second submission lets its successor follow");
    }
}
