package org.anabranch.mic.card;

/**
 * The scheduling of large transfers as slots of the window become free. The transfer whose turn it
 * is continues with each slot that it returns, or with any returned one if it has none. If there
 * are slots to spare, the one submitted first proceeds ahead of its turn, so that the host copies
 * for it while the card copies for another. A transfer that finds no memory is tried again with the
 * next slot or heartbeat. Thread-safe.
 */
public final class LargeTransfers {
    private final WindowSlots slots;
    // guarded by this, as are the places in them
    private final Line starved = new Line();
    private final Line waiting = new Line(); // as submitted

    /** A transfer in a line; made beforehand, so that it takes no memory to stand there. */
    static final class Place {
        private final HostTransfer transfer;
        private Place behind;
        private boolean taken;

        Place(HostTransfer transfer) {
            this.transfer = transfer;
        }
    }

    private static final class Line {
        private Place first;
        private Place last;

        void add(Place place) {
            if (place.taken) {
                return;
            }
            place.taken = true;
            if (first == null) {
                first = place;
            } else {
                last.behind = place;
            }
            last = place;
        }

        HostTransfer first() {
            return first == null ? null : first.transfer;
        }

        void removeFirst() {
            Place place = first;
            first = place.behind;
            place.behind = null;
            place.taken = false;
        }
    }

    public LargeTransfers(WindowSlots slots) {
        this.slots = slots;
    }

    /**
     * Begins a transfer that was announced to the card: sends pieces if it is its turn. Else the
     * turn may be far away, so the submitting thread does not copy for it.
     */
    public void begin(HostTransfer transfer, boolean turn) {
        if (turn) {
            advance(transfer);
        } else {
            submitted(transfer);
        }
    }

    private synchronized void submitted(HostTransfer transfer) {
        waiting.add(transfer.waiting);
    }

    /** It may go on; null if it has ended. */
    public void advance(HostTransfer transfer) {
        if (transfer != null && goesOn(transfer, true)) {
            feedStarved(); // a slot may have come in between
        }
    }

    /** Slots may have come back, or memory. */
    public void feed() {
        feedStarved();
        feedAhead();
    }

    private void feedStarved() {
        while (slots.hasLarge()) {
            HostTransfer next = pollStarved();
            if (next == null || !goesOn(next, true)) {
                return;
            }
        }
    }

    /** False if there was no memory for it. */
    private boolean goesOn(HostTransfer transfer, boolean turn) {
        boolean starves = true;
        try {
            starves = transfer.advance(turn);
            return true;
        } catch (OutOfMemoryError full) {
            return false;
        } finally {
            if (turn && starves) {
                starve(transfer);
            }
        }
    }

    private synchronized void starve(HostTransfer transfer) {
        starved.add(transfer.starved);
    }

    private synchronized HostTransfer pollStarved() {
        HostTransfer first = starved.first();
        if (first != null) {
            starved.removeFirst();
        }
        return first;
    }

    private void feedAhead() {
        HostTransfer first = firstWaiting(null);
        while (first != null) {
            if (first.wantsSlots() && !goesOn(first, false) || first.wantsSlots()) {
                return; // nothing to spare
            }
            first = firstWaiting(first);
        }
    }

    /** The first one, when one that was it is over. */
    private synchronized HostTransfer firstWaiting(HostTransfer over) {
        if (over != null && waiting.first() == over) {
            waiting.removeFirst();
        }
        return waiting.first();
    }
}
