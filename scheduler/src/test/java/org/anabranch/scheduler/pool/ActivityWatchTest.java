package org.anabranch.scheduler.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A9: what is no longer there is not reported as a stall. */
class ActivityWatchTest {

    @Test
    void a9_what_ends_right_after_it_was_seen_is_looked_at_once_more() throws Exception {
        Alarms alarms = new Alarms();
        try {
            AtomicInteger looks = new AtomicInteger();
            CountDownLatch forgotten = new CountDownLatch(1);
            new ActivityWatch(alarms)
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
}
