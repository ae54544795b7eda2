package org.anabranch.mic.sink;

import org.anabranch.api.Region;
import org.anabranch.mic.link.Fields;
import org.anabranch.mic.link.FrameKind;
import org.anabranch.mic.link.FrameWriter;
import org.anabranch.mic.link.Received;
import org.anabranch.mic.link.Window;
import org.anabranch.spi.NotStartedException;
import org.anabranch.spi.support.StagedCopy;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * A copy between the window and the card's memory. A small one has its slot from the start. A large
 * one announces its turn; the host then fills slots, or names slots to be filled, as they become
 * free. If the host knows that it is its turn, or has slots to spare, it does not wait for the
 * announcement; pieces that come too early are deferred.
 */
final class SinkTransfer extends CardOperation {
    private final LogicalDomain domain;
    private final boolean toCard;
    private final long handle;
    private final Region region;
    private final long slot;
    private final List<Piece> early = new ArrayList<>(); // guarded by this
    private boolean begun; // guarded by this
    private volatile boolean here; // the receiving thread copies
    // of the copy engine's thread, or of the receiving one
    private long copied;
    private boolean ended;

    SinkTransfer(long number, LogicalDomain domain, boolean toCard, Received frame) {
        super(number, domain.lanes, domain.card.replies, frame);
        this.domain = domain;
        this.toCard = toCard;
        this.handle = frame.body().getLong();
        this.region = Fields.region(frame.body());
        this.slot = frame.body().getLong();
        if (slot < 0) {
            domain.card.transfers.put(number, this);
        }
    }

    /**
     * A piece of the bytes.
     *
     * @param at slot
     * @param from first packed byte
     * @param bytes how many
     * @param tell true if the host must be notified before the whole transfer ends
     */
    record Piece(long at, long from, int bytes, boolean tell) {}

    private CopyEngine engine() {
        return toCard ? domain.card.toCard : domain.card.fromCard;
    }

    @Override
    protected void begin(boolean mayEndHere) {
        if (slot == Window.SOON) {
            here = mayEndHere && engine().isFree();
            beginEarly();
        } else if (slot == Window.NO_SLOT) {
            if (beginEarly() < region.bytes()) {
                domain.card.replies.send(new FrameWriter(FrameKind.GO).putLong(number));
            }
        } else if (mayEndHere && engine().isFree()) {
            copy(all()); // sooner done than handed over
        } else {
            submit(all());
        }
    }

    private Piece all() {
        return new Piece(slot, 0, (int) region.bytes(), false);
    }

    /** Returns how many bytes the host has provided for. */
    private synchronized long beginEarly() {
        begun = true;
        long bytes = early.stream().mapToLong(Piece::bytes).sum();
        early.forEach(this::submit);
        early.clear();
        return bytes;
    }

    private void submit(Piece piece) {
        engine().submit(() -> copy(piece));
    }

    /** The host has filled a slot, or wants it to be filled. */
    void piece(Piece piece) {
        if (here) {
            copy(piece);
            return;
        }
        synchronized (this) {
            if (begun) {
                submit(piece);
            } else {
                early.add(piece);
            }
        }
    }

    @Override
    protected void notStarted(NotStartedException why) {
        domain.card.transfers.remove(number);
        ended = true;
        forgetEarly();
        super.notStarted(why);
    }

    private synchronized void forgetEarly() {
        begun = true;
        early.clear();
    }

    private void copy(Piece piece) {
        if (ended) {
            return; // the host knows that its slots are free
        }
        begins();
        try {
            MemorySegment memory = domain.card.memory.of(handle);
            MemorySegment window = domain.card.window.memory();
            if (toCard) {
                StagedCopy.unpack(window, piece.at, memory, region, piece.from, piece.bytes);
            } else {
                StagedCopy.pack(memory, region, piece.from, piece.bytes, window, piece.at);
            }
            engine().carried(piece.bytes);
            copied += piece.bytes;
            if (piece.tell) {
                tell(piece);
            }
            if (copied == region.bytes()) {
                finish(null);
            }
        } catch (RuntimeException | Error failure) {
            finish(failure);
        }
    }

    private void tell(Piece piece) {
        FrameWriter message = new FrameWriter(toCard ? FrameKind.TAKEN : FrameKind.FILLED);
        message.putLong(number).putLong(piece.at);
        if (!toCard) {
            message.putLong(piece.from).putInt(piece.bytes).inWindow(piece.at, piece.bytes);
        }
        domain.card.replies.send(message);
    }

    private void finish(Throwable failure) {
        ended = true;
        domain.card.transfers.remove(number);
        engine().end(() -> end(failure));
    }

    @Override
    FrameWriter success() {
        FrameWriter done = super.success();
        return slot < 0 || toCard ? done : done.inWindow(slot, (int) region.bytes());
    }
}
