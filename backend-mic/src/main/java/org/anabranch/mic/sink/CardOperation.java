package org.anabranch.mic.sink;

import org.anabranch.mic.link.FrameKind;
import org.anabranch.mic.link.FrameWriter;
import org.anabranch.mic.link.Received;
import org.anabranch.spi.NotStartedException;
import org.anabranch.spi.Order;
import org.anabranch.spi.support.OrderedLanes;

import java.util.concurrent.atomic.AtomicLong;

/**
 * An operation of a lane, known to the host by a number. It waits for memory where it needs some to
 * begin or to end, since others of its lane wait for it.
 */
abstract class CardOperation extends OrderedLanes.Operation implements Replies.Reply {
    final long number;
    final SinkCard card;
    private final OrderedLanes lanes;
    private final AtomicLong began = new AtomicLong();

    CardOperation(long number, LogicalDomain domain, Received frame) {
        super(new Order(frame.body().getInt(), frame.body().getLong(), frame.longs()));
        this.number = number;
        this.card = domain.card;
        this.lanes = domain.lanes;
    }

    /** Records the begin, if there was none; several threads may call this. */
    final void begins() {
        if (began.get() == 0) {
            began.compareAndSet(0, System.nanoTime());
        }
    }

    /**
     * Begins the operation, or hands it over. Repeated after an {@link OutOfMemoryError}, until
     * that has been done.
     *
     * @param mayEndHere true if this call itself may end it
     */
    abstract void start(boolean mayEndHere);

    @Override
    protected final void begin(boolean mayEndHere) {
        boolean waits = false;
        while (true) {
            try {
                start(mayEndHere);
                break;
            } catch (OutOfMemoryError full) {
                waits = card.shortage.pause(waits);
            } catch (Throwable broken) {
                card.giveUp(broken);
                break;
            }
        }
        card.shortage.over(waits);
    }

    /** Tells the host, and lets the next ones begin; throws nothing. Null for success. */
    final void end(Throwable failure) {
        if (failure == null) {
            card.replies.reply(this);
        } else {
            card.replies.failed(number, failure);
        }
        lanes.end(this, failure);
    }

    @Override
    public FrameWriter message() {
        begins();
        return new FrameWriter(FrameKind.DONE)
                .putLong(number)
                .putLong(began.get())
                .putLong(System.nanoTime());
    }

    @Override
    protected void notStarted(NotStartedException why) {
        card.replies.notStarted(number);
    }
}
