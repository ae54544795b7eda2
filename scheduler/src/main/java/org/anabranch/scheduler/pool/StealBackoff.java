package org.anabranch.scheduler.pool;

/**
 * Whether what a worker stole was worth it. Who starts very short tasks runs them himself in less
 * time than it takes to let another one have them; a thief that is done with what it took at once
 * therefore leaves the others alone for a while, longer each time, until a task takes longer. Times
 * are those of {@link System#nanoTime}. Of one thread.
 */
public final class StealBackoff {
    private boolean taken;
    private long since;
    private int courtesy;

    /** Something was stolen. */
    void taken(long now) {
        taken = true;
        since = now;
    }

    /** {@return for how many rounds of the search that begins the others are to be left alone} */
    int courtesy(long now) {
        if (!taken) {
            return 0;
        }
        taken = false;
        courtesy =
                now - since < PoolTuning.THEFT_NANOS
                        ? Math.min(2 * courtesy + 1, PoolTuning.LONGEST_BACKOFF_ROUNDS)
                        : 0;
        return courtesy;
    }
}
