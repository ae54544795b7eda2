package org.anabranch.scheduler.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** A9: what is no longer there is not reported as a stall; A3: it needs no memory to begin. */
class ActivityWatchTest {

    @Test
    void a9_what_ends_right_after_it_was_seen_is_looked_at_once_more() throws Exception {
        DelayedActions alarms = new DelayedActions();
        try {
            AtomicInteger looks = new AtomicInteger();
            CountDownLatch forgotten = new CountDownLatch(1);
            new ActivityWatch(alarms::after)
                    .start(
                            new ActivityWatch.Look() {
                                @Override
                                public boolean anythingRuns() {
                                    return false;
                                }

                                @Override
                                public boolean look() {
                                    boolean seen = looks.incrementAndGet() == 1;
                                    if (!seen) {
                                        forgotten.countDown();
                                    }
                                    return seen;
                                }
                            },
                            1_000_000);
            assertTrue(forgotten.await(10, TimeUnit.SECONDS), "the second look");
            assertEquals(2, looks.get());
        } finally {
            alarms.stop();
        }
    }

    private static ActivityWatch.Look lookingAt(AtomicBoolean runs) {
        return new ActivityWatch.Look() {
            @Override
            public boolean anythingRuns() {
                return runs.get();
            }

            @Override
            public boolean look() {
                return runs.get();
            }
        };
    }

    @Test
    void a3_it_wakes_though_there_is_no_memory_at_first() {
        AtomicBoolean runs = new AtomicBoolean(true);
        AtomicInteger refusals = new AtomicInteger();
        Deque<Runnable> later = new ArrayDeque<>();
        ActivityWatch watch =
                new ActivityWatch(
                        (nanos, what) -> {
                            if (refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                                throw new OutOfMemoryError("planned");
                            }
                            later.add(what);
                        });
        watch.start(lookingAt(runs), 1_000_000);
        runs.set(false);
        later.remove().run();
        assertTrue(later.isEmpty(), "it sleeps");
        runs.set(true);
        refusals.set(1);
        watch.begins();
        assertEquals(1, later.size(), "it tries again at once");
        refusals.set(2);
        later.remove().run();
        assertEquals(1, later.size(), "it tries until it can look again");
        runs.set(false);
        later.remove().run();
        refusals.set(1000);
        watch.begins();
        assertTrue(later.isEmpty(), "there is no memory for long");
        refusals.set(0);
        watch.begins();
        assertEquals(1, later.size(), "who begins next wakes it");
    }
}
