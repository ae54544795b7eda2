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

/**
 * A copy between the window and the card's memory. A small one has its slot from the start. A large
 * one announces its turn; the host then fills slots, or names slots to be filled, as they become
 * free. If the host knows that it is its turn, or has slots to spare, it does not wait for the
 * announcement; pieces that come too early are deferred.
 */
final class SinkTransfer extends CardOperation {
    private final boolean toCard;
    private final long handle;
    private final Region region;
    private final long slot;
    private final Piece all; // null if it goes piece by piece
    private final CopyEngine.End end; // null if it is not delayed
    private final Long key; // boxed in advance
    private Piece early; // the oldest one, linked to the next; guarded by this
    private Piece latest; // guarded by this
    private long earlyBytes; // guarded by this
    private boolean begun; // guarded by this
    private volatile boolean here; // the receiving thread copies
    // of the copy engine's thread, or of the receiving one
    private long copied;
    private boolean ended;

    SinkTransfer(long number, LogicalDomain domain, boolean toCard, Received frame) {
        super(number, domain, frame);
        this.toCard = toCard;
        this.handle = frame.body().getLong();
        this.region = Fields.region(frame.body());
        this.slot = frame.body().getLong();
        this.all = slot < 0 ? null : new Piece(slot, 0, (int) region.bytes(), false);
        this.end = engine().delaysEnds() ? new LateEnd() : null;
        this.key = number;
        if (slot < 0) {
            card.transfers.put(key, this);
        }
    }

    private final class LateEnd extends CopyEngine.End {
        @Override
        void end(Throwable failure) {
            SinkTransfer.this.end(failure);
        }
    }

    /** A piece of the bytes, to be copied. */
    private final class Piece extends Errand implements Replies.Reply {
        private final long at;
        private final long from;
        private final int bytes;
        private final boolean tell;
        private Piece behind; // that came too early, too

        /**
         * Describes a piece.
         *
         * @param at slot
         * @param from first packed byte
         * @param bytes how many
         * @param tell true if the host must be notified before the whole transfer ends
         */
        Piece(long at, long from, int bytes, boolean tell) {
            this.at = at;
            this.from = from;
            this.bytes = bytes;
            this.tell = tell;
        }

        @Override
        void run() {
            copy(this);
        }

        @Override
        public FrameWriter message() {
            FrameWriter message = new FrameWriter(toCard ? FrameKind.TAKEN : FrameKind.FILLED);
            message.putLong(number).putLong(at);
            return toCard ? message : message.putLong(from).putInt(bytes).inWindow(at, bytes);
        }
    }

    private CopyEngine engine() {
        return toCard ? card.toCard : card.fromCard;
    }

    @Override
    void start(boolean mayEndHere) {
        if (slot == Window.SOON) {
            here = mayEndHere && engine().isFree();
            beginEarly();
        } else if (slot == Window.NO_SLOT) {
            if (beginEarly() < region.bytes()) {
                card.replies.reply(FrameKind.GO, number);
            }
        } else if (mayEndHere && engine().isFree()) {
            copy(all); // sooner done than handed over
        } else {
            engine().submit(all);
        }
    }

    /** Returns how many bytes the host has provided for. */
    private synchronized long beginEarly() {
        for (Piece piece = early; piece != null; piece = piece.behind) {
            engine().submit(piece);
        }
        forgetEarly();
        return earlyBytes;
    }

    /** The host has filled a slot, or wants it to be filled. */
    void piece(long at, long from, int bytes, boolean tell) {
        Piece piece = new Piece(at, from, bytes, tell);
        if (here) {
            copy(piece);
            return;
        }
        synchronized (this) {
            if (begun) {
                engine().submit(piece);
            } else {
                addEarly(piece);
            }
        }
    }

    private synchronized void addEarly(Piece piece) {
        if (early == null) {
            early = piece;
        } else {
            latest.behind = piece;
        }
        latest = piece;
        earlyBytes += piece.bytes;
    }

    @Override
    protected void notStarted(NotStartedException why) {
        card.transfers.remove(key);
        ended = true;
        forgetEarly();
        super.notStarted(why);
    }

    private synchronized void forgetEarly() {
        begun = true;
        early = null;
        latest = null;
    }

    private void copy(Piece piece) {
        if (ended) {
            return; // the host knows that its slots are free
        }
        begins();
        Throwable failure = attempt(piece);
        if (failure != null || copied == region.bytes()) {
            finish(failure);
        }
    }

    private Throwable attempt(Piece piece) {
        try {
            MemorySegment memory = card.memory.of(handle);
            MemorySegment window = card.window.memory();
            if (toCard) {
                StagedCopy.unpack(window, piece.at, memory, region, piece.from, piece.bytes);
            } else {
                StagedCopy.pack(memory, region, piece.from, piece.bytes, window, piece.at);
            }
            engine().carried(piece.bytes);
            copied += piece.bytes;
            if (piece.tell) {
                card.replies.reply(piece);
            }
            return null;
        } catch (Throwable failure) {
            return failure;
        }
    }

    private void finish(Throwable failure) {
        ended = true;
        if (slot < 0) {
            card.transfers.remove(key);
        }
        if (end == null) {
            end(failure);
        } else {
            engine().end(end, failure);
        }
    }

    @Override
    public FrameWriter message() {
        FrameWriter done = super.message();
        return slot < 0 || toCard ? done : done.inWindow(slot, (int) region.bytes());
    }
}
