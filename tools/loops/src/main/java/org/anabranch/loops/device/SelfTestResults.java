package org.anabranch.loops.device;

import com.google.errorprone.annotations.concurrent.GuardedBy;

import org.anabranch.api.Domain;
import org.anabranch.api.KernelCode;
import org.anabranch.api.Platform;
import org.anabranch.loops.emit.EmitOptions.Division;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The results of the arithmetic self-test of a domain. The test runs once for each domain, before
 * its first loop; its part in double runs before the first loop that computes with doubles.
 */
final class SelfTestResults {
    /**
     * Keyed by values that live as long as the domain: a platform returns another view of it for
     * each call.
     */
    private static final Map<Platform, Map<Key, SelfTestResults>> KNOWN =
            Collections.synchronizedMap(new WeakHashMap<>());

    private final OneTimeComputation<Found> singles;

    @GuardedBy("this")
    private OneTimeComputation<Boolean> doubles;

    private record Key(String id, int generation) {}

    /**
     * The outcome of a self-test.
     *
     * @param division how the domain divides floats exactly
     * @param refusal why it gets no loops, or null
     */
    private record Found(Division division, String refusal) {}

    private SelfTestResults(OneTimeComputation<Found> singles) {
        this.singles = singles;
    }

    static SelfTestResults of(Platform platform, Domain domain) {
        return KNOWN.computeIfAbsent(platform, absent -> new ConcurrentHashMap<>())
                .computeIfAbsent(
                        new Key(domain.id(), domain.generation()),
                        absent ->
                                new SelfTestResults(
                                        new OneTimeComputation<>(() -> tried(platform, domain))));
    }

    /** Returns true if the result is known; if not, starts the self-test. */
    boolean isKnown(Platform platform, Domain domain, boolean withDoubles) {
        if (!singles.hasEnded()) {
            return false;
        }
        boolean single = !withDoubles && division() != Division.THROUGH_DOUBLE;
        return single || refusal() != null || inDouble(platform, domain).hasEnded();
    }

    private synchronized OneTimeComputation<Boolean> inDouble(Platform platform, Domain domain) {
        if (doubles == null) {
            doubles =
                    new OneTimeComputation<>(
                            () -> {
                                Found found = singles.result();
                                ArithmeticSelfTest trial = new ArithmeticSelfTest(platform, domain);
                                return found.refusal == null
                                        && trial.doubles(found.division) == null;
                            });
        }
        return doubles;
    }

    /** Returns how the domain divides floats exactly. */
    Division division() {
        return singles.result().division;
    }

    /** Returns the reason why the domain gets no loops, or null. */
    String refusal() {
        return singles.result().refusal;
    }

    /** Returns true if its double arithmetic is Java's. */
    boolean doubles(Platform platform, Domain domain) {
        return inDouble(platform, domain).result();
    }

    private static Found tried(Platform platform, Domain domain) {
        if (!domain.formats().contains(KernelCode.OPENCL_C)) {
            return new Found(Division.NATIVE, "does not run OpenCL C");
        }
        ArithmeticSelfTest trial = new ArithmeticSelfTest(platform, domain);
        String reason = null;
        for (Division division :
                new Division[] {Division.BUILD_OPTION, Division.NATIVE, Division.THROUGH_DOUBLE}) {
            reason = trial.singles(division);
            if (reason == null) {
                return new Found(division, null);
            }
        }
        return new Found(Division.NATIVE, reason);
    }
}
