package org.anabranch.conformance;

import org.anabranch.spi.Completion;
import org.anabranch.spi.support.ForeignThrowables;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A completion that counts its calls and keeps the first outcome. */
final class CountedCompletion implements Completion {
    private static final Throwable NO_CAUSE = new RuleBrokenError("no cause");
    private final String what;
    private final Duration patience;
    private final Runnable within;
    private final Runnable missing;
    private final AtomicInteger calls = new AtomicInteger();
    private final CountDownLatch returned = new CountDownLatch(1);
    private volatile Throwable cause;
    private volatile Throwable trouble;

    /**
     * Creates a completion.
     *
     * @param patience the time after which the call counts as missing
     * @param within runs within the first call
     * @param missing runs when the call is missing
     */
    CountedCompletion(Duration patience, String what, Runnable within, Runnable missing) {
        this.patience = patience;
        this.what = what;
        this.within = within;
        this.missing = missing;
    }

    @Override
    public void done() {
        note(null);
    }

    @Override
    public void failed(Throwable failure) {
        note(failure == null ? NO_CAUSE : failure);
    }

    private void note(Throwable failure) {
        if (calls.incrementAndGet() > 1) {
            return;
        }
        cause = failure;
        try {
            within.run();
        } catch (Throwable problem) {
            trouble = problem;
        }
        returned.countDown();
    }

    boolean isTold() {
        return returned.getCount() == 0;
    }

    int calls() {
        return calls.get();
    }

    /** Waits for the call; returns the cause of the failure, or null. */
    Throwable failure() throws InterruptedException {
        if (!returned.await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
            missing.run();
            throw new RuleBrokenError(what + " never completed");
        }
        if (trouble != null) {
            throw new RuleBrokenError(
                    what + ", within its completion: " + ForeignThrowables.message(trouble),
                    trouble);
        }
        if (cause == NO_CAUSE) {
            throw new RuleBrokenError(what + " failed without a cause");
        }
        return cause;
    }

    /** Waits for the call, and requires success. */
    void succeeds() throws InterruptedException {
        Throwable failure = failure();
        if (failure != null) {
            throw new RuleBrokenError(
                    what + " failed: " + ForeignThrowables.text(failure), failure);
        }
    }

    /** Waits for the call, and requires failure. */
    Throwable fails() throws InterruptedException {
        Throwable failure = failure();
        if (failure == null) {
            throw new RuleBrokenError(what + " was reported as done");
        }
        return failure;
    }

    /** Requires exactly one call by now. */
    void once() {
        if (calls.get() != 1) {
            throw new RuleBrokenError(what + " was completed " + calls.get() + " times");
        }
    }
}
