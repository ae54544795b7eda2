package org.anabranch.api;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A result that somebody gives: a task, a callback, or a thread that the platform knows nothing of.
 * A task that waits for it lets its worker do other work meanwhile, so tasks may wait for each
 * other in this way however few workers there are; streams and tasks may come after it as after any
 * event.
 *
 * <p>Whoever may still complete a promise need not be known to the platform. So a wait for it is
 * never refused as a deadlock, and a promise that nobody can complete any more is waited for
 * without an end, unless the wait has a limit. When the program ends, its promises that are open
 * are cancelled.
 *
 * <p>Of any thread; the first of {@link #complete}, {@link #fail} and {@link #cancel} counts.
 *
 * @param <T> type of the value
 */
@ProviderType
public interface Promise<T> extends Result<T> {

    /**
     * Gives the value. What this thread did before happens-before the return of any wait.
     *
     * @param value any, also null
     * @return whether this call completed it; false if it had settled
     */
    boolean complete(T value);

    /**
     * Gives a failure instead: whoever waits gets an {@link ActionFailedException} with this cause.
     *
     * @param cause why there is no value
     * @return whether this call completed it; false if it had settled
     */
    boolean fail(Throwable cause);
}
