package org.anabranch.conformance;

import org.anabranch.api.Kernel;
import org.anabranch.spi.Backend;
import org.osgi.annotation.versioning.ConsumerType;

import java.util.Map;
import java.util.Optional;

/**
 * A backend's declaration to the kit; a service. A backend without one is tested with Java kernels
 * and without exclusions. A backend that must not depend on the kit can declare the same by service
 * properties and a kernel library, see {@link ServiceDeclaration}.
 */
@ConsumerType
public interface ConformanceDeclaration {

    /** {@return the kind of device that it applies to, the part of the id before the colon} */
    String kind();

    /** {@return the kernels for the tests, in a format of the devices} */
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
     * begins to hold}
     */
    default Map<String, String> notYet() {
        return Map.of();
    }

    /**
     * Returns a kernel that does not end by itself, for rule 4.6. It has the parameters of {@link
     * SelfTestKernels#add}, and is run for one index.
     *
     * @return the kernel; if empty, 4.6 is not tested
     */
    default Optional<Kernel> endless() {
        return Optional.empty();
    }

    /**
     * Makes a device vanish, like a cut cable, for rules 4.3 and 4.5.
     *
     * @param device a device of this backend, open
     * @return true if this is possible; if false, they are not tested
     */
    default boolean vanish(Backend.Device device) {
        return false;
    }
}
