package org.anabranch.mic;

import org.anabranch.mic.link.ProtocolException;
import org.anabranch.mic.link.Window;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Which slots of the window are free. Small ones are given out when a transfer is submitted, and
 * wait with it for its turn; large ones only to a transfer whose turn it is. So transfers that wait
 * never hold what the others need to get on.
 *
 * <p>A slot that comes back rests until a few others have come back: if the other side is on
 * another core, what that one still has in its cache takes long to write ({@code
 * benchmarks/machine/run}: 256 KiB take 35 microseconds through one slot, 22 through four, 14
 * through sixteen). But not all are in use in turn, since then they would leave the caches
 * altogether, and those of one core, where both sides often are, are small.
 */
final class WindowSlots {
    private static final int RESTING = 4;

    // all guarded by this
    private final Free small = new Free();
    private final Free large = new Free();
    private final Map<Long, Long> given = new HashMap<>(); // large ones, to which transfer

    /** Free slots of one size. */
    private static final class Free {
        private final Deque<Long> fresh = new ArrayDeque<>();
        private final Deque<Long> rested = new ArrayDeque<>();

        Long take() {
            boolean enough = fresh.isEmpty() || rested.size() >= RESTING;
            return enough ? rested.poll() : fresh.poll();
        }

        boolean isEmpty() {
            return fresh.isEmpty() && rested.isEmpty();
        }
    }

    WindowSlots(long bytes) {
        for (long at = 0; at < bytes / 2; at += Window.SMALL_SLOT) {
            small.fresh.add(at);
        }
        for (long at = bytes / 2; at < bytes; at += Window.LARGEST_SLOT) {
            large.fresh.add(at);
        }
    }

    synchronized long takeSmall() {
        Long slot = small.take();
        return slot == null ? Window.NO_SLOT : slot;
    }

    synchronized void giveSmall(long slot) {
        if (slot != Window.NO_SLOT) {
            small.rested.add(slot);
        }
    }

    synchronized long takeLarge(long transfer) {
        Long slot = large.take();
        if (slot == null) {
            return Window.NO_SLOT;
        }
        given.put(slot, transfer);
        return slot;
    }

    synchronized boolean hasLarge() {
        return !large.isEmpty();
    }

    /**
     * A transfer gives a slot back.
     *
     * @throws ProtocolException if it does not have it: two would share it from then on
     */
    synchronized void giveLarge(long slot, long transfer) throws ProtocolException {
        if (!given.remove(slot, transfer)) {
            throw new ProtocolException(
                    "the slot at " + slot + ", which the transfer " + transfer + " does not have");
        }
        large.rested.add(slot);
    }
}
