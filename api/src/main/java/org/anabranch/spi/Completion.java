package org.anabranch.spi;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Told exactly once how an operation ended (rule 2.1). May be called from any thread; the call
 * returns soon and never throws.
 */
@ConsumerType
public interface Completion {

    /** The operation has taken effect. */
    void done();

    /**
     * The operation has not, or not fully, taken effect.
     *
     * @param cause why; a {@link DeviceLostException} ends the whole device
     */
    void failed(Throwable cause);
}
