package org.anabranch.conformance;

import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceInfo;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutionException;

/**
 * A device to be tested. It is opened and closed many times.
 *
 * @param backend the backend that opens it
 * @param info its description
 * @param declaration kernels and exclusions
 * @param patience the time after which a call or a completion counts as missing. With more than 20
 *     seconds, which is what a device gets that takes more than 8 ms for an operation, checks
 *     repeat their operations fewer times, so that all of them take as long as on a quicker device
 */
public record Subject(
        Backend backend, DeviceInfo info, ConformanceDeclaration declaration, Duration patience) {
    private static final int OPERATIONS = 2500;
    static final Duration LEAST = Duration.ofSeconds(20);
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
        return of(backend, info, declaration, LEAST);
    }

    static Subject of(
            Backend backend, DeviceInfo info, ConformanceDeclaration declaration, Duration least) {
        Subject unmeasured = new Subject(backend, info, declaration, least);
        return new Subject(backend, info, declaration, unmeasured.measured());
    }

    /** Returns the same subject with a backend whose calls pass a boundary. */
    Subject behind(Boundary boundary) {
        return new Subject(new GuardedBackend(backend, boundary), info, declaration, patience);
    }

    /** Waits a while, so that a superfluous call can arrive: 20 ms, less with little patience. */
    void linger() throws InterruptedException {
        Thread.sleep(Math.min(20, patience.toMillis() / 50));
    }

    /** Returns how often a check repeats what it does that often on a quick device. */
    int rounds(int most) {
        long scaled = most * LEAST.toMillis() / Math.max(1, patience.toMillis());
        return Math.toIntExact(Math.clamp(scaled, (most + 3) / 4, most));
    }

    private Duration measured() {
        Boundary boundary = new Boundary(patience);
        try {
            Duration all = boundary.limited("speed", () -> timed(behind(boundary)));
            return all.compareTo(patience) < 0 ? patience : all.compareTo(MOST) > 0 ? MOST : all;
        } catch (ExecutionException | RuleBrokenError broken) {
            return patience; // the rules report the fault
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return patience;
        }
    }

    private static Duration timed(Subject guarded) throws Exception {
        try (Bench bench = new Bench(guarded)) {
            return bench.operationTime().multipliedBy(OPERATIONS);
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
