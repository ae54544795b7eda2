package org.anabranch.launch;

import org.anabranch.spi.support.ForeignThrowables;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A description of bundles that are not resolved and components that are not satisfied. */
record Diagnosis(BundleContext context) {

    /** {@return why a bundle did not start} */
    String reason(Bundle bundle, BundleException failure) {
        List<String> missing = missing(bundle);
        if (missing.isEmpty()) {
            Throwable cause = failure.getCause();
            return failure.getMessage()
                    + (cause == null ? "" : ": " + ForeignThrowables.text(cause));
        }
        return "it lacks " + String.join(", ", missing);
    }

    /** {@return all that is not as it should be} */
    String summary() {
        List<String> findings = new ArrayList<>();
        for (Bundle bundle : context.getBundles()) {
            if (bundle.getState() == Bundle.INSTALLED && concernsAnabranch(bundle)) {
                List<String> missing = missing(bundle);
                findings.add(
                        "bundle "
                                + bundle.getSymbolicName()
                                + " is not resolved"
                                + (missing.isEmpty()
                                        ? ""
                                        : ": it lacks " + String.join(", ", missing)));
            }
        }
        findings.addAll(new ComponentStates(context).unsatisfied());
        return findings.isEmpty()
                ? "every bundle is resolved and no component waits"
                : String.join("; ", findings);
    }

    private static boolean concernsAnabranch(Bundle bundle) {
        return ("" + bundle.getHeaders().get(Constants.IMPORT_PACKAGE)).contains("org.anabranch.");
    }

    /** Mandatory requirements that nothing installed offers. */
    private List<String> missing(Bundle bundle) {
        BundleRevision revision = bundle.adapt(BundleRevision.class);
        if (revision == null) {
            return List.of();
        }
        return revision.getDeclaredRequirements(null).stream()
                .filter(Diagnosis::isMandatory)
                .filter(requirement -> !isOffered(requirement))
                .map(Diagnosis::words)
                .toList();
    }

    private static boolean isMandatory(BundleRequirement requirement) {
        boolean optional =
                Constants.RESOLUTION_OPTIONAL.equals(
                                requirement.getDirectives().get(Constants.RESOLUTION_DIRECTIVE))
                        || "dynamic"
                                .equals(
                                        requirement
                                                .getDirectives()
                                                .get(Constants.RESOLUTION_DIRECTIVE));
        String effective =
                requirement.getDirectives().getOrDefault(Constants.EFFECTIVE_DIRECTIVE, "resolve");
        return !optional && effective.equals(Constants.EFFECTIVE_RESOLVE);
    }

    private boolean isOffered(BundleRequirement requirement) {
        return Arrays.stream(context.getBundles())
                .map(bundle -> bundle.adapt(BundleRevision.class))
                .filter(revision -> revision != null)
                .flatMap(
                        revision ->
                                revision
                                        .getDeclaredCapabilities(requirement.getNamespace())
                                        .stream())
                .anyMatch((BundleCapability capability) -> requirement.matches(capability));
    }

    private static String words(BundleRequirement requirement) {
        String filter = requirement.getDirectives().getOrDefault(Constants.FILTER_DIRECTIVE, "");
        String what = filter.replaceAll("^\\(&|\\)$", "");
        return switch (requirement.getNamespace()) {
            case "osgi.wiring.package" -> "package " + what;
            case "osgi.wiring.bundle" -> "bundle " + what;
            case "osgi.ee" -> "Java of " + what + " (this is " + Runtime.version().feature() + ")";
            case "osgi.extender" ->
                    "extender "
                            + what
                            + (what.contains("osgi.component") ? ": add org.apache.felix.scr" : "");
            default -> requirement.getNamespace() + " " + what;
        };
    }
}
