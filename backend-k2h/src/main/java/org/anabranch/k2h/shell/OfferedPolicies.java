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

/** The built-in policies, and those of other bundles, whose methods may throw. */
final class OfferedPolicies {
    private final Map<String, PolicyFactory> byName = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    /**
     * Collects the policies. Of several with a name, the first counts; one whose name cannot be
     * read is ignored.
     */
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

    /** Returns the name of a policy, or an empty text. */
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
