package org.anabranch.scheduler.count;

/**
 * How many have begun and not ended. They are counted apart, since as a rule one thread begins and
 * another ends, and each would else take the line from the other every time. Of any thread.
 */
public final class InFlight {
    private final PaddedCount begun = new PaddedCount(0);
    private final PaddedCount ended = new PaddedCount(0);

    public void begin() {
        begun.addAndGet(1);
    }

    /** {@return whether it was the last one in flight} */
    public boolean end() {
        return ended.addAndGet(1) == begun.get();
    }

    /**
     * {@return how many are in flight; if it says none, there was a moment when there were none}
     */
    public long now() {
        long over = ended.get();
        return begun.get() - over;
    }
}
