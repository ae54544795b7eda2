package org.anabranch.scheduler.pool;

/**
 * When a worker that has tasks of its own looks for tasks that go before them, and when it stops
 * passing others over. Times are those of {@link System#nanoTime}. Of one thread.
 */
final class TaskPrecedence {
    private long lookedAt = System.nanoTime() - PoolTuning.LOOK_NANOS;
    private long passedOver;
    private int times;

    /** Returns true if the last search was a while ago, or found a task. */
    boolean mayLook(long now) {
        return now - lookedAt >= PoolTuning.LOOK_NANOS;
    }

    /** A search has ended. */
    void looked(boolean found) {
        long now = System.nanoTime();
        lookedAt = found ? now - PoolTuning.LOOK_NANOS : now;
    }

    /**
     * Some tasks are passed over for others; returns true if they were for too long.
     *
     * @param most the longest time, in nanoseconds
     */
    boolean passesOver(long now, long most) {
        if (passedOver == 0) {
            passedOver = now;
            times = 0;
        }
        times++;
        return times > PoolTuning.PASSED_OVER_TIMES && now - passedOver > most;
    }

    /** One of them was taken, or there are none. */
    void passesNone() {
        passedOver = 0;
    }
}
