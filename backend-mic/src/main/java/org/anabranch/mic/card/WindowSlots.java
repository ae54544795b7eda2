package org.anabranch.mic.card;

import org.anabranch.mic.link.ProtocolException;
import org.anabranch.mic.link.Window;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Which slots of the window are free. Tiny and small ones are given out when a transfer is
 * submitted, and wait with it for its turn; large ones too while there are plenty, else only to a
 * transfer whose turn it is. So transfers that wait never hold what the others need to get on.
 *
 * <p>A tiny or small slot that comes back rests until a few others have come back: if the other
 * side is on another core, what that one still has in its cache takes long to write ({@code
 * benchmarks/machine/run}: 256 KiB take 35 microseconds through one slot, 22 through four, 14
 * through sixteen). But not all are in use in turn, since then they would leave the caches
 * altogether; large ones would do that even if they rested.
 */
public final class WindowSlots {
    private static final int RESTING = 4;

    // all guarded by this
    private final Free tiny;
    private final Free small;
    private final Free large;
    private final Map<Long, Long> given = new HashMap<>(); // large ones, to which transfer

    /** Free slots of one size. */
    private static final class Free {
        private final int slotBytes;
        private final int resting;
        private final int total;
        private final Deque<Long> fresh = new ArrayDeque<>();
        private final Deque<Long> rested = new ArrayDeque<>();

        /** All slots from one place in the window to another. */
        Free(int slotBytes, int resting, long from, long to) {
            this.slotBytes = slotBytes;
            this.resting = resting;
            for (long at = from; at < to; at += slotBytes) {
                fresh.add(at);
            }
            this.total = fresh.size();
        }

        Long take() {
            boolean enough = fresh.isEmpty() || !rested.isEmpty() && rested.size() >= resting;
            return enough ? rested.poll() : fresh.poll();
        }

        int count() {
            return fresh.size() + rested.size();
        }
    }

    public WindowSlots(long bytes) {
        tiny = new Free(Window.TINY_SLOT, RESTING, 0, bytes / 8);
        small = new Free(Window.SMALL_SLOT, RESTING, bytes / 8, bytes / 2);
        large = new Free(Window.LARGEST_SLOT, 0, bytes / 2, bytes);
    }

    /** A slot that all of so many bytes fit into, which must not be large. */
    public synchronized long takeSmall(long bytes) {
        Long slot = bytes <= tiny.slotBytes ? tiny.take() : null;
        slot = slot == null ? small.take() : slot;
        return slot == null ? Window.NO_SLOT : slot;
    }

    public synchronized void giveSmall(long slot) {
        if (slot != Window.NO_SLOT) {
            (slot < tiny.total * (long) tiny.slotBytes ? tiny : small).rested.add(slot);
        }
    }

    /** One for a transfer whose turn may be far away. */
    public synchronized long takeSpareLarge(long transfer) {
        return 2 * (large.count() - 1) >= large.total ? takeLarge(transfer) : Window.NO_SLOT;
    }

    public synchronized long takeLarge(long transfer) {
        Long slot = large.take();
        if (slot == null) {
            return Window.NO_SLOT;
        }
        given.put(slot, transfer);
        return slot;
    }

    public synchronized boolean hasLarge() {
        return large.count() > 0;
    }

    /**
     * A transfer gives a slot back.
     *
     * @param at any place in it
     * @param transfer which has it
     * @throws ProtocolException if it does not have it: two would share it from then on
     */
    public synchronized void giveLarge(long at, long transfer) throws ProtocolException {
        long slot = at - at % Window.LARGEST_SLOT;
        if (!given.remove(slot, transfer)) {
            throw new ProtocolException(
                    "the slot at " + at + ", which the transfer " + transfer + " does not have");
        }
        large.rested.add(slot);
    }
}
