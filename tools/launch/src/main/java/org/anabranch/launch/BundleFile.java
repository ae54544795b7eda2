package org.anabranch.launch;

import org.anabranch.api.Platform;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.FindException;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * A bundle in a jar or in an unpacked folder.
 *
 * @param root the jar or the folder
 * @param headers main attributes of its manifest
 * @param isFramework true if it offers an OSGi framework
 */
record BundleFile(URI root, Attributes headers, boolean isFramework) {
    private static final String FACTORY =
            "META-INF/services/org.osgi.framework.launch.FrameworkFactory";
    static final String SCHEDULER = "org.anabranch.scheduler";

    /**
     * Finds bundles as a class loader sees them: in the order of the class path, also through the
     * manifest-only jars that build tools and IDEs make when a class path is long. Of two with the
     * same name and version the first one counts, as it does for classes. The bundles of modules
     * come last.
     */
    static List<BundleFile> on(ClassLoader path) {
        Map<String, BundleFile> found = new LinkedHashMap<>();
        try {
            for (URL manifest : Collections.list(path.getResources(JarFile.MANIFEST_NAME))) {
                BundleFile file = read(manifest);
                add(file, found);
            }
            ModuleBundles.all().forEach(file -> add(file, found));
        } catch (IOException | FindException unreadable) {
            throw new LaunchException(
                    LaunchException.Reason.FRAMEWORK_FAILED,
                    "the path cannot be read: " + unreadable.getMessage(),
                    unreadable);
        }
        return new ArrayList<>(found.values());
    }

    private static void add(BundleFile file, Map<String, BundleFile> found) {
        if (!file.symbolicName().isEmpty()) {
            found.putIfAbsent(file.identity(), file);
        }
    }

    /** Reads a file that the program named. */
    static BundleFile of(Path path) {
        try {
            URI root = path.toRealPath().toUri();
            URI manifest =
                    Files.isDirectory(path)
                            ? root.resolve(JarFile.MANIFEST_NAME)
                            : URI.create("jar:" + root + "!/" + JarFile.MANIFEST_NAME);
            BundleFile file = read(manifest.toURL());
            if (!file.symbolicName().isEmpty()) {
                return file;
            }
        } catch (IOException unreadable) {
            throw new LaunchException(
                    LaunchException.Reason.BAD_BUNDLE,
                    path + " cannot be read as a bundle: " + unreadable,
                    unreadable);
        }
        throw new LaunchException(
                LaunchException.Reason.BAD_BUNDLE,
                path + " is no bundle: its manifest has no Bundle-SymbolicName");
    }

    /** Reads the bundle of a manifest. */
    static BundleFile read(URL manifest) throws IOException {
        String text = manifest.toString();
        String base = text.substring(0, text.length() - JarFile.MANIFEST_NAME.length());
        boolean packed = base.startsWith("jar:") && base.endsWith("!/");
        URI root =
                URI.create(
                        packed
                                ? base.substring("jar:".length(), base.length() - "!/".length())
                                : base);
        try (InputStream in = open(manifest)) {
            return new BundleFile(
                    root,
                    new Manifest(in).getMainAttributes(),
                    exists(URI.create(base + FACTORY).toURL()));
        }
    }

    private static InputStream open(URL url) throws IOException {
        URLConnection connection = url.openConnection();
        connection.setUseCaches(false); // a cached jar would stay open for ever
        return connection.getInputStream();
    }

    private static boolean exists(URL url) {
        try (InputStream in = open(url)) {
            return in != null;
        } catch (IOException absent) {
            return false;
        }
    }

    /** {@return true if the scheduler's classes are there without its manifest} */
    static boolean isMerged(ClassLoader path) {
        return path.getResource(SCHEDULER.replace('.', '/') + "/EngineComponent.class") != null;
    }

    /** Installs it where it is, or, if it lies within another jar, from what can be read there. */
    Bundle installIn(BundleContext context) throws BundleException {
        String place = root.toString();
        boolean within = place.contains("!/");
        if (!within && "file".equals(root.getScheme())) {
            return context.installBundle("reference:" + place);
        }
        URI source = within && "file".equals(root.getScheme()) ? URI.create("jar:" + root) : root;
        try (InputStream in = bytes(source)) {
            return context.installBundle(place, in);
        } catch (IOException unreadable) {
            throw new BundleException(place + " cannot be read", unreadable);
        }
    }

    private static InputStream bytes(URI source) throws IOException {
        return ModuleBundles.IMAGE.equals(source.getScheme())
                ? ModuleBundles.pack(source)
                : open(source.toURL());
    }

    String symbolicName() {
        return ManifestHeader.parse(headers.getValue(Constants.BUNDLE_SYMBOLICNAME)).first();
    }

    String version() {
        String version = headers.getValue(Constants.BUNDLE_VERSION);
        return version == null ? "0.0.0" : version.strip();
    }

    String identity() {
        return symbolicName() + " " + version();
    }

    boolean isFragment() {
        return headers.getValue(Constants.FRAGMENT_HOST) != null;
    }

    /** {@return versions of exported packages by name} */
    Map<String, String> exports() {
        Map<String, String> exports = new LinkedHashMap<>();
        for (ManifestHeader.Clause clause : clauses(Constants.EXPORT_PACKAGE)) {
            for (String name : clause.names()) {
                exports.put(
                        name,
                        clause.parameters().getOrDefault(Constants.VERSION_ATTRIBUTE, "0.0.0"));
            }
        }
        return exports;
    }

    /** {@return true if its manifest says that it offers a platform} */
    boolean offersPlatform() {
        return symbolicName().equals(SCHEDULER)
                || clauses(Constants.PROVIDE_CAPABILITY).stream()
                        .map(clause -> clause.parameters().getOrDefault("objectClass", ""))
                        .flatMap(classes -> Arrays.stream(classes.split(",")))
                        .anyMatch(name -> name.strip().equals(Platform.class.getName()));
    }

    /** {@return true if it belongs to Anabranch, so that its failure is worth a warning} */
    boolean concernsAnabranch() {
        return clauses(Constants.IMPORT_PACKAGE).stream()
                .flatMap(clause -> clause.names().stream())
                .anyMatch(name -> name.startsWith("org.anabranch."));
    }

    private List<ManifestHeader.Clause> clauses(String header) {
        return ManifestHeader.parse(headers.getValue(header)).clauses();
    }
}
