package org.anabranch.console;

import org.anabranch.console.model.RunModel;
import org.anabranch.events.EventLog;
import org.anabranch.events.Events;
import org.anabranch.events.Level;
import org.anabranch.events.Recording;

import java.util.concurrent.TimeUnit;

/**
 * Reads the log into the model while that is wanted, and some seconds longer: a page that is loaded
 * again, or one job after the other, is one recording. Else actions are not recorded, and nothing
 * is read; of what is seldom the log keeps the last thousands, which are read when it goes on. For
 * any thread.
 */
final class Watch {
    static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int MOST_EVENTS = 200_000;

    private final RunModel model;
    private EventLog log;
    private Recording seldom;
    private Recording actions;
    private Events events;
    private Events fresh;
    private long wantedAt;
    private boolean closed;

    Watch(RunModel model) {
        this.model = model;
    }

    /** {@return the log that was read last, or null} */
    synchronized EventLog log() {
        return log;
    }

    /**
     * Reads what is new, begins or ends.
     *
     * @param present the log, or null if there is none
     * @param wanted whether somebody looks, or a job runs
     * @param now from {@link System#nanoTime}
     * @return whether actions are recorded now
     */
    synchronized boolean read(EventLog present, boolean wanted, long now) {
        if (closed) {
            return false;
        }
        if (present != log) {
            forget();
            if (present != null) {
                open(present);
            }
        }
        if (wanted) {
            wantedAt = now;
        }
        if (log == null || actions == null && !wanted) {
            return false;
        }
        boolean goesOn = now - wantedAt <= LINGER_NANOS;
        if (actions == null) {
            actions = log.record(Level.ACTIONS);
            model.begins(log.clock(), now);
        } else if (!goesOn) {
            actions.close(); // what was made until then is still read
        }
        take();
        if (!goesOn) {
            actions = null;
            model.pauses(log.clock(), now);
        }
        return goesOn;
    }

    private void open(EventLog present) {
        model.newLog();
        seldom = present.record(Level.LIFECYCLE);
        events = seldom.events(MOST_EVENTS);
        fresh = seldom.events(MOST_EVENTS);
        log = present;
    }

    /** What is seldom comes from a recording that never ends, so it comes once. */
    private void take() {
        events.clear();
        take(seldom, true);
        take(actions, false);
        events.sort();
        model.add(events);
    }

    private void take(Recording from, boolean isSeldom) {
        fresh.clear();
        from.read(fresh);
        events.addLost(fresh.lost());
        for (int i = 0; i < fresh.size(); i++) {
            if (isSeldom == (fresh.kind(i).level() == Level.LIFECYCLE)) {
                fresh.copyTo(events, i);
            }
        }
    }

    /** Ends whatever is recorded, and begins nothing more. */
    synchronized void close() {
        closed = true;
        forget();
    }

    private void forget() {
        if (actions != null) {
            actions.close();
            actions = null;
        }
        if (seldom != null) {
            seldom.close();
            seldom = null;
        }
        log = null;
    }
}
