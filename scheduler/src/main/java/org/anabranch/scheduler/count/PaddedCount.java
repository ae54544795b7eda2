package org.anabranch.scheduler.count;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongUnaryOperator;

/** A count with nothing else on its cache lines. Of any thread. */
public final class PaddedCount {
    private static final int PLACE = 16;
    private static final int LENGTH = 32;

    private final AtomicLongArray count = new AtomicLongArray(LENGTH);

    public PaddedCount(long initial) {
        count.setPlain(PLACE, initial);
    }

    public long get() {
        return count.get(PLACE);
    }

    public long addAndGet(long number) {
        return count.addAndGet(PLACE, number);
    }

    long getAndUpdate(LongUnaryOperator change) {
        return count.getAndUpdate(PLACE, change);
    }
}
