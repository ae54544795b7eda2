package org.anabranch.spi;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Told exactly once how an operation ended (rule 2.1). May be called from any thread; the call
 * returns soon and never throws.
 */
@ConsumerType
public interface Completion {

    /**
     * {@return whether it is recorded when operations run, so that {@link #ran} is of use; the same
     * for all of the operation}
     */
    default boolean isTimed() {
        return false;
    }

    /**
     * The device's own times of an operation, from a clock whose difference to the host's was
     * measured. Optional; at most once, before the end is told, by who tells it. Without it the
     * operation counts from when the lane was free for it to when its end was told.
     *
     * @param began when the device began it, as {@link System#nanoTime} of the host would have it
     * @param ended when the device had done it, in the same way
     * @param error by how many nanoseconds both may be wrong, at least 1
     */
    default void ran(long began, long ended, long error) {}

    /** The operation has taken effect. */
    void done();

    /**
     * The operation has not, or not fully, taken effect.
     *
     * @param cause why; a {@link DeviceLostException} ends the whole device
     */
    void failed(Throwable cause);
}
