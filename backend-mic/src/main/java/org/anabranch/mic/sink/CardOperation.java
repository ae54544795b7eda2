package org.anabranch.mic.sink;

import org.anabranch.mic.link.Kind;
import org.anabranch.mic.link.Message;
import org.anabranch.mic.link.Received;

/** An operation of a lane, known to the host by a number. */
abstract class CardOperation extends CardLanes.Operation {
    final long number;
    private final CardLanes lanes;
    private final Replies replies;

    CardOperation(long number, CardLanes lanes, Replies replies, Received frame) {
        super(frame.body().getInt(), frame.body().getLong(), frame.longs());
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
        lanes.end(this, failure != null);
    }

    Message success() {
        return new Message(Kind.DONE).putLong(number);
    }

    @Override
    void notStarted() {
        replies.notStarted(number);
    }
}
