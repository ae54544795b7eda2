package org.anabranch.scheduler.log;

/** Numbers of the event log. */
final class LogTuning {
    /**
     * Rings for threads that have none of their own. A thread that finds one taken tries the next.
     */
    static final int SHARED_RINGS = 4;

    /** The default size of all rings for actions in bytes: room for 1.6 million events. */
    static final long MOST_BYTES = 64L << 20;

    /** The part of the heap that they may take. */
    static final int PART_OF_HEAP = 16;

    /** Events of a ring, at least. */
    static final int LEAST_EVENTS = 1024;

    /** Events of each ring for what is seldom; there are few such rings. */
    static final int SELDOM_EVENTS = 2048;

    /** So many events are copied between two looks whether they have been overwritten meanwhile. */
    static final int COPIED_EVENTS = 512;

    private LogTuning() {}

    /**
     * Returns the number of events per ring, a power of two.
     *
     * @param wanted bytes of all, or 0 for a default that depends on the heap
     */
    static int events(int rings, long wanted) {
        long bytes =
                wanted > 0
                        ? wanted
                        : Math.min(MOST_BYTES, Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
        long each = bytes / rings / (Ring.WORDS * Long.BYTES);
        return (int) Long.highestOneBit(Math.max(LEAST_EVENTS, each));
    }
}
