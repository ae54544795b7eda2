package org.anabranch.mic.card;

import org.anabranch.spi.Completion;

import java.util.function.BooleanSupplier;

/**
 * Counts what a domain has accepted, until it is told how that ended. A closed domain accepts
 * nothing more. For any thread.
 */
public final class AcceptedOperations {
    private final Runnable answered = this::answered;
    private final Runnable told = this::told;
    // guarded by this
    private int untold; // accepted, not yet told to the end
    private int underWay; // accepted, not yet answered
    private boolean closed;
    private boolean over;

    /** Counts an operation, unless the domain is closed. */
    public synchronized boolean accept() {
        if (!closed) {
            untold++;
            underWay++;
        }
        return !closed;
    }

    /** Tells, and then counts the end of an operation that was accepted. */
    public Completion counted(Completion completion) {
        return new CountedCompletion(completion, answered, told);
    }

    /** The card has done its part. */
    private synchronized void answered() {
        underWay--;
    }

    private synchronized void told() {
        untold--;
        notifyAll();
    }

    /** Whether only one operation is under way. */
    synchronized boolean isAlone() {
        return underWay == 1;
    }

    synchronized boolean isClosed() {
        return closed;
    }

    /** Accepts nothing more; if that was so before, false, when the other who closes has ended. */
    synchronized boolean close() {
        if (closed) {
            awaitUninterrupted(() -> over);
            return false;
        }
        closed = true;
        return true;
    }

    /** Waits until all have been told, at most so long; whether they have. */
    synchronized boolean settle(long millis) {
        long end = System.nanoTime() / 1_000_000 + millis;
        awaitUninterrupted(() -> untold == 0 || end > 0 && System.nanoTime() / 1_000_000 > end);
        return untold == 0;
    }

    /** Whoever closes has ended. */
    synchronized void end() {
        over = true;
        notifyAll();
    }

    private synchronized void awaitUninterrupted(BooleanSupplier condition) {
        boolean interrupted = false;
        while (!condition.getAsBoolean()) {
            try {
                wait(100);
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
