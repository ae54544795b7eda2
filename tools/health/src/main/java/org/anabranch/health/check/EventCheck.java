package org.anabranch.health.check;

import org.anabranch.events.EventLog;

/** The check for events that log readers miss. Thread-safe. */
final class EventCheck {
    static final String NAME = "events";
    private static final long RECENT_NANOS = 60_000_000_000L;

    private EventLog seen;
    private long lost;
    private long when;
    private boolean recent;

    /**
     * Runs the check.
     *
     * @param now in nanoseconds
     */
    synchronized HealthFinding look(EventLog log, long now) {
        long count = log.lost();
        if (log != seen || count > lost) {
            recent = count > 0;
            when = now;
        }
        seen = log;
        lost = count;
        if (now - when > RECENT_NANOS) {
            recent = false;
        }
        if (!recent) {
            return HealthFinding.ok(
                    NAME,
                    count == 0
                            ? "no reader has missed an event"
                            : "readers have missed " + count + " events, none of them lately");
        }
        return new HealthFinding(
                NAME,
                Status.WARN,
                "readers have missed " + count + " events",
                "traces, reports and the page say which times they lack; more heap gives larger"
                        + " rings");
    }
}
