package org.anabranch.loops.device;

import org.anabranch.api.Domain;
import org.anabranch.api.KernelCode;
import org.anabranch.api.Platform;
import org.anabranch.loops.emit.EmitOptions.Division;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * What a domain's arithmetic has been found to be in a trial: once for each domain that a loop is
 * to run on, before it gets one; that in double before the first loop that computes with doubles.
 */
final class Arithmetic {
    private static final Map<Domain, Arithmetic> KNOWN =
            Collections.synchronizedMap(new WeakHashMap<>());

    private final Division division;
    private final String refusal;

    private volatile Boolean doubles;

    private Arithmetic(Division division, String refusal) {
        this.division = division;
        this.refusal = refusal;
    }

    static Arithmetic of(Platform platform, Domain domain) {
        Arithmetic known = KNOWN.get(domain);
        if (known == null) {
            known = tried(platform, domain);
            KNOWN.put(domain, known);
        }
        return known;
    }

    /** How it divides floats exactly. */
    Division division() {
        return division;
    }

    /** Why it gets no loops, or null. */
    String refusal() {
        return refusal;
    }

    /** Whether its double arithmetic is Java's. */
    boolean doubles(Platform platform, Domain domain) {
        Boolean known = doubles;
        if (known == null) {
            known =
                    refusal == null
                            && new ArithmeticTrial(platform, domain).doubles(division) == null;
            doubles = known;
        }
        return known;
    }

    private static Arithmetic tried(Platform platform, Domain domain) {
        if (!domain.formats().contains(KernelCode.OPENCL_C)) {
            return new Arithmetic(Division.NATIVE, "does not run OpenCL C");
        }
        ArithmeticTrial trial = new ArithmeticTrial(platform, domain);
        String reason = null;
        for (Division division :
                new Division[] {Division.BUILD_OPTION, Division.NATIVE, Division.THROUGH_DOUBLE}) {
            reason = trial.singles(division);
            if (reason == null) {
                return new Arithmetic(division, null);
            }
        }
        return new Arithmetic(Division.NATIVE, reason);
    }
}
