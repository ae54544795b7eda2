package org.anabranch.conformance;

import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;

import java.time.Duration;
import java.util.Objects;

/**
 * A device to be tested. It is opened and closed many times.
 *
 * @param backend the backend that opens it
 * @param info its description
 * @param declaration kernels and exclusions
 * @param patience the time after which a call or a completion counts as missing
 */
public record Subject(
        Backend backend, DeviceInfo info, ConformanceDeclaration declaration, Duration patience) {
    private static final int OPERATIONS = 2500;
    private static final Duration LEAST = Duration.ofSeconds(20);
    private static final Duration MOST = Duration.ofMinutes(10);

    /** Checks for null. */
    public Subject {
        Objects.requireNonNull(backend, "backend");
        Objects.requireNonNull(info, "info");
        Objects.requireNonNull(declaration, "declaration");
        Objects.requireNonNull(patience, "patience");
    }

    /**
     * Returns a device with a timeout that depends on its speed: opens it, times an operation and
     * closes it. The timeout is the time of 2500 operations, and 20 seconds at least. If that
     * fails, it is the minimum: the rules will report the fault.
     *
     * @param backend the backend that opens it
     * @param info its description
     * @param declaration kernels and exclusions
     * @return the subject
     */
    public static Subject of(Backend backend, DeviceInfo info, ConformanceDeclaration declaration) {
        Subject unmeasured = new Subject(backend, info, declaration, LEAST);
        return new Subject(backend, info, declaration, unmeasured.measured());
    }

    private Duration measured() {
        try (Bench bench = new Bench(this)) {
            Duration all = bench.operationTime().multipliedBy(OPERATIONS);
            return all.compareTo(LEAST) < 0 ? LEAST : all.compareTo(MOST) > 0 ? MOST : all;
        } catch (DeviceException | RuntimeException | RuleBrokenError broken) {
            return LEAST; // the rules report the fault
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return LEAST;
        }
    }

    /**
     * Returns a device that runs Java, without exclusions, with a timeout that depends on its
     * speed.
     *
     * @param backend the backend that opens it
     * @param info its description
     * @return the subject
     */
    public static Subject plain(Backend backend, DeviceInfo info) {
        return of(backend, info, info::kind);
    }
}
