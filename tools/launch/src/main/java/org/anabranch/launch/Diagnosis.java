package org.anabranch.launch;

import org.anabranch.launch.plugins.MissingRequirements;
import org.anabranch.spi.support.ForeignThrowables;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;

import java.util.ArrayList;
import java.util.List;

/** A description of bundles that are not resolved and components that are not satisfied. */
record Diagnosis(BundleContext context) {

    /** {@return why a bundle did not start} */
    String reason(Bundle bundle, BundleException failure) {
        Throwable cause = failure.getCause();
        String why = cause == null ? "" : ": " + ForeignThrowables.text(cause);
        return new MissingRequirements(context).of(bundle).orElse(failure.getMessage() + why);
    }

    /** {@return all that is not as it should be} */
    String summary() {
        List<String> findings = new ArrayList<>();
        for (Bundle bundle : context.getBundles()) {
            if (bundle.getState() == Bundle.INSTALLED && concernsAnabranch(bundle)) {
                String why =
                        new MissingRequirements(context)
                                .of(bundle)
                                .map(missing -> ": " + missing)
                                .orElse("");
                findings.add("bundle " + bundle.getSymbolicName() + " is not resolved" + why);
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
}
