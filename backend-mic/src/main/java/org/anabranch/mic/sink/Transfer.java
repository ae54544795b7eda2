package org.anabranch.mic.sink;

import org.anabranch.api.Region;
import org.anabranch.mic.link.Fields;
import org.anabranch.mic.link.Frames.Received;
import org.anabranch.mic.link.Kind;
import org.anabranch.mic.link.Message;
import org.anabranch.mic.link.PackedRegion;

import java.lang.foreign.MemorySegment;

/**
 * A copy between the window and the card's memory. A small one has its slot from the start. A large
 * one says when it is its turn; the host then fills slots, or names some to be filled, as they
 * become free.
 */
final class Transfer extends CardOperation {
    private static final long NO_SLOT = -1;

    private final LogicalDomain domain;
    private final boolean toCard;
    private final long handle;
    private final Region region;
    private final long slot;
    // of the copy engine's thread, or of who begins it
    private long copied;
    private boolean ended;

    Transfer(long number, LogicalDomain domain, boolean toCard, Received frame) {
        super(number, domain.lanes, domain.card.replies, frame);
        this.domain = domain;
        this.toCard = toCard;
        this.handle = frame.body().getLong();
        this.region = Fields.region(frame.body());
        this.slot = frame.body().getLong();
    }

    private CopyEngine engine() {
        return toCard ? domain.card.toCard : domain.card.fromCard;
    }

    @Override
    void begin(boolean mayEndHere) {
        if (slot == NO_SLOT) {
            domain.card.transfers.put(number, this);
            domain.card.replies.send(new Message(Kind.GO).putLong(number));
        } else if (mayEndHere && engine().isFree()) {
            copy(slot, 0, (int) region.bytes(), false); // sooner done than handed over
        } else {
            engine().submit(() -> copy(slot, 0, (int) region.bytes(), false));
        }
    }

    /** The host has filled a slot, or wants it to be filled. */
    void piece(long at, long from, int bytes) {
        engine().submit(() -> copy(at, from, bytes, true));
    }

    private void copy(long at, long from, int bytes, boolean piecewise) {
        if (ended) {
            free(at);
            return;
        }
        try {
            MemorySegment memory = domain.card.memory.of(handle);
            MemorySegment window = domain.card.window.memory();
            if (toCard) {
                PackedRegion.unpack(window, at, memory, region, from, bytes);
            } else {
                PackedRegion.pack(memory, region, from, bytes, window, at);
            }
            engine().carried(bytes);
            copied += bytes;
            if (piecewise) {
                told(at, from, bytes);
            }
            if (copied == region.bytes()) {
                finish(null);
            }
        } catch (RuntimeException | Error failure) {
            if (piecewise) {
                free(at);
            }
            finish(failure);
        }
    }

    private void told(long at, long from, int bytes) {
        if (toCard) {
            free(at);
            return;
        }
        domain.card.replies.send(
                new Message(Kind.FILLED)
                        .putLong(number)
                        .putLong(at)
                        .putLong(from)
                        .putInt(bytes)
                        .inWindow(at, bytes));
    }

    private void free(long at) {
        domain.card.replies.send(new Message(Kind.TAKEN).putLong(number).putLong(at));
    }

    private void finish(Throwable failure) {
        ended = true;
        domain.card.transfers.remove(number);
        engine().end(() -> end(failure));
    }

    @Override
    Message success() {
        Message done = super.success();
        return slot == NO_SLOT || toCard ? done : done.inWindow(slot, (int) region.bytes());
    }
}
