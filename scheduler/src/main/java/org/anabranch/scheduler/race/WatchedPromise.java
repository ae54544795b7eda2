package org.anabranch.scheduler.race;

import org.anabranch.api.Promise;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * A promise that tells the detector who gave it: what comes after it comes after what that strand
 * had done.
 */
final class WatchedPromise<T> extends WatchedResult<T> implements Promise<T> {
    private final Promise<T> promise;

    /** Whether somebody gives it: that one's past is known before anybody can see the value. */
    private final AtomicBoolean given = new AtomicBoolean();

    WatchedPromise(RaceDetector races, Promise<T> promise) {
        super(races, promise, open());
        this.promise = promise;
        promise.onSettled(settled -> races.known(operation, null)); // unless it is already
    }

    /**
     * Nobody keeps it, for it may stay open: what it will come after is the past of a strand that
     * goes on until then.
     */
    private static Operation open() {
        Operation point = Operation.point("a promise", null, Past.NONE);
        point.open();
        return point;
    }

    private boolean give(BooleanSupplier call) {
        if (promise.isSettled() || !given.compareAndSet(false, true)) {
            return false;
        }
        Strand here = races.fork(null);
        races.known(operation, here);
        races.end(here);
        return call.getAsBoolean();
    }

    @Override
    public boolean complete(T value) {
        return give(() -> promise.complete(value));
    }

    @Override
    public boolean fail(Throwable cause) {
        Objects.requireNonNull(cause, "cause");
        return give(() -> promise.fail(cause));
    }
}
