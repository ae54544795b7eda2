package org.anabranch.mic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.anabranch.spi.Completion;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A completion that remembers what it was told, how often, and when. */
class Told extends CompletableFuture<Void> implements Completion {
    private final AtomicInteger calls = new AtomicInteger();
    private volatile long at;

    @Override
    public void done() {
        at = System.nanoTime();
        calls.incrementAndGet();
        complete(null);
    }

    @Override
    public void failed(Throwable cause) {
        at = System.nanoTime();
        calls.incrementAndGet();
        completeExceptionally(cause);
    }

    void succeeds() throws Exception {
        get(30, TimeUnit.SECONDS);
        assertEquals(1, calls.get());
    }

    Throwable fails() {
        return assertThrows(ExecutionException.class, () -> get(30, TimeUnit.SECONDS)).getCause();
    }

    /** Waits for the end; returns the failure, or null. */
    Throwable end() throws Exception {
        try {
            succeeds();
            return null;
        } catch (ExecutionException failure) {
            assertEquals(1, calls.get());
            return failure.getCause();
        }
    }

    long at() {
        return at;
    }
}
