package org.anabranch.scheduler.pool;

/** A place, other than the host's own queues, where an idle worker may find a task. */
public interface WorkSource {

    /** A task for the worker to run, or null. */
    Task take(Worker worker);

    /**
     * Returns true if work may turn up here without a signal, so that sleepers should poll. Workers
     * check that when they go to sleep; those asleep must be {@linkplain
     * WorkSearch#tellOfWorkElsewhere signalled}.
     */
    boolean needsPolling();
}
