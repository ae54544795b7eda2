package org.anabranch.mic.card;

import org.anabranch.api.Region;
import org.anabranch.mic.link.Kind;
import org.anabranch.mic.link.Message;
import org.anabranch.mic.link.ProtocolException;
import org.anabranch.mic.link.Received;
import org.anabranch.mic.link.Window;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.support.StagedCopy;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The host's side of a transfer: copies between the program's memory and the window. A small write
 * is packed when it is submitted, and so is the start of a large one if nothing else is under way;
 * all else happens on the receiving thread.
 */
public final class HostTransfer implements Pending {
    /** Enough for both sides to go on copying while the other one wakes up. */
    private static final int MOST_SLOTS = 4;

    /** So many pieces of a write the card tells of at once. */
    private static final int TOLD_EVERY = 2;

    /** Below, to hand a piece over takes longer than to copy it. */
    private static final long LEAST_PIECE = 256 << 10;

    /** What is alone has about so many pieces. */
    private static final long PIECES = 4;

    private final Card card;
    private final long number;
    private final boolean toCard;
    private final MemorySegment memory;
    private final Region region;
    private final Completion completion;
    private final boolean alone;
    private final long slot; // for all of it, or none
    private final long piece;
    // all guarded by this
    private final Map<Long, Long> given = new HashMap<>(); // slots, for the piece that begins there
    private long next;
    private long filled;
    private int untold;
    private Throwable failure;

    public HostTransfer(
            Card card,
            long number,
            boolean toCard,
            MemorySegment memory,
            Region region,
            boolean alone,
            Completion completion) {
        this.card = card;
        this.number = number;
        this.toCard = toCard;
        this.memory = memory;
        this.region = region;
        this.alone = alone;
        this.completion = completion;
        this.piece = pieceSize();
        this.slot = slotForAll();
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
        return alone ? card.slots().takeLarge(number) : card.slots().takeSpareLarge(number);
    }

    private boolean isSmall() {
        return region.bytes() <= Window.SMALL_SLOT;
    }

    @Override
    public boolean isFor(Completion submitted) {
        return CountedCompletion.is(completion, submitted);
    }

    /** Whether it goes through the window piece by piece. */
    public boolean isLarge() {
        return slot == Window.NO_SLOT;
    }

    /**
     * Adds what the card must know of the window; a write through one slot is there from now on.
     */
    public Message announce(Message message) {
        message.putLong(isLarge() && alone ? Window.SOON : slot);
        if (!isLarge() && toCard) {
            StagedCopy.pack(memory, region, 0, region.bytes(), window(), slot);
            message.inWindow(slot, (int) region.bytes());
        }
        return message;
    }

    private MemorySegment window() {
        return card.window();
    }

    /** Whether there are pieces that have no slot yet. */
    public synchronized boolean wantsSlots() {
        return next < region.bytes();
    }

    /**
     * Uses slots that are free, or only what can be spared if it need not be its turn. Returns
     * whether it wants one, and has none of which it will hear.
     */
    public synchronized boolean advance(boolean turn) throws ProtocolException {
        if (!isLarge()) {
            throw new ProtocolException("the turn of a transfer that had its slot from the start");
        }
        long free = takeSlot(turn);
        while (free != Window.NO_SLOT) {
            long from = next;
            long at = free + from % Window.LARGEST_SLOT; // all parts of the caches are used alike
            int bytes = pieceAt(from);
            if (toCard) {
                guarded(from, () -> StagedCopy.pack(memory, region, from, bytes, window(), at));
            }
            given.put(at, from);
            next += bytes;
            long following = takeSlot(turn);
            boolean waits = wantsSlots() && following == Window.NO_SLOT;
            card.send(piece(at, from, bytes, waits));
            free = following;
        }
        return wantsSlots() && given.isEmpty();
    }

    /** A free slot, if there is one and the transfer may have it. */
    private long takeSlot(boolean turn) {
        if (!wantsSlots() || given.size() >= MOST_SLOTS) {
            return Window.NO_SLOT;
        }
        return turn ? card.slots().takeLarge(number) : card.slots().takeSpareLarge(number);
    }

    /**
     * Of the pieces of a write the card tells now and then that it has taken all so far, and if the
     * host has to wait for that; of the last ones the end of the transfer tells, but for somebody
     * who comes next.
     */
    private Message piece(long at, long from, int bytes, boolean waits) {
        Message message =
                new Message(toCard ? Kind.CHUNK : Kind.FILL)
                        .putLong(number)
                        .putLong(at)
                        .putLong(from)
                        .putInt(bytes);
        if (toCard) {
            boolean last = region.bytes() - next <= (MOST_SLOTS - given.size()) * piece;
            boolean tell = waits || !(last && alone) && ++untold == TOLD_EVERY;
            untold = tell ? 0 : untold;
            message.putByte(tell ? 1 : 0).inWindow(at, bytes);
        }
        return message;
    }

    private int pieceAt(long from) {
        return (int) Math.min(piece, region.bytes() - from);
    }

    /** The card has emptied a slot, and those that it was given before. Returns them. */
    public synchronized Set<Long> taken(long at) {
        Long last = toCard ? given.get(at) : null;
        if (last == null) {
            return Set.of(at); // which is nonsense, and will be found to be
        }
        Set<Long> slots = new HashSet<>(given.keySet());
        slots.removeIf(slot -> given.get(slot) > last);
        given.keySet().removeAll(slots);
        return slots;
    }

    /**
     * The card has filled a slot.
     *
     * @throws ProtocolException if it is not what the slot was given for: nothing else of the
     *     program's memory may be written
     */
    public synchronized void filled(long at, long from, int bytes) throws ProtocolException {
        Long wanted = toCard ? null : given.remove(at);
        if (wanted == null || wanted != from || bytes != pieceAt(from)) {
            throw new ProtocolException(
                    bytes + " bytes from " + from + " on for a transfer that did not want them");
        }
        filled += bytes;
        guarded(from, () -> StagedCopy.unpack(window(), at, memory, region, from, bytes));
    }

    /** The program's memory may be gone; the card's part of the transfer must end all the same. */
    private void guarded(long from, Runnable copy) {
        try {
            copy.run();
        } catch (RuntimeException | Error cause) {
            failure =
                    new IllegalStateException(
                            "byte " + from + " of a transfer of " + region.bytes() + ": " + cause,
                            cause);
        }
    }

    @Override
    public void answered(Received frame) {
        Throwable failed = outcome();
        giveBack();
        if (failed == null) {
            completion.done();
        } else {
            completion.failed(failed);
        }
    }

    private synchronized Throwable outcome() {
        if (!isLarge() && !toCard) {
            guarded(0, () -> StagedCopy.unpack(window(), slot, memory, region, 0, region.bytes()));
        }
        if (isLarge() && (toCard ? next : filled) < region.bytes()) {
            failure = new DeviceException(card.id() + " said that a transfer was done too early");
        }
        return failure;
    }

    @Override
    public void failed(Throwable cause) {
        stop();
        giveBack();
        completion.failed(cause);
    }

    private synchronized void stop() {
        next = region.bytes();
    }

    /** The card will not look at the window for this transfer any more. */
    private void giveBack() {
        Set<Long> rest;
        synchronized (this) {
            rest = new HashSet<>(given.keySet());
            given.clear();
        }
        if (isSmall()) {
            card.slots().giveSmall(slot);
        } else if (!isLarge()) {
            rest.add(slot);
        }
        if (!rest.isEmpty()) {
            card.freed(rest, number);
        }
    }
}
