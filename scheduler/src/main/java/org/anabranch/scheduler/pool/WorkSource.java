package org.anabranch.scheduler.pool;

/** A place, other than the host's own queues, where an idle worker may find a task. */
public interface WorkSource {

    /** A task for the worker to run, or null. */
    Task take(Worker worker);

    /**
     * Whether work may turn up here without a signal, so that sleepers should look now and then.
     * They ask when they go to sleep; who sleeps already must be {@linkplain
     * WorkSearch#tellOfWorkElsewhere told}.
     */
    boolean needsPolling();
}
