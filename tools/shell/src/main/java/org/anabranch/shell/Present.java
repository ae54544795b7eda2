package org.anabranch.shell;

/** Services that may be away. */
final class Present {
    private Present() {}

    /**
     * Takes a service that must be there.
     *
     * @throws AbsentException if it is null; the message says what to do
     */
    static <T> T of(T service, Class<T> type) {
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
