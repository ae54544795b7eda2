package org.anabranch.scheduler.count;

/**
 * The number of operations that have begun and not ended. Begins and ends are counted separately:
 * usually one thread begins and another ends, and a common cache line would move between them.
 * Thread-safe.
 */
public final class InFlight {
    private final PaddedCount begun = new PaddedCount(0);
    private final PaddedCount ended = new PaddedCount(0);

    public void begin() {
        begun.addAndGet(1);
    }

    /** {@return true if it was the last one in flight} */
    public boolean end() {
        return ended.addAndGet(1) == begun.get();
    }

    /** {@return the number in flight; if 0, there was a moment when there were none} */
    public long now() {
        long over = ended.get();
        return begun.get() - over;
    }
}
