package org.anabranch.mic;

import org.anabranch.mic.link.Window;

import java.util.ArrayDeque;
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
    private final Queue<Long> large = new ArrayDeque<>(); // of the receiving thread

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

    long takeLarge() {
        Long slot = large.poll();
        return slot == null ? NONE : slot;
    }

    void giveLarge(long slot) {
        large.add(slot);
    }
}
