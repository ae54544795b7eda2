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
     * Waits for the value.
     *
     * @return what the task returned
     * @throws ActionFailedException if it threw; the cause is what it threw
     * @throws ActionCancelledException if it was cancelled
     * @throws DeadlockException if the wait could never end
     */
    T get();
}
