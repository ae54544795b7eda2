package org.anabranch.k2h.arm;

/** What ARM core 0 does besides tasks while it serves. */
@FunctionalInterface
public interface ArmService {

    /** What came of looking. */
    enum Outcome {
        /** Something was done. */
        WORKED,
        /** There was nothing to do. */
        NOTHING,
        /** There will be nothing more. */
        END
    }

    /** Does something, if there is something to do. Whoever gives it something tells the pace. */
    Outcome look();
}
