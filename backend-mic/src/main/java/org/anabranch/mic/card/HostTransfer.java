package org.anabranch.mic.card;

import org.anabranch.api.Region;
import org.anabranch.mic.card.AcceptedOperations.Accepted;
import org.anabranch.mic.card.LargeTransfers.Place;
import org.anabranch.mic.link.FrameKind;
import org.anabranch.mic.link.FrameWriter;
import org.anabranch.mic.link.ProtocolException;
import org.anabranch.mic.link.Received;
import org.anabranch.mic.link.Window;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.support.StagedCopy;

import java.lang.foreign.MemorySegment;

/**
 * The host's side of a transfer: copies between the program's memory and the window. A small write
 * is packed when it is submitted, and so is the start of a large one if nothing else is under way;
 * all else happens on the receiving thread.
 */
public final class HostTransfer implements PendingRequest {
    /** Enough for both sides to go on copying while the other one wakes up. */
    private static final int MOST_SLOTS = 4;

    /** The number of pieces of a write that the card confirms at a time. */
    private static final int TOLD_EVERY = 2;

    /** Below, to hand a piece over takes longer than to copy it. */
    private static final long LEAST_PIECE = 256 << 10;

    /** The approximate number of pieces of a transfer that is alone. */
    private static final long PIECES = 4;

    private final Card card;
    private final long number;
    private final boolean toCard;
    private final MemorySegment memory;
    private final Region region;
    private final Accepted operation;
    private final boolean alone;
    private final long slot; // for all of it, or none
    private final long piece;
    // of one that goes piece by piece, in the lines of those
    final Place starved;
    final Place waiting;
    // all guarded by this
    private final GivenSlots given; // null if one slot is for all
    private long next;
    private long filled;
    private int untold;
    private Throwable failure;
    private boolean over;

    public HostTransfer(
            Card card,
            long number,
            boolean toCard,
            MemorySegment memory,
            Region region,
            boolean alone,
            Accepted operation) {
        this.card = card;
        this.number = number;
        this.toCard = toCard;
        this.memory = memory;
        this.region = region;
        this.alone = alone;
        this.operation = operation;
        this.piece = pieceSize();
        this.slot = slotForAll(); // then nothing takes memory, or it has none
        this.given = isLarge() ? new GivenSlots(card.slots(), MOST_SLOTS) : null;
        this.starved = isLarge() ? new Place(this) : null;
        this.waiting = isLarge() ? new Place(this) : null;
    }

    /**
     * If it is alone, the other side should not have to wait long for the first piece; else fewer
     * are better.
     */
    private long pieceSize() {
        long part = Long.highestOneBit(region.bytes() / PIECES);
        return alone ? Math.clamp(part, LEAST_PIECE, Window.LARGEST_SLOT) : Window.LARGEST_SLOT;
    }

    private long slotForAll() {
        if (isSmall()) {
            return card.slots().takeSmall(region.bytes());
        }
        if (region.bytes() > piece) {
            return Window.NO_SLOT;
        }
        return alone ? card.slots().takeLarge() : card.slots().takeSpareLarge();
    }

    private boolean isSmall() {
        return region.bytes() <= Window.SMALL_SLOT;
    }

    @Override
    public boolean isFor(Completion submitted) {
        return operation.isFor(submitted);
    }

    /** Returns true if it goes through the window piece by piece. */
    public boolean isLarge() {
        return slot == Window.NO_SLOT;
    }

    /**
     * Adds what the card must know of the window; a write through one slot is there from now on.
     */
    public FrameWriter announce(FrameWriter message) {
        message.putLong(isLarge() && alone ? Window.SOON : slot);
        if (!isLarge() && toCard) {
            StagedCopy.pack(memory, region, 0, region.bytes(), card.window(), slot);
            message.inWindow(slot, (int) region.bytes());
        }
        return message;
    }

    /** Returns true if there are pieces without a slot. */
    public synchronized boolean wantsSlots() {
        return next < region.bytes();
    }

    /**
     * Uses slots that are free, or only what can be spared if it need not be its turn. Returns
     * whether it wants one, and has none of which it will hear.
     *
     * @throws OutOfMemoryError if there was none for a piece; then it may go on later
     */
    public synchronized boolean advance(boolean turn) {
        if (!wantsSlots() || given.isFull()) {
            return false;
        }
        FrameWriter message =
                new FrameWriter(
                        toCard ? FrameKind.CHUNK : FrameKind.FILL); // first: no slot gets lost
        long free = takeSlot(turn);
        while (free != Window.NO_SLOT) {
            long from = next;
            long at = free + from % Window.LARGEST_SLOT; // all parts of the caches are used alike
            int bytes = pieceAt(from);
            if (toCard) {
                copy(from, bytes, at);
            }
            given.add(at, from);
            next += bytes;
            FrameWriter following = wantsSlots() ? followingOrNull() : null;
            free = following == null ? Window.NO_SLOT : takeSlot(turn);
            card.send(piece(message, at, from, bytes, wantsSlots() && free == Window.NO_SLOT));
            message = following;
        }
        return wantsSlots() && given.count() == 0;
    }

    /** Without memory for it the card is asked to tell of the piece before. */
    private FrameWriter followingOrNull() {
        try {
            return new FrameWriter(toCard ? FrameKind.CHUNK : FrameKind.FILL);
        } catch (OutOfMemoryError full) {
            return null;
        }
    }

    /** A free slot, if there is one and the transfer may have it. */
    private long takeSlot(boolean turn) {
        if (!wantsSlots() || given.isFull()) {
            return Window.NO_SLOT;
        }
        return turn ? card.slots().takeLarge() : card.slots().takeSpareLarge();
    }

    /**
     * Returns the message for a piece. Of a write, the card confirms some pieces with all before
     * them, always if the host has to wait for that. The last ones are confirmed by the end of the
     * transfer, unless another transfer is next.
     */
    private FrameWriter piece(FrameWriter message, long at, long from, int bytes, boolean waits) {
        message.putLong(number).putLong(at).putLong(from).putInt(bytes);
        if (toCard) {
            boolean last = region.bytes() - next <= (MOST_SLOTS - given.count()) * piece;
            boolean tell = waits || !(last && alone) && ++untold == TOLD_EVERY;
            untold = tell ? 0 : untold;
            message.putByte(tell ? 1 : 0).inWindow(at, bytes);
        }
        return message;
    }

    private int pieceAt(long from) {
        return (int) Math.min(piece, region.bytes() - from);
    }

    /**
     * The card has emptied a slot, and those that it was given before.
     *
     * @throws ProtocolException if it was not given that one
     */
    public synchronized void taken(long at) throws ProtocolException {
        check(toCard);
        given.giveBack(0, given.firstAt(at));
    }

    /**
     * The card has filled a slot.
     *
     * @throws ProtocolException if it is not what the slot was given for: nothing else of the
     *     program's memory may be written
     */
    public synchronized void filled(long at, long from, int bytes) throws ProtocolException {
        check(!toCard);
        if (given.firstAt(at) != from || bytes != pieceAt(from)) {
            throw new ProtocolException(
                    bytes + " bytes from " + from + " on for a transfer that did not want them");
        }
        filled += bytes;
        copy(from, bytes, at);
        given.giveBack(from, from);
    }

    private void check(boolean rightWay) throws ProtocolException {
        if (!isLarge() || !rightWay) {
            throw new ProtocolException("a piece of a transfer that has none of this kind");
        }
    }

    private void copy(long from, long bytes, long at) {
        try {
            if (toCard) {
                StagedCopy.pack(memory, region, from, bytes, card.window(), at);
            } else {
                StagedCopy.unpack(card.window(), at, memory, region, from, bytes);
            }
        } catch (RuntimeException | Error cause) {
            failAt(from, cause);
        }
    }

    /** The program's memory may be gone; the card's part of the transfer must end all the same. */
    private void failAt(long from, Throwable cause) {
        try {
            failure =
                    new IllegalStateException(
                            "byte " + from + " of a transfer of " + region.bytes() + ": " + cause,
                            cause);
        } catch (OutOfMemoryError full) {
            failure = cause;
        }
    }

    @Override
    public void answered(Received frame) {
        end(null);
    }

    @Override
    public void failed(Throwable cause) {
        end(cause);
    }

    /** Once; from then on neither window nor memory are looked at for this transfer. */
    private void end(Throwable cause) {
        Throwable failed;
        synchronized (this) {
            if (!over) {
                failure = cause == null ? outcome() : cause;
                over = true;
                next = region.bytes();
                giveAllBack();
            }
            failed = failure;
        }
        if (isLarge() || !isSmall()) {
            card.large().feed();
        }
        operation.end(failed);
    }

    private Throwable outcome() {
        if (!isLarge() && !toCard) {
            copy(0, region.bytes(), slot);
        }
        if (isLarge() && (toCard ? next : filled) < region.bytes()) {
            return new DeviceException(card.id() + " said that a transfer was done too early");
        }
        return failure;
    }

    private void giveAllBack() {
        if (isLarge()) {
            given.giveBack(0, Long.MAX_VALUE);
        } else if (isSmall()) {
            card.slots().giveSmall(slot);
        } else {
            card.slots().giveLarge(slot);
        }
    }
}
