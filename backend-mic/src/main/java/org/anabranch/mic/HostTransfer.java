package org.anabranch.mic;

import org.anabranch.api.Region;
import org.anabranch.mic.link.Kind;
import org.anabranch.mic.link.Message;
import org.anabranch.mic.link.PackedRegion;
import org.anabranch.mic.link.ProtocolException;
import org.anabranch.mic.link.Received;
import org.anabranch.mic.link.Window;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The host's side of a transfer: copies between the program's memory and the window. A small write
 * is packed when it is submitted, and so is the start of a large one if nothing else is under way;
 * all else happens on the receiving thread.
 */
final class HostTransfer implements Pending {
    /** Enough for both sides to go on copying while the other one wakes up. */
    private static final int MOST_SLOTS = 16;

    /** Up to so many pieces the card need not tell of each; more would not fit into caches. */
    private static final int QUIET = 4;

    private final Card card;
    private final long number;
    private final boolean toCard;
    private final MemorySegment memory;
    private final Region region;
    private final Completion completion;
    private final long slot;
    // all guarded by this
    private final Map<Long, Long> given = new HashMap<>(); // slots, for the piece that begins there
    private final Deque<Long> reserved = new ArrayDeque<>(); // slots for all that is left, or none
    private long next;
    private long filled;
    private Throwable failure;

    HostTransfer(
            Card card,
            long number,
            boolean toCard,
            MemorySegment memory,
            Region region,
            Completion completion) {
        this.card = card;
        this.number = number;
        this.toCard = toCard;
        this.memory = memory;
        this.region = region;
        this.completion = completion;
        this.slot = region.bytes() <= Window.SMALL_SLOT ? card.slots().takeSmall() : Window.NO_SLOT;
    }

    /** Whether it goes through the window piece by piece. */
    boolean isLarge() {
        return slot == Window.NO_SLOT;
    }

    /**
     * Adds what the card must know of the window; a small write is there from now on.
     *
     * @param alone whether nothing else is under way, so that it is the turn of this one
     */
    Message announce(Message message, boolean alone) {
        message.putLong(isLarge() && alone ? Window.SOON : slot);
        if (!isLarge() && toCard) {
            PackedRegion.pack(memory, region, 0, region.bytes(), window(), slot);
            message.inWindow(slot, (int) region.bytes());
        }
        return message;
    }

    private MemorySegment window() {
        return card.window();
    }

    /**
     * It is its turn: uses slots that are free. Returns whether it wants one, and has none of which
     * it will hear.
     */
    synchronized boolean advance() throws ProtocolException {
        if (!isLarge()) {
            throw new ProtocolException("the turn of a transfer that had its slot from the start");
        }
        reserve();
        while (next < region.bytes() && given.size() < MOST_SLOTS) {
            boolean quiet = !reserved.isEmpty();
            long at = quiet ? reserved.remove() : card.slots().takeLarge(number);
            if (at == Window.NO_SLOT) {
                return given.isEmpty();
            }
            int bytes = pieceAt(next);
            Message message =
                    new Message(toCard ? Kind.CHUNK : Kind.FILL)
                            .putLong(number)
                            .putLong(at)
                            .putLong(next)
                            .putInt(bytes);
            if (toCard) {
                guarded(next, () -> PackedRegion.pack(memory, region, next, bytes, window(), at));
                message.putByte(quiet ? 0 : 1).inWindow(at, bytes);
            }
            given.put(at, next);
            next += bytes;
            card.send(message);
        }
        return false;
    }

    /**
     * If there are slots for all of a write, the card need not tell of each that it has taken the
     * piece: its end says so.
     */
    private void reserve() {
        long pieces = Math.ceilDiv(region.bytes(), Window.LARGEST_SLOT);
        if (toCard && next == 0 && pieces <= QUIET) {
            reserved.addAll(card.slots().takeLarge(number, (int) pieces));
        }
    }

    private int pieceAt(long from) {
        return (int) Math.min(Window.LARGEST_SLOT, region.bytes() - from);
    }

    /** The card has emptied a slot, or does not fill it. */
    synchronized void taken(long at) {
        given.remove(at);
    }

    /**
     * The card has filled a slot.
     *
     * @throws ProtocolException if it is not what the slot was given for: nothing else of the
     *     program's memory may be written
     */
    synchronized void filled(long at, long from, int bytes) throws ProtocolException {
        Long wanted = toCard ? null : given.remove(at);
        if (wanted == null || wanted != from || bytes != pieceAt(from)) {
            throw new ProtocolException(
                    bytes + " bytes from " + from + " on for a transfer that did not want them");
        }
        filled += bytes;
        guarded(from, () -> PackedRegion.unpack(window(), at, memory, region, from, bytes));
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
            guarded(
                    0,
                    () -> PackedRegion.unpack(window(), slot, memory, region, 0, region.bytes()));
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
        card.slots().giveSmall(slot);
        Set<Long> rest;
        synchronized (this) {
            rest = Set.copyOf(given.keySet());
            given.clear();
        }
        if (!rest.isEmpty()) {
            card.freed(rest, number);
        }
    }
}
