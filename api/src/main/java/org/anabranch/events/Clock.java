package org.anabranch.events;

import java.time.Instant;

/**
 * The clock of a log. Within one log all times are of one clock.
 *
 * @param simulated whether time is simulated; then it says nothing of the machine
 * @param name of the clock, for people, such as {@code System.nanoTime}
 * @param origin its time when the log began
 * @param began the time of day when the log began; where time is simulated too, of the real day
 */
public record Clock(boolean simulated, String name, long origin, Instant began) {

    /** {@return the clock of the host, and the time of day, now} */
    public static Clock ofHost() {
        return new Clock(false, "System.nanoTime", System.nanoTime(), Instant.now());
    }

    /**
     * {@return a time in nanoseconds since the log began}
     *
     * @param time as in an event
     */
    public long sinceOrigin(long time) {
        return time - origin;
    }

    /**
     * {@return the time of day; where time is simulated, as if the simulation had run in real time}
     *
     * @param time as in an event
     */
    public Instant timeOfDay(long time) {
        return began.plusNanos(sinceOrigin(time));
    }
}
