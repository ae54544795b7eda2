package org.anabranch.events;

import java.time.Instant;

/**
 * The clock of a log, which all times in that log are from.
 *
 * @param simulated true if time is simulated, and so unrelated to the machine's
 * @param name of the clock, for people, such as {@code System.nanoTime}
 * @param origin its time when the log began
 * @param began the real time of day when the log began, also if time is simulated
 */
public record Clock(boolean simulated, String name, long origin, Instant began) {

    /** {@return the host's clock and the time of day, with the present as origin} */
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
     * {@return the time of day; for simulated time, as if the simulation had run in real time}
     *
     * @param time as in an event
     */
    public Instant timeOfDay(long time) {
        return began.plusNanos(sinceOrigin(time));
    }
}
