package org.anabranch.loops.device;

import com.google.errorprone.annotations.concurrent.GuardedBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
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
    private CompletableFuture<T> running;

    OneTimeComputation(Supplier<T> trial) {
        this.trial = trial;
    }

    private synchronized CompletableFuture<T> started() {
        if (running == null || running.isCompletedExceptionally()) {
            running =
                    CompletableFuture.supplyAsync(trial, OneTimeComputation::start)
                            .whenComplete((result, failure) -> release(failure));
        }
        return running;
    }

    private static void start(Runnable task) {
        Thread.ofPlatform().daemon().name("anabranch-loops-trial").start(task);
    }

    private synchronized void release(Throwable failure) {
        trial = failure == null ? null : trial;
    }

    /** Returns true if the result is known; if not, ensures that the computation is running. */
    boolean hasEnded() {
        CompletableFuture<T> computation = started();
        return computation.isDone() && !computation.isCompletedExceptionally();
    }

    /** Returns the result; waits for it if necessary. */
    T result() {
        try {
            return started().join();
        } catch (CompletionException failed) {
            throw new IllegalStateException("a trial has failed", failed.getCause());
        }
    }
}
