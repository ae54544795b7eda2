package org.anabranch.mic.sink;

import org.anabranch.api.Region;
import org.anabranch.mic.link.Fields;
import org.anabranch.mic.link.Kind;
import org.anabranch.mic.link.Message;
import org.anabranch.mic.link.PackedRegion;
import org.anabranch.mic.link.Received;
import org.anabranch.mic.link.Window;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * A copy between the window and the card's memory. A small one has its slot from the start. A large
 * one says when it is its turn; the host then fills slots, or names some to be filled, as they
 * become free. If the host knows that it is its turn, it does so without being told; what then
 * comes too early is kept.
 */
final class Transfer extends CardOperation {
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

    Transfer(long number, LogicalDomain domain, boolean toCard, Received frame) {
        super(number, domain.lanes, domain.card.replies, frame);
        this.domain = domain;
        this.toCard = toCard;
        this.handle = frame.body().getLong();
        this.region = Fields.region(frame.body());
        this.slot = frame.body().getLong();
        if (slot == Window.SOON) {
            domain.card.transfers.put(number, this);
        }
    }

    private record Piece(long at, long from, int bytes) {}

    private CopyEngine engine() {
        return toCard ? domain.card.toCard : domain.card.fromCard;
    }

    @Override
    void begin(boolean mayEndHere) {
        if (slot == Window.SOON) {
            here = mayEndHere && engine().isFree();
            beginEarly();
        } else if (slot == Window.NO_SLOT) {
            beginEarly();
            domain.card.transfers.put(number, this);
            domain.card.replies.send(new Message(Kind.GO).putLong(number));
        } else if (mayEndHere && engine().isFree()) {
            copy(slot, 0, (int) region.bytes(), false); // sooner done than handed over
        } else {
            engine().submit(() -> copy(slot, 0, (int) region.bytes(), false));
        }
    }

    private synchronized void beginEarly() {
        begun = true;
        early.forEach(this::submit);
        early.clear();
    }

    private void submit(Piece piece) {
        engine().submit(() -> copy(piece.at, piece.from, piece.bytes, true));
    }

    /** The host has filled a slot, or wants it to be filled. */
    void piece(long at, long from, int bytes) {
        if (here) {
            copy(at, from, bytes, true);
            return;
        }
        synchronized (this) {
            Piece piece = new Piece(at, from, bytes);
            if (begun) {
                submit(piece);
            } else {
                early.add(piece);
            }
        }
    }

    @Override
    void notStarted() {
        domain.card.transfers.remove(number);
        ended = true;
        beginEarly(); // which only gives the slots back
        super.notStarted();
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
        return slot < 0 || toCard ? done : done.inWindow(slot, (int) region.bytes());
    }
}
