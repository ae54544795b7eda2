package org.anabranch.loops.speculate;

/** The end of a logged iteration before its own end. It has no trace, as it is only counted. */
final class LogException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The reason. */
    enum Reason {
        /** An exception of the iteration. */
        THROWN,
        /** The log has no room for another entry. */
        FULL,
        /** The inner loops have taken more steps than are allowed. */
        STEPS,
        /** So many iterations write one element that looking it up takes too long. */
        HOT
    }

    static final LogException OUTSIDE = new LogException(Reason.THROWN);
    static final LogException FULL = new LogException(Reason.FULL);
    static final LogException STEPS = new LogException(Reason.STEPS);
    static final LogException HOT = new LogException(Reason.HOT);

    final Reason reason;

    private LogException(Reason reason) {
        super(reason.name(), null, false, false);
        this.reason = reason;
    }

    static Reason of(Throwable thrown) {
        return thrown instanceof LogException known ? known.reason : Reason.THROWN;
    }
}
