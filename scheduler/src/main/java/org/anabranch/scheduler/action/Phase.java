package org.anabranch.scheduler.action;

/**
 * The life cycle of an action, with the permitted transitions. The thread that decrements the
 * dependency count of a phase to zero begins the next one, so only one thread at a time accesses
 * the phase.
 *
 * <pre>
 *    WAITING ──► ACQUIRING ──► SUBMITTED ──► ENDED ──► RETIRED
 *      ▲ │          ▲ │            │          ▲ │
 *      │ └──────────┼─┴────────────┼──────────┘ │
 *      └────────────┼──────────────┘            │
 *                   └───────────────────────────┘
 * </pre>
 */
enum Phase {
    /** Being set up, or held by predecessors, or kept out by reductions on the same ranges. */
    WAITING,

    /** Placed; held by transfers, or by what it is to run after on its device. */
    ACQUIRING,

    /** Handed to its domain. Back to {@link #WAITING} if it moves to another one. */
    SUBMITTED,

    /**
     * Its own part is over, or it is not run at all; its end is held by the ends of those that it
     * was submitted after. Back to {@link #ACQUIRING} if the device did not start it because of
     * them.
     */
    ENDED,

    /** Everybody has learnt how it ended. */
    RETIRED;

    boolean mayBecome(Phase next) {
        return switch (this) {
            case WAITING -> next == ACQUIRING || next == ENDED;
            case ACQUIRING -> next == SUBMITTED || next == ENDED;
            case SUBMITTED -> next == ENDED || next == WAITING;
            case ENDED -> next == RETIRED || next == ACQUIRING;
            case RETIRED -> false;
        };
    }
}
