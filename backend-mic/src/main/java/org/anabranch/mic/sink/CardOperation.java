package org.anabranch.mic.sink;

import org.anabranch.mic.link.FrameKind;
import org.anabranch.mic.link.FrameWriter;
import org.anabranch.mic.link.Received;
import org.anabranch.spi.NotStartedException;
import org.anabranch.spi.Order;
import org.anabranch.spi.support.OrderedLanes;

import java.util.concurrent.atomic.AtomicLong;

/** An operation of a lane, known to the host by a number. */
abstract class CardOperation extends OrderedLanes.Operation {
    final long number;
    private final OrderedLanes lanes;
    private final Replies replies;
    private final AtomicLong began = new AtomicLong();

    CardOperation(long number, OrderedLanes lanes, Replies replies, Received frame) {
        super(new Order(frame.body().getInt(), frame.body().getLong(), frame.longs()));
        this.number = number;
        this.lanes = lanes;
        this.replies = replies;
    }

    /** It begins now, if it has not; several threads may say so. */
    final void begins() {
        if (began.get() == 0) {
            began.compareAndSet(0, System.nanoTime());
        }
    }

    /** Tells the host, and lets the next ones begin. Null for success. */
    final void end(Throwable failure) {
        if (failure == null) {
            replies.send(success());
        } else {
            replies.failed(number, failure);
        }
        lanes.end(this, failure);
    }

    FrameWriter success() {
        begins();
        return new FrameWriter(FrameKind.DONE)
                .putLong(number)
                .putLong(began.get())
                .putLong(System.nanoTime());
    }

    @Override
    protected void notStarted(NotStartedException why) {
        replies.notStarted(number);
    }
}
