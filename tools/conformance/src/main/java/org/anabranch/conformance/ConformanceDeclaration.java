package org.anabranch.conformance;

import org.anabranch.api.Kernel;
import org.anabranch.spi.Backend;
import org.osgi.annotation.versioning.ConsumerType;

import java.util.Map;
import java.util.Optional;

/**
 * How a backend joins the kit; a service. A backend without one is tested with kernels in Java and
 * without exclusions. A backend that must not depend on the kit says the same with service
 * properties and a kernel library, see {@link ServiceDeclaration}.
 */
@ConsumerType
public interface ConformanceDeclaration {

    /** {@return the kind of device this is about, the part of the id before the colon} */
    String kind();

    /** {@return the kernels to test with, in a format of the devices} */
    default SelfTestKernels kernels() {
        return SelfTestKernels.inJava();
    }

    /**
     * {@return rules that can never hold, by number such as {@code 2.5}, each with the permanent
     * reason}
     */
    default Map<String, String> never() {
        return Map.of();
    }

    /**
     * {@return rules that do not hold yet, by number, each with the reason; the kit fails when one
     * starts to hold}
     */
    default Map<String, String> notYet() {
        return Map.of();
    }

    /**
     * A kernel that does not end by itself, for rule 4.6. It has the parameters of {@link
     * SelfTestKernels#add}, and is run for one index.
     *
     * @return the kernel; if empty, 4.6 is not tested
     */
    default Optional<Kernel> endless() {
        return Optional.empty();
    }

    /**
     * Makes a device vanish, as by a cut cable, for rules 4.3 and 4.5.
     *
     * @param device a device of this backend, open
     * @return whether this is possible; if not, they are not tested
     */
    default boolean vanish(Backend.Device device) {
        return false;
    }
}
