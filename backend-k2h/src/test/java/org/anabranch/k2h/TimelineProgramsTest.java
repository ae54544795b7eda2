package org.anabranch.k2h;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Finish;
import org.anabranch.api.Platform;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Random trees of tasks and finish scopes on the production scheduler, the one that the product
 * runs, in simulated time: each seed is another interleaving.
 */
@Timeout(600)
class TimelineProgramsTest {
    private static final int SEEDS = Programs.NIGHTLY ? 1000 : 60;

    private final AtomicInteger ran = new AtomicInteger();
    private final AtomicInteger early = new AtomicInteger();

    /** A node runs one to three below it, in a scope of its own or in that around it. */
    private void node(Platform platform, Finish around, long seed, int depth) {
        SplittableRandom random = new SplittableRandom(seed);
        ran.incrementAndGet();
        int children = depth == 0 ? 0 : 1 + random.nextInt(3);
        long[] seeds = random.longs(3).toArray();
        if (random.nextBoolean()) {
            AtomicInteger left = new AtomicInteger(children);
            try (Finish finish = platform.finish()) {
                for (int k = 0; k < children; k++) {
                    long child = seeds[k];
                    finish.async(
                            () -> {
                                node(platform, finish, child, depth - 1);
                                left.decrementAndGet();
                            });
                }
            }
            early.addAndGet(left.get());
        } else {
            for (int k = 0; k < children; k++) {
                long child = seeds[k];
                around.async(() -> node(platform, around, child, depth - 1));
            }
        }
    }

    private static int nodes(long seed, int depth) {
        SplittableRandom random = new SplittableRandom(seed);
        int children = depth == 0 ? 0 : 1 + random.nextInt(3);
        long[] seeds = random.longs(3).toArray();
        int count = 1;
        for (int k = 0; k < children; k++) {
            count += nodes(seeds[k], depth - 1);
        }
        return count;
    }

    private SimulatedRun run(long seed, int workers) throws InterruptedException {
        ran.set(0);
        return SimulatedRun.of(
                workers, seed, 5_000, (platform, finish) -> node(platform, finish, seed, 4));
    }

    @Test
    void everyTaskRunsOnceScopesWaitAndSeedsReplay() throws InterruptedException {
        int replayed = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            int workers = 1 + seed % 12;
            SimulatedRun first = run(seed, workers);
            assertEquals(nodes(seed, 4), ran.get(), "seed " + seed);
            assertEquals(0, early.get(), "a scope closed too early, seed " + seed);
            assertEquals(0, first.escapes(), "seed " + seed);
            SimulatedRun again = run(seed, workers);
            if (first.late() + again.late() == 0) {
                assertEquals(first, again, "seed " + seed);
                replayed++;
            }
        }
        assertTrue(replayed > SEEDS / 2, "seeds that needed no spare worker: " + replayed);
    }
}
