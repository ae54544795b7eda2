package org.anabranch.jfr;

import org.anabranch.events.Events;

/** What is known of an action that has not retired. */
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

    /** Of the event that begins it. */
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

    /** When it began, or if it did not, when it was over. */
    long start(long retired) {
        return began != UNKNOWN ? began : end(retired);
    }

    long end(long retired) {
        return ended != UNKNOWN ? ended : retired;
    }

    /** When its data was in place, as far as that is told. */
    long given(long retired) {
        return submitted != UNKNOWN ? submitted : began == UNKNOWN ? end(retired) : enqueued;
    }

    /** When what came before it had ended, as far as that is told. */
    long made(long retired) {
        return ready != UNKNOWN ? ready : given(retired);
    }
}
