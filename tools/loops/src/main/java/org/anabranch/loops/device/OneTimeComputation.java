package org.anabranch.loops.device;

import com.google.errorprone.annotations.concurrent.GuardedBy;

import java.util.function.Supplier;

/**
 * A computation that runs once, on its own thread. Callers need not wait for it, and interrupting a
 * waiter does not cancel it. A failed computation is repeated at the next call. When it has
 * succeeded, its inputs are released. Thread-safe.
 *
 * @param <T> of the result, which is not null
 */
final class OneTimeComputation<T> {
    @GuardedBy("this")
    private Supplier<T> trial;

    @GuardedBy("this")
    private boolean running;

    @GuardedBy("this")
    private T result;

    @GuardedBy("this")
    private Throwable failure;

    OneTimeComputation(Supplier<T> trial) {
        this.trial = trial;
    }

    /** Returns true if the result is known; if not, ensures that the computation is running. */
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

    /** Returns the result; waits for it if necessary. */
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
