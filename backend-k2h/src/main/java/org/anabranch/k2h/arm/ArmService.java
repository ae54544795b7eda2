package org.anabranch.k2h.arm;

/** A source of work for ARM core 0, besides tasks, while it serves. */
@FunctionalInterface
public interface ArmService {

    /** The outcome of a poll. */
    enum Outcome {
        /** There was work, and it was done. */
        WORKED,
        /** There was no work. */
        NOTHING,
        /** There will be no more work. */
        END
    }

    /** Does some work, if there is any. Code that adds work must notify the pace. */
    Outcome poll();
}
