package org.anabranch.launch.plugins;

import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.Version;

import java.io.File;
import java.io.IOException;
import java.util.Arrays;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The bundles of a framework that have the symbolic name of a plugin. */
record Namesakes(BundleContext context) {

    private Stream<Bundle> named(String name, Bundle own) {
        return Arrays.stream(context.getBundles())
                .filter(one -> name.equals(one.getSymbolicName()) && !one.equals(own));
    }

    /** {@return a sentence that names the other versions of a bundle, or an empty string} */
    String otherVersions(Bundle present) {
        if (present.getSymbolicName() == null) {
            return "";
        }
        String others =
                named(present.getSymbolicName(), present)
                        .map(one -> one.getVersion() + " (" + fileName(one) + ")")
                        .collect(Collectors.joining(", "));
        return others.isEmpty() ? "" : "there is another version of it: " + others;
    }

    /**
     * Returns a sentence about the bundle that has name and version of a jar.
     *
     * @param file the jar
     * @param own the bundle of that jar, or null
     * @return an empty string if there is no other one
     */
    String sameVersion(File file, Bundle own) {
        try (JarFile jar = new JarFile(file)) {
            Attributes headers = jar.getManifest().getMainAttributes();
            String name = headers.getValue(Constants.BUNDLE_SYMBOLICNAME).replaceFirst(";.*", "");
            Version version = Version.parseVersion(headers.getValue(Constants.BUNDLE_VERSION));
            return named(name.strip(), own)
                    .filter(one -> one.getVersion().equals(version))
                    .findFirst()
                    .map(Namesakes::alreadyThere)
                    .orElse("");
        } catch (IOException | RuntimeException unreadable) { // replaced by what is no bundle
            return "";
        }
    }

    private static String alreadyThere(Bundle other) {
        return "%s %s %s already, from %s"
                .formatted(
                        other.getSymbolicName(),
                        other.getVersion(),
                        other.getState() == Bundle.ACTIVE ? "runs" : "is there",
                        fileName(other));
    }

    private static String fileName(Bundle bundle) {
        String location = bundle.getLocation();
        return location.substring(location.lastIndexOf('/') + 1);
    }
}
