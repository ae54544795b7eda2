package org.anabranch.k2h.run;

/** The state of a core. */
public enum CoreState {
    /** Runs the code of a task, or the main function. */
    TASK,
    /** Searches for work, or hands it on: queues, deques, finish scopes. */
    SEARCH,
    /** Writes back or invalidates lines of its cache. */
    FLUSH,
    /** Idle after a failed search; on the board it would go on searching. */
    IDLE
}
