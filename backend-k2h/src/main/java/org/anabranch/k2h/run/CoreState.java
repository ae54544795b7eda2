package org.anabranch.k2h.run;

/** What a core does at a time. */
public enum CoreState {
    /** It runs the code of a task, or the main function. */
    TASK,
    /** It looks for work, or hands it on: queues, deques, finish scopes. */
    SEARCH,
    /** It writes back or invalidates lines of its cache. */
    FLUSH,
    /** Its last search found nothing; on the board it would go on searching. */
    IDLE
}
