package org.anabranch.spi.support;

import org.anabranch.spi.NotStartedException;
import org.anabranch.spi.Order;

import java.util.concurrent.atomic.AtomicInteger;

/** An operation that counts its beginnings. */
final class CountedOperation extends OrderedLanes.Operation {
    final AtomicInteger begun = new AtomicInteger();
    final AtomicInteger refused = new AtomicInteger();

    CountedOperation(int lane, long ticket, long... after) {
        super(new Order(lane, ticket, after));
    }

    @Override
    protected void begin(boolean mayEndHere) {
        begun.getAndIncrement();
    }

    @Override
    protected void notStarted(NotStartedException why) {
        refused.getAndIncrement();
    }
}
