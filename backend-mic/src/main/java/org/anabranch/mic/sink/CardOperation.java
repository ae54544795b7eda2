package org.anabranch.mic.sink;

import org.anabranch.mic.link.Kind;
import org.anabranch.mic.link.Message;
import org.anabranch.mic.link.Received;
import org.anabranch.spi.NotStartedException;
import org.anabranch.spi.Order;
import org.anabranch.spi.support.OrderedLanes;

/** An operation of a lane, known to the host by a number. */
abstract class CardOperation extends OrderedLanes.Operation {
    final long number;
    private final OrderedLanes lanes;
    private final Replies replies;

    CardOperation(long number, OrderedLanes lanes, Replies replies, Received frame) {
        super(new Order(frame.body().getInt(), frame.body().getLong(), frame.longs()));
        this.number = number;
        this.lanes = lanes;
        this.replies = replies;
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

    Message success() {
        return new Message(Kind.DONE).putLong(number);
    }

    @Override
    protected void notStarted(NotStartedException why) {
        replies.notStarted(number);
    }
}
