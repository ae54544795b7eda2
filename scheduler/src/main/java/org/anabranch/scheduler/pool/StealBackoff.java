package org.anabranch.scheduler.pool;

/**
 * The back-off of a thief whose loot was too small. A worker that starts very short tasks runs them
 * in less time than a steal takes. So a thief that finished its loot quickly pauses, longer each
 * time, until a task takes longer. Times are those of {@link System#nanoTime}. Of one thread.
 */
public final class StealBackoff {
    private boolean taken;
    private long since;
    private int courtesy;

    /** Records a steal. */
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
