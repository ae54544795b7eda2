package org.anabranch.events;

/**
 * One action as the events of a log tell of it. Times are of the log's clock, {@link #UNKNOWN} if
 * it never came so far or if that is lost; where they are known, each is at least the one before.
 *
 * @param action its number
 * @param sort what it does, or null if the event of its beginning is lost
 * @param name kernel, buffer of a transfer, or what it does
 * @param owner stream, positive, or scope, negative; 0 for neither
 * @param line that enqueued it, empty if that is not traced
 * @param domain where it ran or is to run, or {@link Events#NOWHERE}
 * @param lane in which it ran; {@code NOWHERE} if in none, or in several
 * @param enqueued when it was made
 * @param ready when what it waited for had ended, or was under way on the same device, which keeps
 *     the order
 * @param submitted when its data was in place, and its domain got it
 * @param started when it began
 * @param ended when its own part was over
 * @param retired when all was over
 * @param outcome how it ended; null if it has not
 * @param from of a transfer, the domain; else {@code NOWHERE}
 * @param to of a transfer, the domain; else {@code NOWHERE}
 * @param bytes of a transfer
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

    /** A time that is not known. */
    public static final long UNKNOWN = Long.MIN_VALUE;

    /** {@return whether its beginning and its end are known} */
    public boolean isWhole() {
        return sort != null && outcome != null;
    }

    /** {@return for how long it ran, in nanoseconds; 0 if that is not known} */
    public long runNanos() {
        return started == UNKNOWN || ended == UNKNOWN ? 0 : ended - started;
    }
}
