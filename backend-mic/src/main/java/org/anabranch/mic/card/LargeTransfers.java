package org.anabranch.mic.card;

import org.anabranch.mic.link.ProtocolException;

import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Lets large transfers go on as slots of the window become free. One whose turn it is goes on with
 * each slot that it gives back, or when anybody gives one back if it has none. While there are
 * slots to spare, the one that was submitted first goes ahead of its turn, so that the host copies
 * for it while the card copies for another. For any thread.
 */
public final class LargeTransfers {
    private final WindowSlots slots;
    private final Queue<HostTransfer> starved = new ConcurrentLinkedQueue<>();
    private final Queue<HostTransfer> waiting = new ConcurrentLinkedQueue<>(); // as submitted

    public LargeTransfers(WindowSlots slots) {
        this.slots = slots;
    }

    /**
     * The card has been told of it; its turn may be far away, so the thread that submits it does
     * not copy for it.
     */
    public void submitted(HostTransfer transfer) {
        waiting.add(transfer);
    }

    /** It may go on; null if it has ended. */
    public void advance(HostTransfer transfer) throws ProtocolException {
        if (transfer != null && transfer.advance(true)) {
            starved.add(transfer);
            feed(); // a slot may have come in between
        }
    }

    /** Slots come back from a transfer. */
    public void freed(Set<Long> back, long number) throws ProtocolException {
        for (long slot : back) {
            slots.giveLarge(slot, number);
        }
        feed();
        feedAhead();
    }

    private void feed() throws ProtocolException {
        while (slots.hasLarge()) {
            HostTransfer next = starved.poll();
            if (next == null) {
                return;
            }
            if (next.advance(true)) {
                starved.add(next);
            }
        }
    }

    private void feedAhead() throws ProtocolException {
        while (true) {
            HostTransfer first = waiting.peek();
            if (first == null) {
                return;
            }
            if (first.wantsSlots()) {
                first.advance(false);
            }
            if (first.wantsSlots()) {
                return; // nothing to spare
            }
            waiting.remove(first);
        }
    }
}
