package org.anabranch.scheduler.pool;

/**
 * A program, as the pool knows it: the queues of its tasks that no worker has taken, and how many
 * workers run its tasks. {@link TenantQueues} guards all fields but the final ones.
 */
public final class Tenant {
    /** The name of the program, for messages. */
    public final String name;

    /** The queue of its tasks that are of no scope, as those of streams. */
    public final TaskQueue queue = new TaskQueue(this, null);

    /** Its queues that are listed, of scopes that a thread waits for. */
    final QueueList awaited = new QueueList();

    /** Its other queues that are listed. */
    final QueueList others = new QueueList();

    /** The number of workers that ran its tasks at the last count. */
    volatile int running;

    /** A number that grows with each task taken: when the last one of this program was. */
    long served;

    /** Since when its other queues are passed over for awaited ones; 0 if they are not. */
    private long passedOver;

    /** The number of times since then. */
    private int times;

    /** The longest time at which they are; of any thread. */
    private volatile long mostPassedOver = PoolTuning.LONGEST_PASSED_OVER_NANOS;

    /** Since when it has had tasks that wait, and fewer workers than its share; 0 if it has not. */
    long shortSince;

    /** The number of the count that {@code running} is of. */
    private long counted;

    /** The next program that has listed queues. */
    Tenant next;

    /** True from the end of the program. */
    volatile boolean ended;

    public Tenant(String name) {
        this.name = name;
    }

    /** Returns true if tasks of it may wait in a queue. */
    boolean hasQueued() {
        return awaited.first != null || others.first != null;
    }

    /** Returns the first of its queues that are listed. */
    TaskQueue first() {
        return awaited.first == null ? others.first : awaited.first;
    }

    /** Returns true if a task of this program is taken before one of the other. */
    boolean comesBefore(Tenant other) {
        return running != other.running ? running < other.running : served < other.served;
    }

    /** Counts workers that run its tasks; returns 1 if it is the first time in this count. */
    int counts(long count, int more) {
        boolean first = counted != count;
        running = (first ? 0 : running) + more;
        counted = count;
        return first ? 1 : 0;
    }

    /** Returns the queue to take from next; null if none is listed. */
    TaskQueue next(long now) {
        if (awaited.first == null || others.first == null) {
            passedOver = 0;
            return awaited.first == null ? others.first : awaited.first;
        }
        if (passedOver == 0) {
            passedOver = now;
            times = 0;
        }
        times++;
        if (times > PoolTuning.PASSED_OVER_TIMES && now - passedOver > mostPassedOver) {
            passedOver = 0;
            return others.first;
        }
        return awaited.first;
    }

    /**
     * Any thread: a task that no thread waits for took so long. The limit follows a longer one at
     * once; shorter ones make it a quarter each.
     */
    void tookOther(long nanos) {
        long limit =
                nanos < PoolTuning.LONGEST_PASSED_OVER_NANOS
                        ? PoolTuning.PASSED_OVER_DURATIONS * nanos
                        : PoolTuning.LONGEST_PASSED_OVER_NANOS;
        mostPassedOver =
                Math.clamp(
                        Math.max(limit, mostPassedOver / 4),
                        PoolTuning.LONGEST_KEPT_NANOS,
                        PoolTuning.LONGEST_PASSED_OVER_NANOS);
    }

    /** Any thread: the longest time for which tasks that no thread waits for are passed over. */
    long mostPassedOver() {
        return mostPassedOver;
    }

    @Override
    public String toString() {
        return name;
    }
}
