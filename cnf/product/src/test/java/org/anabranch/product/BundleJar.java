package org.anabranch.product;

import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Bundles of one class. */
final class BundleJar {
    private BundleJar() {}

    /** Never returns, whatever is done to it. */
    public static final class Hanging implements BundleActivator {
        @Override
        public void start(BundleContext context) {
            while (true) {
                try {
                    TimeUnit.HOURS.sleep(1);
                } catch (InterruptedException ignored) {
                    Thread.interrupted();
                }
            }
        }

        @Override
        public void stop(BundleContext context) {}
    }

    /**
     * Writes one into a folder.
     *
     * @param activator the class that is in it
     * @param named the class that it says to be its activator
     */
    static void write(Path folder, String name, Class<?> activator, String named)
            throws IOException {
        write(folder, name, activator, named, "org.osgi.framework");
    }

    /**
     * Writes one into a folder.
     *
     * @param activator the class that is in it
     * @param named the class that it says to be its activator
     * @param imports the packages that it imports
     */
    static void write(Path folder, String name, Class<?> activator, String named, String imports)
            throws IOException {
        Map<String, String> headers =
                Map.of("Bundle-SymbolicName", name, "Import-Package", imports);
        write(folder.resolve(name + ".jar"), headers, activator, named);
    }

    /** Writes one with headers of its own. */
    static void write(Path jarFile, Map<String, String> given, Class<?> activator, String named)
            throws IOException {
        Manifest manifest = new Manifest();
        Attributes headers = manifest.getMainAttributes();
        headers.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        headers.putValue("Bundle-ManifestVersion", "2");
        given.forEach(headers::putValue);
        headers.putValue("DynamicImport-Package", "org.anabranch.*");
        headers.putValue("Bundle-Activator", named);
        try (OutputStream file = Files.newOutputStream(jarFile);
                JarOutputStream jar = new JarOutputStream(file, manifest)) {
            String entry = activator.getName().replace('.', '/') + ".class";
            jar.putNextEntry(new JarEntry(entry));
            try (var bytes = activator.getResourceAsStream("/" + entry)) {
                bytes.transferTo(jar);
            }
        }
    }
}
