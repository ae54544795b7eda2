package org.anabranch.scheduler.stream;

import com.google.errorprone.annotations.concurrent.GuardedBy;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.StreamOptions;
import org.anabranch.scheduler.action.Action;
import org.anabranch.scheduler.event.Failures;

/** The failures of a stream: for waiting threads, and for later actions. */
public final class StreamFailures {
    private final boolean endStream;

    @GuardedBy("itself")
    private final Failures untold = new Failures();

    private volatile AnabranchException cancelled;

    /** Number of the first action that failed, where that ends the stream. */
    private volatile long failedAt = Long.MAX_VALUE;

    private volatile AnabranchException failedWith;

    StreamFailures(StreamOptions options) {
        this.endStream = options.onFailure() == StreamOptions.OnFailure.FAIL_STREAM;
    }

    /** An action fails; called before any that comes after it goes on. */
    void add(Action action, AnabranchException failure) {
        synchronized (untold) {
            untold.add(failure);
            if (endStream && action.sequence < failedAt) {
                failedWith = failure;
                failedAt = action.sequence;
            }
        }
    }

    /** Cancels the actions that have not begun, with this cause. */
    void cancel(AnabranchException cause) {
        cancelled = cause;
    }

    /** {@return true if the stream was cancelled} */
    boolean isCancelled() {
        return cancelled != null;
    }

    /** Returns true if actions that have not begun end with a cause of the stream's. */
    boolean endActions() {
        return cancelled != null || failedWith != null;
    }

    /** {@return why an action that has not begun must not run, or null} */
    AnabranchException refusal(Action action) {
        AnabranchException why = cancelled;
        return why != null ? why : failedAt < action.sequence ? failedWith : null;
    }

    /** {@return the exception for all failures since the last call, or null} */
    AnabranchException take() {
        synchronized (untold) {
            if (untold.isEmpty()) {
                return null;
            }
            AnabranchException thrown = untold.thrown();
            untold.clear();
            return thrown;
        }
    }
}
