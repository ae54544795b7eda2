package org.anabranch.events;

/**
 * One action, as recorded by the events of a log. Times are of the log's clock; a time is {@link
 * #UNKNOWN} if it was not reached or its event is lost. The known times are in ascending order.
 *
 * @param action its number
 * @param sort what it does, or null if the event of its beginning is lost
 * @param name the kernel, the buffer of a transfer, or the operation
 * @param owner stream, positive, or scope, negative; 0 for neither
 * @param line the source line that enqueued it, empty if lines are not traced
 * @param domain where it ran or is to run, or {@link Events#NOWHERE}
 * @param lane the lane in which it ran; {@code NOWHERE} if in none, or in several
 * @param enqueued when it was created
 * @param ready when its dependencies had ended, or were under way on the same device, which keeps
 *     the order
 * @param submitted when its data was in place and it was submitted to its domain
 * @param started when it began
 * @param ended when the action itself had ended
 * @param retired when it retired
 * @param outcome how it ended; null if it has not
 * @param from the source domain of a transfer; else {@code NOWHERE}
 * @param to the target domain of a transfer; else {@code NOWHERE}
 * @param bytes size of a transfer
 * @param reason of a transfer, else null
 * @param neededBy the action that a transfer is for, or 0
 */
public record ActionRow(
        long action,
        ActionSort sort,
        String name,
        long owner,
        String line,
        int domain,
        int lane,
        long enqueued,
        long ready,
        long submitted,
        long started,
        long ended,
        long retired,
        Outcome outcome,
        int from,
        int to,
        long bytes,
        TransferReason reason,
        long neededBy) {

    /** An unknown time. */
    public static final long UNKNOWN = Long.MIN_VALUE;

    /** {@return true if its beginning and its end are known} */
    public boolean isWhole() {
        return sort != null && outcome != null;
    }

    /** {@return the phase that it has reached} */
    public ActionPhase phase() {
        ActionPhase reached = ActionPhase.ORDER;
        for (ActionPhase phase : ActionPhase.values()) {
            reached = begin(phase) == UNKNOWN ? reached : phase;
        }
        return reached;
    }

    private long begin(ActionPhase phase) {
        return switch (phase) {
            case ORDER -> enqueued;
            case DATA -> ready;
            case LANE -> submitted;
            case RUNNING -> started;
            case ENDED -> ended;
        };
    }

    /**
     * {@return how long it was in a phase, in nanoseconds; 0 if that is unknown, or if it went on
     * at the same moment}
     *
     * @param phase the phase
     */
    public long nanos(ActionPhase phase) {
        long from = begin(phase);
        long until = retired;
        for (ActionPhase later : ActionPhase.values()) {
            if (later.compareTo(phase) > 0 && begin(later) != UNKNOWN) {
                until = begin(later);
                break;
            }
        }
        return from == UNKNOWN || until == UNKNOWN ? 0 : until - from;
    }

    /** {@return its run time in nanoseconds; 0 if unknown} */
    public long runNanos() {
        return started == UNKNOWN || ended == UNKNOWN ? 0 : ended - started;
    }
}
