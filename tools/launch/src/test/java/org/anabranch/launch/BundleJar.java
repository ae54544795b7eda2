package org.anabranch.launch;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/** Makes bundles for tests. */
final class BundleJar {
    private final Map<String, String> headers = new LinkedHashMap<>();
    private final Map<String, byte[]> entries = new LinkedHashMap<>();

    BundleJar(String symbolicName) {
        header("Manifest-Version", "1.0");
        header("Bundle-ManifestVersion", "2");
        header("Bundle-SymbolicName", symbolicName);
    }

    /** A bundle that offers a fake platform, and says so. */
    static BundleJar scheduler(String symbolicName) throws IOException {
        return new BundleJar(symbolicName)
                .header(
                        "Import-Package",
                        "org.osgi.framework,org.anabranch.api;version=\"[1.0,2)\"")
                .header("Bundle-Activator", FakeScheduler.class.getName())
                .header(
                        "Provide-Capability",
                        "osgi.service;objectClass:List<String>=\"org.anabranch.api.Monitor,org.anabranch.api.Platform\"")
                .type(FakeScheduler.class);
    }

    BundleJar header(String name, String value) {
        headers.put(name, value);
        return this;
    }

    BundleJar text(String name, String text) {
        entries.put(name, text.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    BundleJar type(Class<?> type) throws IOException {
        String name = type.getName().replace('.', '/') + ".class";
        try (InputStream in = type.getClassLoader().getResourceAsStream(name)) {
            entries.put(name, in.readAllBytes());
        }
        return this;
    }

    Path write(Path file) throws IOException {
        Manifest manifest = new Manifest();
        headers.forEach(
                (name, value) ->
                        manifest.getMainAttributes().put(new Attributes.Name(name), value));
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out, manifest)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                jar.putNextEntry(new ZipEntry(entry.getKey()));
                jar.write(entry.getValue());
            }
        }
        return file;
    }

    /** Writes it unpacked, as an IDE does. */
    Path writeFolder(Path folder) throws IOException {
        Manifest manifest = new Manifest();
        headers.forEach(
                (name, value) ->
                        manifest.getMainAttributes().put(new Attributes.Name(name), value));
        Files.createDirectories(folder.resolve("META-INF"));
        try (OutputStream out = Files.newOutputStream(folder.resolve("META-INF/MANIFEST.MF"))) {
            manifest.write(out);
        }
        for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
            Path file = folder.resolve(entry.getKey());
            Files.createDirectories(file.getParent());
            Files.write(file, entry.getValue());
        }
        return folder;
    }
}
