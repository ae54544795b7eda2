package org.anabranch.console;

import org.anabranch.console.model.PageModel;
import org.anabranch.events.EventLog;
import org.anabranch.events.Events;
import org.anabranch.events.Level;
import org.anabranch.events.Recording;

import java.util.concurrent.TimeUnit;

/**
 * The reader of the log into the model: it records actions while a client is connected or a job
 * runs, and some seconds longer, so that a page reload or a sequence of jobs is one recording.
 * Otherwise it reads nothing; the log keeps the last few thousand life-cycle events, which are read
 * later. Thread-safe.
 */
final class RecordingControl {
    static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int MOST_EVENTS = 200_000;

    private final PageModel model;
    private EventLog log;
    private Recording seldom;
    private Recording actions;
    private Events events;
    private Events fresh;
    private long wantedAt;
    private boolean closed;

    RecordingControl(PageModel model) {
        this.model = model;
    }

    /** {@return the log that was read last, or null} */
    synchronized EventLog log() {
        return log;
    }

    /**
     * Reads new events; begins or ends the recording of actions.
     *
     * @param present the log, or null if there is none
     * @param wanted true if a client is connected or a job runs
     * @param now from {@link System#nanoTime}
     * @return true if actions are being recorded
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
            actions.close(); // events made before that are still read
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

    /**
     * Reads life-cycle events from the recording that is always open, and all others from that of
     * actions, so that each event is read once.
     */
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

    /** Ends all recordings, and begins none. */
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
