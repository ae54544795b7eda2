package org.anabranch.mic;

import org.anabranch.api.Region;
import org.anabranch.mic.link.Frames.Received;
import org.anabranch.mic.link.Kind;
import org.anabranch.mic.link.Message;
import org.anabranch.mic.link.PackedRegion;
import org.anabranch.mic.link.Window;
import org.anabranch.spi.Completion;

import java.lang.foreign.MemorySegment;

/**
 * The host's side of a transfer: copies between the program's memory and the window. All but the
 * packing of a small write happens on the receiving thread.
 */
final class HostTransfer implements Pending {
    private final Card card;
    private final long number;
    private final boolean toCard;
    private final MemorySegment memory;
    private final Region region;
    private final Completion completion;
    private final long slot;
    private long next;
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
        this.slot =
                region.bytes() <= Window.SMALL_SLOT ? card.slots().takeSmall() : WindowSlots.NONE;
    }

    /** Adds what the card must know of the window; a small write is there from now on. */
    Message announce(Message message) {
        message.putLong(slot);
        if (slot != WindowSlots.NONE && toCard) {
            PackedRegion.pack(memory, region, 0, region.bytes(), window(), slot);
            message.inWindow(slot, (int) region.bytes());
        }
        return message;
    }

    private MemorySegment window() {
        return card.window();
    }

    /** It is its turn: uses the slots that are free. Returns whether it wants more. */
    boolean advance() {
        while (next < region.bytes()) {
            long at = card.slots().takeLarge();
            if (at == WindowSlots.NONE) {
                return true;
            }
            int bytes = (int) Math.min(Window.LARGEST_SLOT, region.bytes() - next);
            Message message =
                    new Message(toCard ? Kind.CHUNK : Kind.FILL)
                            .putLong(number)
                            .putLong(at)
                            .putLong(next)
                            .putInt(bytes);
            if (toCard) {
                guarded(next, () -> PackedRegion.pack(memory, region, next, bytes, window(), at));
                message.inWindow(at, bytes);
            }
            next += bytes;
            card.send(message);
        }
        return false;
    }

    /** The card has filled a slot. */
    void filled(long at, long from, int bytes) {
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
        if (slot != WindowSlots.NONE && !toCard) {
            guarded(
                    0,
                    () -> PackedRegion.unpack(window(), slot, memory, region, 0, region.bytes()));
        }
        card.slots().giveSmall(slot);
        if (failure == null) {
            completion.done();
        } else {
            completion.failed(failure);
        }
    }

    @Override
    public void failed(Throwable cause) {
        card.slots().giveSmall(slot);
        completion.failed(cause);
    }
}
