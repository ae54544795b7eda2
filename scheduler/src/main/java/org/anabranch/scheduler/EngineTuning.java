package org.anabranch.scheduler;

/**
 * The tuned pauses of the engine, unit last. {@code log} is the commit whose message has the
 * figures or the reason; values marked "chosen" were not measured against others.
 */
final class EngineTuning {
    /** Between two looks for devices, at first; then twice as long each time: chosen. */
    static final long FIRST_LOOK_NANOS = 100_000_000;

    /** And at most, so that a device that comes is found soon: chosen. */
    static final long LONGEST_LOOK_NANOS = 10_000_000_000L;

    /** Unplugging waits so long for a device that is being opened: chosen. */
    static final long OPENING_NANOS = 10_000_000_000L;

    /** Between two looks whether what is to end has ended: chosen. */
    static final long END_POLL_NANOS = 100_000;

    /** The default time after which stalls are reported: chosen. */
    static final long STALL_NANOS = 10_000_000_000L;

    /** Looks of the watchdog in that time, so that it is said a quarter late at most: chosen. */
    static final int STALL_LOOKS = 4;

    private EngineTuning() {}
}
