package org.anabranch.launch;

import org.anabranch.api.AnabranchException;

import java.util.Objects;

/** The framework inside a plain program could not be started; the message says what is missing. */
public final class LaunchException extends AnabranchException {
    private static final long serialVersionUID = 1;

    /** The obstacle to a launch. */
    public enum Reason {
        /** The caller is a bundle already; it takes the platform as a service. */
        INSIDE_FRAMEWORK,
        /** No OSGi framework is on the class path. */
        NO_FRAMEWORK,
        /** The API is there as bare classes, or twice, so that its types cannot be shared. */
        NO_SHARED_API,
        /** No bundle that offers a platform is on the class path. */
        NO_SCHEDULER,
        /** A bundle that is needed wants another Java than this one. */
        JAVA_VERSION,
        /** A file that was given is no bundle. */
        BAD_BUNDLE,
        /** The framework itself failed. */
        FRAMEWORK_FAILED,
        /** The bundles are there, but the platform did not come in time. */
        NO_PLATFORM
    }

    private final Reason reason;

    /**
     * Creates an exception.
     *
     * @param reason the obstacle
     * @param message names the obstacle and says what to do
     */
    public LaunchException(Reason reason, String message) {
        this(reason, message, null);
    }

    /**
     * Creates an exception with a cause.
     *
     * @param reason the obstacle
     * @param message names the obstacle and says what to do
     * @param cause the cause, or null
     */
    public LaunchException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = Objects.requireNonNull(reason, "reason");
    }

    /** {@return the obstacle} */
    public Reason reason() {
        return reason;
    }
}
