package org.anabranch.k2h.shell;

import org.anabranch.api.ProgramException;
import org.anabranch.k2h.policy.HybridPolicy;
import org.anabranch.k2h.policy.PolicyFactory;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The policies that are always there, and those that bundles offer, whose names may throw. */
final class OfferedPolicies {
    private final Map<String, PolicyFactory> byName = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    /** Of several with a name, the first counts; one that cannot say its name is left out. */
    OfferedPolicies(Collection<PolicyFactory> offered) {
        List<PolicyFactory> all = new ArrayList<>(List.of(HybridPolicy.Kind.values()));
        all.addAll(offered);
        for (PolicyFactory policy : all) {
            String name = name(policy);
            if (!name.isEmpty()) {
                byName.putIfAbsent(name, policy);
            }
        }
    }

    /** What it is called, or nothing. */
    static String name(PolicyFactory policy) {
        try {
            String name = policy.name();
            return name == null ? "" : name;
        } catch (Throwable broken) {
            return "";
        }
    }

    PolicyFactory named(String name) {
        PolicyFactory policy = byName.get(name);
        if (policy == null) {
            throw new ProgramException(
                    "--policy takes one of %s, not %s"
                            .formatted(byName.keySet().toString().toLowerCase(Locale.ROOT), name));
        }
        return policy;
    }
}
