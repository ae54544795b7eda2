package org.anabranch.spi.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.spi.NotStartedException;
import org.anabranch.spi.Order;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Order in lanes and between them; the scheduler's tests have them in a full heap. */
class OrderedLanesTest {
    private final OrderedLanes lanes = new OrderedLanes();

    private static final class Step extends OrderedLanes.Operation {
        boolean begun;
        boolean mayEnd;
        NotStartedException refused;

        Step(int lane, long ticket, long... after) {
            super(new Order(lane, ticket, after));
        }

        @Override
        protected void begin(boolean mayEndHere) {
            assertFalse(begun || refused != null, "twice");
            begun = true;
            mayEnd = mayEndHere;
        }

        @Override
        protected void notStarted(NotStartedException why) {
            assertFalse(begun || refused != null, "twice");
            refused = why;
        }

        boolean hasEnded() {
            return refused != null;
        }
    }

    private Step add(int lane, long ticket, long... after) {
        Step step = new Step(lane, ticket, after);
        lanes.add(step);
        return step;
    }

    @Test
    void rule2_6_aLaneBeginsOneAfterTheOther() {
        Step first = add(0, 1);
        Step second = add(0, 2);
        Step elsewhere = add(1, 3);
        assertTrue(first.begun && first.mayEnd && elsewhere.begun);
        assertFalse(second.begun);
        lanes.end(first, null);
        assertTrue(second.begun);
        assertFalse(second.mayEnd, "a chain must not become a deep stack");
    }

    @Test
    void rule2_6_aFailureDoesNotStopItsLane() {
        Step first = add(0, 1);
        Step second = add(0, 2);
        lanes.end(first, new IllegalStateException("broken"));
        assertTrue(second.begun);
    }

    @Test
    void rule2_7_allThatAreNamedComeFirst() {
        Step first = add(0, 1);
        Step second = add(1, 2);
        Step third = add(2, 3, 1, 2);
        lanes.end(first, null);
        assertFalse(third.begun);
        lanes.end(second, null);
        assertTrue(third.begun);
        assertTrue(add(3, 4, 1, 2).begun, "what has ended holds nobody");
    }

    @Test
    void rule2_7_aFailureKeepsThoseThatNameItFromStarting() {
        Step first = add(0, 1);
        Step second = add(1, 2, 1);
        Step third = add(2, 3, 2);
        Step behind = add(1, 4);
        IllegalStateException broken = new IllegalStateException("broken");
        lanes.end(first, broken);
        assertSame(broken, second.refused.getCause());
        assertInstanceOf(NotStartedException.class, third.refused.getCause());
        assertTrue(third.refused.getMessage().startsWith("#3 on lane 2 after [2] was not started"));
        assertTrue(behind.begun, "it was only on the same lane");
    }

    @Test
    void aLongChainOfFailuresIsNoDeepStack() {
        Step first = add(0, 1);
        Step last = first;
        for (int ticket = 2; ticket < 50_000; ticket++) {
            last = add(ticket, ticket, ticket - 1);
        }
        lanes.end(first, new IllegalStateException("broken"));
        assertTrue(last.hasEnded());
    }

    @Test
    void anyProgramBeginsOnceAndInOrder() {
        for (int seed = 0; seed < 200; seed++) {
            anyProgram(new Random(seed));
        }
    }

    private static void anyProgram(Random random) {
        OrderedLanes lanes = new OrderedLanes();
        List<Step> all = new ArrayList<>();
        Set<Step> done = new HashSet<>();
        Set<Step> failed = new HashSet<>();
        for (int i = 0; i < 40 || done.size() + failed.size() < all.size(); i++) {
            if (i < 40) {
                int names = Math.min(i, random.nextInt(3));
                long[] after = random.longs(names, 1, Math.max(2, i + 1L)).distinct().toArray();
                Step step = new Step(random.nextInt(4), i + 1L, after);
                all.add(step);
                lanes.add(step);
            }
            List<Step> open = new ArrayList<>(all);
            open.removeIf(step -> !step.begun || done.contains(step) || failed.contains(step));
            if (!open.isEmpty() && (i >= 40 || random.nextBoolean())) {
                Step ends = open.get(random.nextInt(open.size()));
                boolean fails = random.nextInt(5) == 0;
                (fails ? failed : done).add(ends);
                lanes.end(ends, fails ? new IllegalStateException("broken") : null);
            }
            all.stream().filter(Step::hasEnded).forEach(failed::add);
            check(all, done, failed);
        }
        assertEquals(all.size(), done.size() + failed.size());
    }

    private static void check(List<Step> all, Set<Step> done, Set<Step> failed) {
        for (Step step : all) {
            for (Step other : all.subList(0, all.indexOf(step))) {
                boolean named = false;
                for (long ticket : step.order().after()) {
                    named |= ticket == other.order().ticket();
                }
                if (step.begun && (named || other.order().lane() == step.order().lane())) {
                    assertTrue(done.contains(other) || failed.contains(other), "out of order");
                }
            }
        }
    }

    /**
     * Runs an action on another thread, which reaches the lock of the lanes while the caller holds
     * it, and runs a second action before the caller releases it.
     */
    private void meet(Runnable other, Runnable caller) throws InterruptedException {
        Thread thread;
        synchronized (lanes) {
            thread = Thread.ofPlatform().daemon().start(other);
            while (thread.getState() != Thread.State.BLOCKED) {
                assertNotSame(Thread.State.TERMINATED, thread.getState(), "it takes no lock");
                Thread.onSpinWait();
            }
            caller.run();
        }
        thread.join();
    }

    @Test
    @Timeout(60)
    @DisplayName("28: an operation that is added while the one before it ends begins once")
    void addedWhileThePredecessorEnds() throws Exception {
        Step before = add(0, 1);
        Step after = new Step(1, 2, 1);
        meet(() -> lanes.add(after), () -> lanes.end(before, null));
        assertTrue(after.begun, "the predecessor had ended");
        Step next = new Step(1, 3);
        meet(() -> lanes.add(next), () -> lanes.end(after, null));
        assertTrue(next.begun, "the lane was free");
    }

    @Test
    @Timeout(60)
    @DisplayName("28: an operation that ends while one is added behind it lets that one go, once")
    void endsWhileASuccessorIsAdded() throws Exception {
        Step before = add(0, 1);
        Step after = new Step(1, 2, 1);
        Step behind = new Step(0, 3);
        meet(
                () -> lanes.end(before, new IllegalStateException("planned")),
                () -> {
                    lanes.add(after);
                    lanes.add(behind);
                    assertFalse(after.begun || behind.begun, "it has not ended");
                });
        assertTrue(after.refused != null && behind.begun);
    }
}
