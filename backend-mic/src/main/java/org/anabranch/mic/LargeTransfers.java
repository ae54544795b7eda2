package org.anabranch.mic;

import org.anabranch.mic.link.ProtocolException;

import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Lets large transfers go on as slots of the window become free: one that has slots with each that
 * it gives back, one that has none when anybody gives one back. For any thread.
 */
final class LargeTransfers {
    private final WindowSlots slots;
    private final Queue<HostTransfer> starved = new ConcurrentLinkedQueue<>();

    LargeTransfers(WindowSlots slots) {
        this.slots = slots;
    }

    /** It may go on; null if it has ended. */
    void advance(HostTransfer transfer) throws ProtocolException {
        if (transfer != null && transfer.advance()) {
            starved.add(transfer);
            feed(); // a slot may have come in between
        }
    }

    /** Slots come back from a transfer. */
    void freed(Set<Long> back, long number) throws ProtocolException {
        for (long slot : back) {
            slots.giveLarge(slot, number);
        }
        feed();
    }

    private void feed() throws ProtocolException {
        while (slots.hasLarge()) {
            HostTransfer next = starved.poll();
            if (next == null) {
                return;
            }
            if (next.advance()) {
                starved.add(next);
            }
        }
    }
}
