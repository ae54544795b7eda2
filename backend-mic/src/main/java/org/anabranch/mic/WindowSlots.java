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
 * never hold what the others need to get on. What was given back last is given out first, as the
 * caches still have it.
 */
final class WindowSlots {
    // all guarded by this
    private final Deque<Long> small = new ArrayDeque<>();
    private final Deque<Long> large = new ArrayDeque<>();
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
        return slot == null ? Window.NO_SLOT : slot;
    }

    synchronized void giveSmall(long slot) {
        if (slot != Window.NO_SLOT) {
            small.push(slot);
        }
    }

    synchronized long takeLarge(long transfer) {
        Long slot = large.poll();
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
        large.push(slot);
    }
}
