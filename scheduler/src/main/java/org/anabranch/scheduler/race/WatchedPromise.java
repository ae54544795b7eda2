package org.anabranch.scheduler.race;

import org.anabranch.api.Promise;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * A promise that reports to the detector which strand completes it: operations after it come after
 * that strand's past.
 */
final class WatchedPromise<T> extends WatchedResult<T> implements Promise<T> {
    private final Promise<T> promise;

    /** True once a strand completes it: that strand's past is known before the value is visible. */
    private final AtomicBoolean given = new AtomicBoolean();

    WatchedPromise(RaceDetector races, Promise<T> promise) {
        super(races, promise, open());
        this.promise = promise;
        promise.onSettled(settled -> races.known(operation, null)); // unless it is already
    }

    /**
     * Returns an open operation without keeping it, since a promise may stay open: its past will be
     * that of a strand that goes on until then.
     */
    private static Operation open() {
        Operation point = Operation.point("a promise", null, CausalPast.NONE);
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
