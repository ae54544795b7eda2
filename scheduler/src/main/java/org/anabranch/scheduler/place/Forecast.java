package org.anabranch.scheduler.place;

import java.util.List;

/**
 * The choice of a domain for a kernel, as a pure function: the domain with the earliest expected
 * finish time (Topcuoglu's earliest finish time, StarPU's {@code dmda}). In a domain without
 * measurements the time is estimated from the speeds of the domains, and one trial run precedes
 * others. A domain that looks slower is tried again when that costs little compared to the time
 * spent. An action that would only wait in its domain may be deferred, since more is known later.
 */
final class Forecast {
    /** The answer to wait until an action has ended, and choose then. */
    static final int LATER = -1;

    private Forecast() {}

    /**
     * Chooses an option.
     *
     * @param options at least one; among equals the first is taken
     * @param mayWait true if {@link #LATER} is a valid answer
     * @return the number of an option
     */
    static int choose(List<Option> options, boolean mayWait) {
        boolean known = false;
        for (int i = 0; i < options.size(); i++) {
            known |= options.get(i).known();
        }
        if (!known) {
            return first(options, mayWait);
        }
        int best = soonest(options, true);
        for (int i = 0; i < options.size(); i++) {
            if (options.get(i).due() && options.get(i).waiting() == 0) {
                return i;
            }
        }
        if (options.get(best).tried()) {
            return untried(options, best, mayWait);
        }
        return mayWait && options.get(best).isFull() ? LATER : best;
    }

    /** The best is tried just now: what is known has enough to do, or does it. */
    private static int untried(List<Option> options, int best, boolean mayWait) {
        int known = soonest(options, false);
        if (mayWait && (known == LATER || options.get(known).waiting() > 0)) {
            return LATER;
        }
        return known == LATER ? best : known;
    }

    /**
     * Chooses without measurements: each domain once, first where its data is, then where there is
     * least load.
     */
    private static int first(List<Option> options, boolean mayWait) {
        int best = LATER;
        for (int i = 0; i < options.size(); i++) {
            Option option = options.get(i);
            if (!(option.tried() && mayWait)
                    && (best == LATER || isNearer(option, options.get(best)))) {
                best = i;
            }
        }
        return best;
    }

    private static boolean isNearer(Option one, Option other) {
        if (one.tried() != other.tried()) {
            return other.tried();
        }
        return one.data() < other.data()
                || one.data() == other.data() && one.waiting() < other.waiting();
    }

    private static int soonest(List<Option> options, boolean alsoTried) {
        int best = LATER;
        for (int i = 0; i < options.size(); i++) {
            Option option = options.get(i);
            if ((alsoTried || !option.tried())
                    && (best == LATER || option.end() < options.get(best).end())) {
                best = i;
            }
        }
        return best;
    }
}
