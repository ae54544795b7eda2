package org.anabranch.mic;

import org.anabranch.mic.link.ProtocolException;
import org.anabranch.mic.link.Window;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;

/**
 * Which slots of the window are free. Small ones are given out when a transfer is submitted, and
 * wait with it for its turn; large ones only to a transfer whose turn it is. So transfers that wait
 * never hold what the others need to get on.
 */
final class WindowSlots {
    /** No slot. */
    static final long NONE = -1;

    private final Queue<Long> small = new ArrayDeque<>(); // guarded by this
    // of the receiving thread
    private final Queue<Long> large = new ArrayDeque<>();
    private final Map<Long, Long> given = new HashMap<>(); // large ones, to which transfer

    WindowSlots(long bytes) {
        for (long at = 0; at < bytes / 2; at += Window.SMALL_SLOT) {
            small.add(at);
        }
        for (long at = bytes / 2; at < bytes; at += Window.LARGEST_SLOT) {
            large.add(at);
        }
    }

    synchronized long takeSmall() {
        Long slot = small.poll();
        return slot == null ? NONE : slot;
    }

    synchronized void giveSmall(long slot) {
        if (slot != NONE) {
            small.add(slot);
        }
    }

    long takeLarge(long transfer) {
        Long slot = large.poll();
        if (slot == null) {
            return NONE;
        }
        given.put(slot, transfer);
        return slot;
    }

    /**
     * A transfer gives a slot back.
     *
     * @throws ProtocolException if it does not have it: two would share it from then on
     */
    void giveLarge(long slot, long transfer) throws ProtocolException {
        if (!given.remove(slot, transfer)) {
            throw new ProtocolException(
                    "the slot at " + slot + ", which the transfer " + transfer + " does not have");
        }
        large.add(slot);
    }
}
