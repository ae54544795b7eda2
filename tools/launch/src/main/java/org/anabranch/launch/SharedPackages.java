package org.anabranch.launch;

import org.anabranch.api.Platform;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * The packages that bundles take from the program's own class path, through the system bundle, so
 * that program and bundles have the same types.
 */
final class SharedPackages {
    private static final List<String> ALWAYS = List.of("org.anabranch.api", "org.anabranch.launch");
    private final Map<String, String> versions = new LinkedHashMap<>();

    /**
     * Collects.
     *
     * @param path the bundles of the class path
     * @param further packages that the program names, with or without a version
     * @throws LaunchException if the bundle with the API is not there
     */
    SharedPackages(List<BundleFile> path, List<String> further) {
        Map<String, String> exported = new LinkedHashMap<>();
        for (BundleFile file : path) {
            file.exports().forEach(exported::putIfAbsent);
            if (ALWAYS.contains(file.symbolicName())) {
                file.exports().forEach(versions::putIfAbsent);
            }
        }
        if (!versions.containsKey(Platform.class.getPackageName())) {
            throw new LaunchException(
                    LaunchException.Reason.NO_SHARED_API,
                    "the bundle org.anabranch.api is not on the class path as a bundle, only its"
                            + " classes are: use its jar (in a reactor: run the phase package)");
        }
        for (ManifestHeader.Clause clause :
                ManifestHeader.parse(String.join(",", further)).clauses()) {
            for (String name : clause.names()) {
                String known = exported.getOrDefault(name, "0.0.0");
                versions.put(name, clause.parameters().getOrDefault("version", known));
            }
        }
    }

    /**
     * {@return true if all exports of a bundle come from the class path, so that it need not be
     * installed}
     */
    boolean replaces(BundleFile file) {
        return file.symbolicName().equals(ALWAYS.getFirst());
    }

    /** {@return the value of the framework property} */
    String property() {
        StringJoiner packages = new StringJoiner(",");
        versions.forEach((name, version) -> packages.add(name + ";version=\"" + version + "\""));
        return packages.toString();
    }
}
