package org.anabranch.conformance;

import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceInfo;

import java.time.Duration;
import java.util.Objects;

/**
 * A device to be tested. It is opened and closed many times, while nothing else need be open.
 *
 * @param backend the backend that opens it
 * @param info its description
 * @param declaration kernels and exclusions
 * @param patience how long a call or a completion may take before it counts as missing
 */
public record Subject(
        Backend backend, DeviceInfo info, ConformanceDeclaration declaration, Duration patience) {

    /** Checks for null. */
    public Subject {
        Objects.requireNonNull(backend, "backend");
        Objects.requireNonNull(info, "info");
        Objects.requireNonNull(declaration, "declaration");
        Objects.requireNonNull(patience, "patience");
    }

    /**
     * A device that runs Java, without exclusions, tested with much patience.
     *
     * @param backend the backend that opens it
     * @param info its description
     * @return the subject
     */
    public static Subject plain(Backend backend, DeviceInfo info) {
        return new Subject(backend, info, info::kind, Duration.ofSeconds(20));
    }
}
