package org.anabranch.shell.commands;

import org.anabranch.shell.failure.AbsentException;

/** Services that may be away. */
public final class Present {
    private Present() {}

    /**
     * Takes a service that must be there.
     *
     * @throws AbsentException if it is null; the message says what to do
     */
    public static <T> T of(T service, Class<T> type) {
        if (service == null) {
            throw new AbsentException(
                    "no "
                            + type.getSimpleName()
                            + " service: the scheduler is not running; 'felix:lb' shows whether"
                            + " org.anabranch.scheduler is active");
        }
        return service;
    }
}
