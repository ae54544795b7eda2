package org.anabranch.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

class ProgressLimitTest {
    private static final long SECOND = 1_000_000_000;

    private long now;
    private boolean progress;
    private final ProgressLimit limit =
            new ProgressLimit(
                    Duration.ofSeconds(10), Duration.ofSeconds(100), () -> progress, () -> now);

    @Test
    void r4_aStartThatGetsOnMayTakeLong() {
        for (int second = 0; second < 99; second++) {
            now = second * SECOND;
            progress = second % 9 == 0;
            assertFalse(limit.isOver(), "after " + second + " s");
        }
    }

    @Test
    void r4_aStartWithoutProgressIsEnded() {
        now = 5 * SECOND;
        limit.renew();
        now = 15 * SECOND - 1;
        assertFalse(limit.isOver());
        now = 15 * SECOND;
        assertTrue(limit.isOver());
        assertEquals("there was no progress for 10.0 s", limit.reason());
    }

    @Test
    void r4_aStartThatIsBusyForEverIsEnded() {
        progress = true;
        now = 100 * SECOND - 1;
        assertFalse(limit.isOver());
        now = 100 * SECOND;
        assertTrue(limit.isOver());
        assertEquals("it takes more than 100.0 s", limit.reason());
    }

    /** Processor time of another thread counts, however long it takes to get it. */
    @Test
    void r4_aBusyThreadIsProgressAndAWaitingThreadIsNot() throws Exception {
        Activity activity = Activity.ofProcess(Duration.ofSeconds(5));
        CountDownLatch end = new CountDownLatch(1);
        Thread busy =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    while (end.getCount() > 0) {
                                        Thread.onSpinWait();
                                    }
                                });
        boolean _ = activity.getAsBoolean();
        for (int i = 0; i < 3; i++) {
            while (!activity.getAsBoolean()) {
                Thread.sleep(1);
            }
        }
        end.countDown();
        busy.join();
        while (activity.getAsBoolean()) {
            Thread.sleep(1);
        }
        assertFalse(activity.getAsBoolean());
    }
}
