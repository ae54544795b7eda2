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
 * What a domain's arithmetic has been found to be in a trial: once for each domain that a loop is
 * to run on, before it gets one; that in double before the first loop that computes with doubles.
 */
final class Arithmetic {
    /** By what lasts as long as the domain: a platform makes another view of it for each call. */
    private static final Map<Platform, Map<Key, Arithmetic>> KNOWN =
            Collections.synchronizedMap(new WeakHashMap<>());

    private final Trial<Found> singles;

    @GuardedBy("this")
    private Trial<Boolean> doubles;

    private record Key(String id, int generation) {}

    /**
     * How a domain computes.
     *
     * @param division how it divides floats exactly
     * @param refusal why it gets no loops, or null
     */
    private record Found(Division division, String refusal) {}

    private Arithmetic(Trial<Found> singles) {
        this.singles = singles;
    }

    static Arithmetic of(Platform platform, Domain domain) {
        return KNOWN.computeIfAbsent(platform, absent -> new ConcurrentHashMap<>())
                .computeIfAbsent(
                        new Key(domain.id(), domain.generation()),
                        absent -> new Arithmetic(new Trial<>(() -> tried(platform, domain))));
    }

    /** Whether it is known; if it is not, a trial is under way now. */
    boolean isKnown(Platform platform, Domain domain, boolean withDoubles) {
        if (!singles.hasEnded()) {
            return false;
        }
        boolean single = !withDoubles && division() != Division.THROUGH_DOUBLE;
        return single || refusal() != null || inDouble(platform, domain).hasEnded();
    }

    private synchronized Trial<Boolean> inDouble(Platform platform, Domain domain) {
        if (doubles == null) {
            doubles =
                    new Trial<>(
                            () -> {
                                Found found = singles.result();
                                ArithmeticTrial trial = new ArithmeticTrial(platform, domain);
                                return found.refusal == null
                                        && trial.doubles(found.division) == null;
                            });
        }
        return doubles;
    }

    /** How it divides floats exactly. */
    Division division() {
        return singles.result().division;
    }

    /** Why it gets no loops, or null. */
    String refusal() {
        return singles.result().refusal;
    }

    /** Whether its double arithmetic is Java's. */
    boolean doubles(Platform platform, Domain domain) {
        return inDouble(platform, domain).result();
    }

    private static Found tried(Platform platform, Domain domain) {
        if (!domain.formats().contains(KernelCode.OPENCL_C)) {
            return new Found(Division.NATIVE, "does not run OpenCL C");
        }
        ArithmeticTrial trial = new ArithmeticTrial(platform, domain);
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
