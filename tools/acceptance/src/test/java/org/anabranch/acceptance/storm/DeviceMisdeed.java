package org.anabranch.acceptance.storm;

/** Faults of a device in the execution of an operation. */
enum DeviceMisdeed {
    FAILS,
    FAILS_HOSTILE,
    FAILS_WITH_ERROR,
    FAILS_WITH_NULL,
    THROWS,
    THROWS_ERROR,
    THROWS_HOSTILE,
    TELLS_AND_THROWS,
    TELLS_TWICE,
    DONE_THEN_FAILED,
    FAILED_THEN_DONE,
    NEVER_UNTIL_CLOSE,
    LATE,
    FROM_ANOTHER_THREAD,
    FROM_AN_INTERRUPTED_THREAD,
    FROM_A_VIRTUAL_THREAD,
    WITHIN_THE_CALL,
    INTERRUPTS,
    CHANGES_THE_LOADER,
    SLEEPS,
    DOES_NOTHING,
    LOSES_THE_DEVICE,
    CRASHES_THE_DEVICE,
    LOSES_THE_DEVICE_LATE;

    /** Faults of a backend, device or port in the answer to a call. */
    enum Call {
        REFUSES,
        THROWS,
        THROWS_ERROR,
        THROWS_OUT_OF_MEMORY,
        THROWS_HOSTILE,
        THROWS_AFTERWARDS,
        INTERRUPTS,
        CHANGES_THE_LOADER,
        SLEEPS,
        RETURNS_NOTHING
    }
}
