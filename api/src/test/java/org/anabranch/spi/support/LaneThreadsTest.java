package org.anabranch.spi.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.spi.Completion;
import org.anabranch.spi.NotStartedException;
import org.anabranch.spi.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;

@Timeout(60)
class LaneThreadsTest {

    private static final class End extends CompletableFuture<Void> implements Completion {
        @Override
        public void done() {
            assertTrue(complete(null), "twice");
        }

        @Override
        public void failed(Throwable cause) {
            assertTrue(completeExceptionally(cause), "twice");
        }

        Throwable failure() throws InterruptedException {
            try {
                get();
                return null;
            } catch (ExecutionException failed) {
                return failed.getCause();
            }
        }
    }

    @Test
    void rules2_6and2_7_lanesAndNamesOrder() throws Exception {
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch go = new CountDownLatch(1);
        End last = new End();
        try (LaneThreads lanes = new LaneThreads("test:0", 3, 2)) {
            lanes.submit(new Order(0, 1, Order.NOTHING), new End(), go::await);
            lanes.submit(new Order(0, 2, Order.NOTHING), new End(), () -> order.add(2));
            lanes.submit(new Order(1, 3, new long[] {2}), last, () -> order.add(3));
            go.countDown();
            last.get();
        }
        assertEquals(List.of(2, 3), order);
    }

    @Test
    void rule2_7_whatComesAfterAFailureIsNotStarted() throws Exception {
        IllegalStateException broken = new IllegalStateException("broken");
        CountDownLatch go = new CountDownLatch(1);
        End first = new End();
        End second = new End();
        try (LaneThreads lanes = new LaneThreads("test:0", 2, 2)) {
            lanes.submit(
                    new Order(0, 1, Order.NOTHING),
                    first,
                    () -> {
                        go.await();
                        throw broken;
                    });
            lanes.submit(new Order(1, 2, new long[] {1}), second, () -> {});
            go.countDown();
            assertSame(broken, first.failure());
            assertInstanceOf(NotStartedException.class, second.failure());
            assertSame(broken, second.failure().getCause());
        }
    }

    @Test
    void rules4_1and4_2_closeWaitsForAllAndThenRefuses() throws Exception {
        LaneThreads lanes = new LaneThreads("test:0", 1, 1);
        List<End> ends = new ArrayList<>();
        for (int ticket = 1; ticket <= 100; ticket++) {
            End end = new End();
            ends.add(end);
            lanes.submit(new Order(0, ticket, Order.NOTHING), end, Thread::yield);
        }
        lanes.close();
        assertTrue(ends.stream().allMatch(End::isDone));
        End late = new End();
        lanes.submit(new Order(0, 101, Order.NOTHING), late, () -> {});
        assertEquals("test:0 is closed", late.failure().getMessage());
        lanes.close();
    }

    @Test
    void aCompletionThatThrowsCostsOnlyItself() throws Exception {
        End next = new End();
        try (LaneThreads lanes = new LaneThreads("test:0", 1, 1)) {
            lanes.submit(
                    new Order(0, 1, Order.NOTHING),
                    new Completion() {
                        @Override
                        public void done() {
                            throw new IllegalStateException("against the contract");
                        }

                        @Override
                        public void failed(Throwable cause) {}
                    },
                    () -> {});
            lanes.submit(new Order(0, 2, Order.NOTHING), next, () -> {});
        }
        assertTrue(next.isDone() && !next.isCompletedExceptionally());
    }
}
