package org.anabranch.mic.card;

import org.anabranch.mic.link.ProtocolException;

/**
 * The slots that one transfer has, each for the piece that begins there. Takes no memory. Not safe
 * for several threads.
 */
final class GivenSlots {
    private final WindowSlots free;
    private final long[] places; // in the window
    private final long[] firsts; // bytes of the pieces
    private int count;

    GivenSlots(WindowSlots free, int most) {
        this.free = free;
        this.places = new long[most];
        this.firsts = new long[most];
    }

    int count() {
        return count;
    }

    boolean isFull() {
        return count == places.length;
    }

    void add(long at, long first) {
        places[count] = at;
        firsts[count++] = first;
    }

    /**
     * The first byte of the piece.
     *
     * @throws ProtocolException if the slot is not one of these
     */
    long firstAt(long at) throws ProtocolException {
        for (int i = 0; i < count; i++) {
            if (places[i] == at) {
                return firsts[i];
            }
        }
        throw new ProtocolException("the slot at " + at + ", which the transfer does not have");
    }

    /** Gives back those of some pieces, by their first bytes. */
    void giveBack(long least, long most) {
        for (int i = count - 1; i >= 0; i--) {
            if (firsts[i] >= least && firsts[i] <= most) {
                free.giveLarge(places[i]);
                count--;
                places[i] = places[count]; // one of those that were looked at
                firsts[i] = firsts[count];
            }
        }
    }
}
