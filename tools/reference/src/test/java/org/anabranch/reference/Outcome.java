package org.anabranch.reference;

import org.anabranch.spi.Completion;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** A completion to wait for; a second call fails it. */
final class Outcome implements Completion {
    private final CompletableFuture<Void> end = new CompletableFuture<>();

    @Override
    public void done() {
        if (!end.complete(null)) {
            throw new AssertionError("completed twice");
        }
    }

    @Override
    public void failed(Throwable cause) {
        if (!end.completeExceptionally(cause)) {
            throw new AssertionError("completed twice", cause);
        }
    }

    boolean ended() {
        return end.isDone();
    }

    /** Waits; returns the failure, or null. */
    Throwable failure() throws Exception {
        try {
            end.get(30, TimeUnit.SECONDS);
            return null;
        } catch (ExecutionException failed) {
            return failed.getCause();
        }
    }

    void succeeds() throws Exception {
        Throwable failure = failure();
        if (failure != null) {
            throw new AssertionError(failure);
        }
    }
}
