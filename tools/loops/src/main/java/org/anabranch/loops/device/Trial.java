package org.anabranch.loops.device;

import com.google.errorprone.annotations.concurrent.GuardedBy;

import java.util.function.Supplier;

/**
 * Something that is found out once, by a thread of its own: who can do without it need not wait,
 * and an interrupt of who waits does not end it. What has failed is begun again when it is asked
 * for the next time. When it has ended it does not keep what it was about. Safe for use by any
 * thread.
 *
 * @param <T> of the result, which is not null
 */
final class Trial<T> {
    @GuardedBy("this")
    private Supplier<T> trial;

    @GuardedBy("this")
    private boolean running;

    @GuardedBy("this")
    private T result;

    @GuardedBy("this")
    private Throwable failure;

    Trial(Supplier<T> trial) {
        this.trial = trial;
    }

    /** Whether the result is known; if it is not, the trial is under way now. */
    synchronized boolean hasEnded() {
        if (result == null && !running) {
            Supplier<T> begun = trial;
            Thread.ofPlatform().daemon().name("anabranch-loops-trial").start(() -> run(begun));
            running = true;
        }
        return result != null;
    }

    private void run(Supplier<T> begun) {
        T found = null;
        Throwable failed = null;
        try {
            found = begun.get();
        } catch (RuntimeException | Error unexpected) {
            failed = unexpected;
        }
        synchronized (this) {
            result = found;
            failure = failed;
            trial = found == null ? trial : null;
            running = false;
            notifyAll();
        }
    }

    /** The result, which is waited for. */
    synchronized T result() {
        boolean interrupted = false;
        hasEnded();
        while (running) {
            try {
                wait();
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (result == null) {
            throw new IllegalStateException("a trial has failed", failure);
        }
        return result;
    }
}
