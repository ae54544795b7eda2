package org.anabranch.jfr;

import org.anabranch.events.Events;

/** The data of an action that has not retired. */
final class OpenAction {
    static final long UNKNOWN = Long.MIN_VALUE;

    final boolean transfer;
    final int detail;
    final String name;
    final int from;
    final int to;
    final long owner;
    final long amount;
    final long enqueued;
    int domain;
    int lane = Events.NOWHERE;
    long ready = UNKNOWN;
    long submitted = UNKNOWN;
    long began = UNKNOWN;
    long ended = UNKNOWN;

    /** Creates it from the action's first event. */
    OpenAction(Events events, int i, boolean transfer) {
        this.transfer = transfer;
        this.detail = events.detail(i);
        this.name = events.name(i);
        this.from = events.domain(i);
        this.to = events.lane(i);
        this.owner = events.other(i);
        this.amount = events.amount(i);
        this.enqueued = events.time(i);
        this.domain = transfer ? Events.NOWHERE : from;
    }

    /** Returns when it began, or if it did not, when it retired. */
    long start(long retired) {
        return began != UNKNOWN ? began : end(retired);
    }

    long end(long retired) {
        return ended != UNKNOWN ? ended : retired;
    }

    /** Returns when its data was in place, as far as that is logged. */
    long given(long retired) {
        return submitted != UNKNOWN ? submitted : began == UNKNOWN ? end(retired) : enqueued;
    }

    /** Returns when its dependencies had ended, as far as that is logged. */
    long made(long retired) {
        return ready != UNKNOWN ? ready : given(retired);
    }
}
