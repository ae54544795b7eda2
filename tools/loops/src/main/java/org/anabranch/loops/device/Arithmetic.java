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
 * to run on, before it gets one.
 *
 * @param division how it divides floats exactly
 * @param doubles whether its double arithmetic is Java's
 * @param refusal why it gets no loops, or null
 */
record Arithmetic(Division division, boolean doubles, String refusal) {
    private static final Map<Domain, Arithmetic> KNOWN =
            Collections.synchronizedMap(new WeakHashMap<>());

    static Arithmetic of(Platform platform, Domain domain) {
        Arithmetic known = KNOWN.get(domain);
        if (known == null) {
            known = tried(platform, domain);
            KNOWN.put(domain, known);
        }
        return known;
    }

    private static Arithmetic tried(Platform platform, Domain domain) {
        if (!domain.formats().contains(KernelCode.OPENCL_C)) {
            return new Arithmetic(Division.NATIVE, false, "does not run OpenCL C");
        }
        ArithmeticTrial trial = new ArithmeticTrial(platform, domain);
        String reason = null;
        for (Division division :
                new Division[] {Division.BUILD_OPTION, Division.NATIVE, Division.THROUGH_DOUBLE}) {
            reason = trial.singles(division);
            if (reason == null) {
                return new Arithmetic(division, trial.doubles(division) == null, null);
            }
        }
        return new Arithmetic(Division.NATIVE, false, reason);
    }
}
