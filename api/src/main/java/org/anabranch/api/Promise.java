package org.anabranch.api;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A result that the program completes: from a task, a callback, or a thread of its own. While a
 * task waits for a promise, its worker runs other tasks, so tasks may wait for each other with any
 * number of workers. Streams and tasks may depend on a promise as on any event.
 *
 * <p>The platform does not know which thread will complete a promise. So a wait for it is never
 * rejected as a deadlock, and a wait without a timeout for a promise that is never completed does
 * not end. When the program ends, its open promises are cancelled.
 *
 * <p>Thread-safe; the first of {@link #complete}, {@link #fail} and {@link #cancel} counts.
 *
 * @param <T> type of the value
 */
@ProviderType
public interface Promise<T> extends Result<T> {

    /**
     * Completes the promise with a value. Actions of this thread before the call happen-before the
     * return of any wait.
     *
     * @param value the value, possibly null
     * @return true if this call completed it; false if it had settled
     */
    boolean complete(T value);

    /**
     * Completes the promise with a failure: waits for it throw {@link ActionFailedException} with
     * this cause.
     *
     * @param cause the failure
     * @return true if this call completed it; false if it had settled
     */
    boolean fail(Throwable cause);
}
