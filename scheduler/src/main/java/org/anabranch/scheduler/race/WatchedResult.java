package org.anabranch.scheduler.race;

import org.anabranch.api.Result;

/** A result that reports to the detector which threads have seen it. */
class WatchedResult<T> extends WatchedEvent implements Result<T> {
    private final Result<T> result;

    WatchedResult(RaceDetector races, Result<T> result, Operation operation) {
        super(races, result, operation);
        this.result = result;
    }

    @Override
    public T get() {
        try {
            return result.get();
        } finally {
            boolean _ = isSettled();
        }
    }
}
