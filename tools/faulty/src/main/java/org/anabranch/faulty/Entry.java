package org.anabranch.faulty;

import org.anabranch.spi.Completion;
import org.anabranch.spi.Order;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * An operation between the device below, which ends it, and the caller's completion, which is
 * called once.
 */
final class Entry implements Completion {
    final Order order; // null for an offered task, which has no lane
    final long delayNanos;

    /** A time of {@link System#nanoTime}. */
    final long earliest;

    // guarded by the desk
    boolean hangs;
    boolean ended;
    long due;
    private final Completion above;
    private final Consumer<Entry> whenEnded;
    private final Consumer<Entry> whenTold;
    private final AtomicBoolean spent = new AtomicBoolean();
    private volatile Throwable failure;

    Entry(
            Order order,
            long delayNanos,
            long earliest,
            boolean hangs,
            Completion above,
            Consumer<Entry> whenEnded,
            Consumer<Entry> whenTold) {
        this.order = order;
        this.delayNanos = delayNanos;
        this.earliest = earliest;
        this.hangs = hangs;
        this.above = above;
        this.whenEnded = whenEnded;
        this.whenTold = whenTold;
    }

    @Override
    public boolean isTimed() {
        return above.isTimed();
    }

    @Override
    public void ran(long began, long finished, long error) {
        if (!isTold()) {
            above.ran(began, finished, error);
        }
    }

    @Override
    public void done() {
        whenEnded.accept(this);
    }

    @Override
    public void failed(Throwable cause) {
        failure = cause;
        whenEnded.accept(this);
    }

    /** Calls the completion with the outcome below, unless it has been called. */
    void tell() {
        Throwable cause = failure;
        if (cause != null) {
            tell(cause);
        } else if (withdraw()) {
            above.done();
        }
    }

    /** Calls the completion with a failure, unless it has been called. */
    void tell(Throwable cause) {
        if (withdraw()) {
            above.failed(cause);
        }
    }

    /** Prevents the completion call; returns false if it was made already. */
    boolean withdraw() {
        boolean first = spent.compareAndSet(false, true);
        try {
            whenTold.accept(this);
        } catch (OutOfMemoryError full) {
            return first; // the memory is kept until the device closes, but its end is reported
        }
        return first;
    }

    boolean isFor(Completion completion) {
        return above == completion;
    }

    boolean isTold() {
        return spent.get();
    }
}
