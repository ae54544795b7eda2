package org.anabranch.console.model;

import org.anabranch.events.ActionSort;
import org.anabranch.events.Events;

import java.util.ArrayList;
import java.util.List;

/** An action that has not retired. */
final class LiveAction {
    /** The phase of the action, in the page's words. */
    enum Phase {
        ORDER("waiting for order"),
        DATA("waiting for data"),
        LANE("waiting for a lane"),
        RUNNING("running"),
        ENDED("ending");

        private final String words;

        Phase(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    static final int MOST_WAITS = 16;

    final long number;
    final ActionSort sort;
    final String name;
    final long owner;
    final long enqueued;
    final List<LiveAction> waits = new ArrayList<>(2);
    int domain = Events.NOWHERE;
    int from = Events.NOWHERE;
    int to = Events.NOWHERE;
    long bytes;
    Phase phase = Phase.ORDER;

    /** The last step of the longest path to this action; null until it has ended. */
    Step step;

    boolean retired;

    LiveAction(long number, ActionSort sort, String name, long owner, long enqueued) {
        this.number = number;
        this.sort = sort;
        this.name = name;
        this.owner = owner;
        this.enqueued = enqueued;
    }

    boolean isTransfer() {
        return sort == ActionSort.TRANSFER;
    }

    void waitsFor(LiveAction earlier) {
        if (waits.size() < MOST_WAITS) {
            waits.add(earlier);
        }
    }

    /** {@return the action that it waits for now, or null if unknown} */
    LiveAction blocker() {
        return waits.stream().filter(one -> !one.retired).findFirst().orElse(null);
    }
}
