package org.anabranch.mic.card;

import org.anabranch.mic.link.Window;

/**
 * The free slots of the window. Tiny and small ones are given out when a transfer is submitted, and
 * wait with it for its turn; large ones too while there are plenty, else only to a transfer whose
 * turn it is. So transfers that wait never hold what the others need to get on.
 *
 * <p>A tiny or small slot that comes back rests until a few others have come back: if the other
 * side is on another core, what that one still has in its cache takes long to write ({@code
 * benchmarks/machine/run}: 256 KiB take 35 microseconds through one slot, 22 through four, 14
 * through sixteen). But not all are in use in turn, since then they would leave the caches
 * altogether; large ones would do that even if they rested.
 *
 * <p>To take a slot and to give it back takes no memory.
 */
public final class WindowSlots {
    private static final int RESTING = 4;

    // all guarded by this
    private final Free tiny;
    private final Free small;
    private final Free large;

    /** Free slots of one size. */
    private static final class Free {
        private final long start; // in the window
        private final int slotBytes;
        private final int resting;
        private final long[] rested; // in a ring: slots that came back
        private int fresh; // the next of those that were never given out
        private int oldest;
        private int count; // in the ring

        /** All slots from one place in the window to another. */
        Free(int slotBytes, int resting, long from, long to) {
            this.start = from;
            this.slotBytes = slotBytes;
            this.resting = resting;
            this.rested = new long[(int) Math.ceilDiv(to - from, slotBytes)];
        }

        long take() {
            if (fresh < rested.length && (count == 0 || count < resting)) {
                return start + (long) slotBytes * fresh++;
            }
            if (count == 0) {
                return Window.NO_SLOT;
            }
            long slot = rested[oldest];
            oldest = (oldest + 1) % rested.length;
            count--;
            return slot;
        }

        void give(long slot) {
            rested[(oldest + count) % rested.length] = slot;
            count++;
        }

        int count() {
            return rested.length - fresh + count;
        }
    }

    public WindowSlots(long bytes) {
        tiny = new Free(Window.TINY_SLOT, RESTING, 0, bytes / 8);
        small = new Free(Window.SMALL_SLOT, RESTING, bytes / 8, bytes / 2);
        large = new Free(Window.LARGEST_SLOT, 0, bytes / 2, bytes);
    }

    /** A slot that all of so many bytes fit into, which must not be large. */
    public synchronized long takeSmall(long bytes) {
        long slot = bytes <= tiny.slotBytes ? tiny.take() : Window.NO_SLOT;
        return slot == Window.NO_SLOT ? small.take() : slot;
    }

    public synchronized void giveSmall(long slot) {
        (slot < small.start ? tiny : small).give(slot);
    }

    /** One for a transfer whose turn may be far away. */
    public synchronized long takeSpareLarge() {
        return 2 * (large.count() - 1) >= large.rested.length ? large.take() : Window.NO_SLOT;
    }

    public synchronized long takeLarge() {
        return large.take();
    }

    public synchronized boolean hasLarge() {
        return large.count() > 0;
    }

    /**
     * Takes one back.
     *
     * @param at any place in it
     */
    public synchronized void giveLarge(long at) {
        large.give(at - at % Window.LARGEST_SLOT);
    }
}
