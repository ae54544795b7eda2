package org.anabranch.api;

import org.osgi.annotation.versioning.ProviderType;

/**
 * The completion of a task that returns a value.
 *
 * @param <T> type of the value
 */
@ProviderType
public interface Result<T> extends Event {

    /**
     * Blocks until the task has ended and returns its value.
     *
     * @return the value
     * @throws ActionFailedException if it threw; the cause is the exception that it threw
     * @throws ActionCancelledException if it was cancelled
     * @throws DeadlockException if the wait could never end
     */
    T get();
}
