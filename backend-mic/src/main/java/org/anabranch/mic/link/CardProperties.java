package org.anabranch.mic.link;

/**
 * The properties of a card, sent to its process.
 *
 * @param id name of the device
 * @param cores cores
 * @param threadsPerCore hardware threads of each core
 * @param avoidFirst unused hardware threads at the start
 * @param avoidLast unused hardware threads at the end
 * @param affinity the placement of workers
 * @param pooled true if memory is taken from a pool of blocks
 * @param bytesPerSecond imposed on each direction of the link, 0 for none
 * @param latencyNanos imposed on each transfer, 0 for none
 * @param speedPercent of the cores, 100 for that of this machine
 * @param beatMillis time between heartbeats
 * @param patienceMillis time without a heartbeat after which the other side counts as lost
 */
public record CardProperties(
        String id,
        int cores,
        int threadsPerCore,
        int avoidFirst,
        int avoidLast,
        Affinity affinity,
        boolean pooled,
        long bytesPerSecond,
        long latencyNanos,
        int speedPercent,
        long beatMillis,
        long patienceMillis) {

    /** Where the workers of a domain are put. */
    public enum Affinity {
        /** Anywhere, not bound. */
        NONE,
        /** On as few cores as possible. */
        COMPACT,
        /** On as many cores as possible, neighbours on different ones. */
        SCATTER,
        /** On as many cores as possible, neighbours together where there are more than cores. */
        BALANCED
    }

    /**
     * Returns true if a domain may compute on any thread of the card, at its full speed.
     *
     * @return true if these are all processors, without limits
     */
    public boolean isUnbound(int processors) {
        return processors == cores * threadsPerCore - avoidFirst - avoidLast
                && affinity == Affinity.NONE
                && speedPercent == 100;
    }

    /** Puts all of it. */
    public FrameWriter put(FrameWriter message) {
        return message.putText(id)
                .putInt(cores)
                .putInt(threadsPerCore)
                .putInt(avoidFirst)
                .putInt(avoidLast)
                .putInt(affinity.ordinal())
                .putInt(pooled ? 1 : 0)
                .putLong(bytesPerSecond)
                .putLong(latencyNanos)
                .putInt(speedPercent)
                .putLong(beatMillis)
                .putLong(patienceMillis);
    }

    /**
     * Reads what {@link #put} has put.
     *
     * @param frame positioned there
     */
    public static CardProperties read(Received frame) {
        var body = frame.body();
        return new CardProperties(
                frame.text(),
                body.getInt(),
                body.getInt(),
                body.getInt(),
                body.getInt(),
                Affinity.values()[body.getInt()],
                body.getInt() != 0,
                body.getLong(),
                body.getLong(),
                body.getInt(),
                body.getLong(),
                body.getLong());
    }
}
