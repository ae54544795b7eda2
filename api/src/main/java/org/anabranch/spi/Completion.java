package org.anabranch.spi;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * The completion callback of an operation. It is called exactly once (rule 2.1), from any thread;
 * the call returns soon and never throws.
 */
@ConsumerType
public interface Completion {

    /**
     * {@return true if run times are recorded, so that {@link #ran} is useful; constant during the
     * operation}
     */
    default boolean isTimed() {
        return false;
    }

    /**
     * Reports the device's own times of an operation, converted to the host's clock by a measured
     * offset. Optional; at most once, by the thread that completes the operation, before it does.
     * Without it the times counted are those from when the lane was free for the operation to when
     * its completion was called.
     *
     * @param began when the device began it, in terms of the host's {@link System#nanoTime}
     * @param ended when the device ended it, in the same terms
     * @param error by how many nanoseconds both may be wrong, at least 1
     */
    default void ran(long began, long ended, long error) {}

    /** Reports that the operation has taken effect. */
    void done();

    /**
     * Reports that the operation has not, or not fully, taken effect.
     *
     * @param cause the failure; a {@link DeviceLostException} ends the whole device
     */
    void failed(Throwable cause);
}
