package org.anabranch.scheduler.domain;

import org.anabranch.scheduler.coherence.Memories;
import org.anabranch.scheduler.pool.WorkerPool;

/** The shared state of all programs of an engine, as seen by streams, scopes and kernels. */
public final class Machine {
    private final WorkerPool pool;
    private final Memories memories;
    private final Domains domains;
    private volatile boolean checked;
    private volatile boolean traced;

    /**
     * Creates it from its parts.
     *
     * @param checked true to run Java kernels on copies, and to report undeclared accesses as
     *     errors
     * @param traced true if errors name the line that enqueued the action
     */
    public Machine(
            WorkerPool pool, Memories memories, Domains domains, boolean checked, boolean traced) {
        this.pool = pool;
        this.memories = memories;
        this.domains = domains;
        this.checked = checked;
        this.traced = traced;
    }

    public WorkerPool pool() {
        return pool;
    }

    public Memories memories() {
        return memories;
    }

    public Domains domains() {
        return domains;
    }

    public boolean checked() {
        return checked;
    }

    public boolean traced() {
        return traced;
    }

    /** Holds for kernels that begin from now on. */
    public void check(boolean copies) {
        checked = copies;
    }

    /** Holds for what is enqueued from now on. */
    public void trace(boolean lines) {
        traced = lines;
    }
}
