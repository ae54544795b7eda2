package org.anabranch.launch.plugins;

import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.namespace.BundleNamespace;
import org.osgi.framework.namespace.ExecutionEnvironmentNamespace;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The requirements of a bundle that no other bundle satisfies, in words instead of filters. */
public final class MissingRequirements {
    private static final Map<String, String> KINDS =
            Map.of(
                    PackageNamespace.PACKAGE_NAMESPACE,
                    "package ",
                    BundleNamespace.BUNDLE_NAMESPACE,
                    "bundle ",
                    ExecutionEnvironmentNamespace.EXECUTION_ENVIRONMENT_NAMESPACE,
                    "");
    private static final Pattern VERSION =
            Pattern.compile("(!?)\\((?:bundle-)?version(>=|<=|=)([^)]+)\\)");
    private static final Pattern NOT = Pattern.compile("\\(!(\\([^()]*\\))\\)");

    private final List<BundleRevision> all;

    /** Looks at all bundles of a framework. */
    public MissingRequirements(BundleContext context) {
        all =
                Arrays.stream(context.getBundles())
                        .map(bundle -> bundle.adapt(BundleRevision.class))
                        .filter(Objects::nonNull)
                        .toList();
    }

    /** {@return a sentence for a bundle and those that it needs; empty if nothing is missing} */
    public Optional<String> of(Bundle bundle) {
        BundleRevision first = bundle.adapt(BundleRevision.class);
        if (first == null) {
            return Optional.empty();
        }
        Set<String> lacks = new TreeSet<>();
        Set<BundleRevision> seen = new HashSet<>(Set.of(first));
        Queue<BundleRevision> next = new ArrayDeque<>(seen);
        while (!next.isEmpty()) {
            BundleRevision one = next.remove();
            String who = one.equals(first) ? "it" : one.getSymbolicName() + ", which it needs,";
            for (BundleRequirement requirement : mandatory(one)) {
                List<BundleRevision> offering = offering(requirement);
                if (offering.isEmpty()) {
                    lacks.add(who + " lacks " + words(requirement));
                } else if (offering.stream().allMatch(other -> other.getWiring() == null)) {
                    offering.stream().filter(seen::add).forEach(next::add);
                }
            }
        }
        return lacks.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", lacks));
    }

    private static List<BundleRequirement> mandatory(BundleRevision revision) {
        return revision.getDeclaredRequirements(null).stream()
                .filter(
                        one -> {
                            String resolution =
                                    one.getDirectives().get(Constants.RESOLUTION_DIRECTIVE);
                            String effective =
                                    one.getDirectives().get(Constants.EFFECTIVE_DIRECTIVE);
                            return (resolution == null
                                            || resolution.equals(Constants.RESOLUTION_MANDATORY))
                                    && (effective == null
                                            || effective.equals(Constants.EFFECTIVE_RESOLVE));
                        })
                .toList();
    }

    private List<BundleRevision> offering(BundleRequirement requirement) {
        return all.stream()
                .filter(
                        one ->
                                one.getDeclaredCapabilities(requirement.getNamespace()).stream()
                                        .anyMatch(requirement::matches))
                .toList();
    }

    private String words(BundleRequirement requirement) {
        String namespace = requirement.getNamespace();
        String filter = requirement.getDirectives().getOrDefault("filter", "");
        Matcher name =
                Pattern.compile("\\(" + Pattern.quote(namespace) + "=([^)]+)\\)").matcher(filter);
        if (!name.find()) {
            return namespace + " " + filter;
        }
        String range = range(filter);
        return KINDS.getOrDefault(namespace, namespace + " ")
                + name.group(1)
                + (range.isEmpty() ? "" : " " + range)
                + others(namespace, name.group(1))
                + hint(namespace, name.group(1));
    }

    private static String hint(String namespace, String name) {
        if (namespace.equals(ExecutionEnvironmentNamespace.EXECUTION_ENVIRONMENT_NAMESPACE)) {
            return " (this is Java " + Runtime.version().feature() + ")";
        }
        return name.equals("osgi.component") ? ": add org.apache.felix.scr" : "";
    }

    /** The versions that a filter lets through, as headers of bundles say it. */
    private static String range(String filter) {
        String from = "";
        String to = "";
        Matcher version = VERSION.matcher(NOT.matcher(filter).replaceAll("!$1"));
        while (version.find()) {
            boolean not = !version.group(1).isEmpty();
            String number = version.group(3);
            switch (version.group(2)) {
                case ">=" -> {
                    from = not ? from : "[" + number;
                    to = not ? number + ")" : to;
                }
                case "<=" -> {
                    from = not ? "(" + number : from;
                    to = not ? to : number + "]";
                }
                default -> from = number;
            }
        }
        return to.isEmpty() ? from.replaceFirst("^\\[", "") : from + "," + to;
    }

    private String others(String namespace, String name) {
        List<String> others = new ArrayList<>();
        for (BundleRevision revision : all) {
            for (BundleCapability one : revision.getDeclaredCapabilities(namespace)) {
                Object version =
                        one.getAttributes()
                                .getOrDefault(
                                        Constants.VERSION_ATTRIBUTE,
                                        one.getAttributes()
                                                .get(Constants.BUNDLE_VERSION_ATTRIBUTE));
                if (name.equals(one.getAttributes().get(namespace)) && version != null) {
                    others.add(revision.getSymbolicName() + " offers " + version);
                }
            }
        }
        return others.isEmpty()
                ? ", which no bundle offers"
                : " (" + String.join(", ", others) + ")";
    }
}
