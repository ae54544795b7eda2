package org.anabranch.scheduler.place;

import com.google.errorprone.annotations.concurrent.GuardedBy;

import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Assigns actions to domains, and defers those for which no good choice is possible yet. Deferred
 * ones ask again whenever a placed action has ended. If none ends for a while, one of them is
 * placed anyway, since placed ones may wait for it.
 */
public final class Places {

    /** A seeker of a place. Called under a lock. */
    public interface Seeker {
        /** {@return the options, or null if no place is wanted any more} */
        Survey survey(long now);

        /**
         * {@return nanoseconds of the longest way from its end to that of what is known to follow}
         *
         * @param known ways of others, found lately; more may be added
         */
        double rank(Map<Object, Double> known);

        /** Has a place now. */
        void take(int site, Placed placed);

        /** Was kept, and has a place, or has to be asked what is wrong. Under no lock. */
        void goOn();
    }

    /** Runs an action later. */
    @FunctionalInterface
    public interface Alarm {
        /** In so many nanoseconds. */
        void after(long nanos, Runnable what);
    }

    private final LongSupplier clock;

    /** Null in simulated time. */
    private final Alarm alarm;

    @GuardedBy("this")
    private final DeferredQueue kept = new DeferredQueue();

    /** The number of deferred seekers; read by threads that have room. */
    private volatile int waiting;

    /** Made beforehand, since there may be no memory for it when it is needed. */
    private final Runnable look = this::look;

    @GuardedBy("this")
    private boolean looks;

    /** True if an action has ended since the last check. */
    @GuardedBy("this")
    private boolean ended;

    /**
     * Creates places without placed actions.
     *
     * @param alarm null if ends need not be polled
     */
    public Places(LongSupplier clock, Alarm alarm) {
        this.clock = clock;
        this.alarm = alarm;
    }

    public long now() {
        return clock.getAsLong();
    }

    /**
     * Places a seeker, or defers it until there is a place.
     *
     * @param mayWait true if it may be deferred
     * @return true if it has a place, or wants none; if false it continues later, perhaps already
     */
    public synchronized boolean seek(Seeker seeker, boolean mayWait) {
        if (isPlaced(seeker, mayWait)) {
            return true;
        }
        try {
            lookLater();
            kept.add(seeker, now());
        } catch (OutOfMemoryError full) {
            return isPlaced(seeker, false);
        }
        waiting = kept.size();
        return false;
    }

    @GuardedBy("this")
    private boolean isPlaced(Seeker seeker, boolean mayWait) {
        long now = clock.getAsLong();
        Survey survey = seeker.survey(now);
        if (survey == null) {
            return true;
        }
        int best = Forecast.choose(survey.options(now), mayWait);
        if (best == Forecast.LATER) {
            return false;
        }
        KernelTime time = survey.times().in(survey.sites().get(best));
        Placed placed = new Placed(survey.times(), time, survey.expected(best));
        seeker.take(best, placed);
        time.begins(now);
        time.site.silicon.take(placed.expected, now);
        return true;
    }

    /**
     * Records that it has ended, or goes elsewhere. Takes no memory.
     *
     * @param well true if its run time is meaningful
     */
    public synchronized void ends(Placed placed, boolean well) {
        ComputeUnits silicon = placed.time.site.silicon;
        long now = clock.getAsLong();
        KernelTime time = placed.time;
        double known = time.isKnown() ? time.nanos() : 0;
        double alone = silicon.alone(placed.start(), placed.nanos(), known, now);
        silicon.give(placed.expected, now);
        time.ends();
        if (well && placed.nanos() > 0) {
            placed.times.took(time, alone);
        }
        ended = true;
    }

    /**
     * Lets deferred seekers ask again after an action has ended, or is not wanted any more. Called
     * without a lock.
     */
    public void offer() {
        if (waiting == 0) {
            return;
        }
        for (Seeker next = next(); next != null; next = next()) {
            next.goOn();
        }
    }

    /** The most urgent one that has to wait no longer, among the first; or null. */
    private synchronized Seeker next() {
        kept.changed();
        long begin = now();
        Seeker found = null;
        DeferredSeeker one = kept.poll();
        for (int tries = 1; one != null && found == null; tries++) {
            if (isPlacedOrRefused(one.seeker, true)) {
                found = one.seeker;
            } else {
                kept.stays(one);
                one = mayTry(tries, begin) ? kept.poll() : null;
            }
        }
        kept.putBack();
        waiting = kept.size();
        return found;
    }

    private boolean mayTry(int tries, long begin) {
        return tries < PlaceTuning.TRIES
                || tries < PlaceTuning.MOST_TRIES && now() - begin < PlaceTuning.TRIES_NANOS;
    }

    /** Returns true if it was placed or refused; a refused one finds out itself. */
    @GuardedBy("this")
    private boolean isPlacedOrRefused(Seeker seeker, boolean mayWait) {
        try {
            return isPlaced(seeker, mayWait);
        } catch (RuntimeException | Error refused) {
            return true;
        }
    }

    @GuardedBy("this")
    private void lookLater() {
        if (!looks && alarm != null) {
            alarm.after(PlaceTuning.LOOK_NANOS, look);
            looks = true;
        }
    }

    /** The first one gets a place if nothing has ended since the last look. */
    private void look() {
        Seeker first = null;
        synchronized (this) {
            looks = false;
            if (!ended && kept.size() > 0) {
                first = kept.poll().seeker;
                kept.putBack();
                waiting = kept.size();
                boolean _ = isPlacedOrRefused(first, false);
            }
            ended = false;
            if (kept.size() > 0) {
                lookLater();
            }
        }
        if (first != null) {
            first.goOn();
        }
        offer();
    }
}
