package org.anabranch.api;

/**
 * Thrown instead of waiting where as many workers wait as the setting {@code blockedWorkers} of the
 * scheduler allows. Each task that waits keeps its stack and a thread; tasks that are started after
 * events ({@link Finish#async(java.util.List, Runnable)}) need neither until they begin.
 */
public final class WorkersExhaustedException extends AnabranchException {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception with a message.
     *
     * @param message names the object concerned and says what to do
     */
    public WorkersExhaustedException(String message) {
        super(message);
    }

    /**
     * Creates an exception with a message and a cause.
     *
     * @param message names the object concerned and says what to do
     * @param cause the cause, or null
     */
    public WorkersExhaustedException(String message, Throwable cause) {
        super(message, cause);
    }
}
