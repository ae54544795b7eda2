package org.anabranch.itest;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

import javax.tools.ToolProvider;

/** The bundle of an application, compiled from source against bundles of the framework. */
final class CompiledBundle {
    private CompiledBundle() {}

    /**
     * Compiles and installs it.
     *
     * @param context installs it
     * @param name of its one class, in a package of the same name in lower case
     * @param source of the class
     * @param imports packages that it imports, or empty
     * @param options for the compiler
     */
    static Bundle install(
            BundleContext context, String name, String source, String imports, String... options)
            throws IOException, BundleException {
        Path folder = Files.createTempDirectory("itest");
        try {
            Path file = Files.writeString(folder.resolve(name + ".java"), source);
            List<String> words = new ArrayList<>(List.of(options));
            words.addAll(List.of("-d", folder.resolve("classes").toString()));
            words.addAll(List.of("-cp", path(context), file.toString()));
            ByteArrayOutputStream said = new ByteArrayOutputStream();
            int status =
                    ToolProvider.getSystemJavaCompiler()
                            .run(null, said, said, words.toArray(String[]::new));
            assertTrue(status == 0, said::toString);
            byte[] jar = jar(folder.resolve("classes"), name, imports);
            return context.installBundle("itest:" + name, new ByteArrayInputStream(jar));
        } finally {
            delete(folder);
        }
    }

    /** Where the bundles of ours are. */
    private static String path(BundleContext context) {
        List<String> files =
                Arrays.stream(context.getBundles())
                        .filter(bundle -> bundle.getSymbolicName().startsWith("org.anabranch."))
                        .map(
                                bundle ->
                                        bundle.getLocation()
                                                .replaceFirst("^(initial@)?(reference:)?", ""))
                        .filter(location -> location.startsWith("file:"))
                        .map(location -> Path.of(URI.create(location)).toString())
                        .toList();
        return String.join(File.pathSeparator, files);
    }

    private static byte[] jar(Path classes, String name, String imports) throws IOException {
        Manifest manifest = new Manifest();
        Attributes headers = manifest.getMainAttributes();
        headers.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        headers.putValue("Bundle-ManifestVersion", "2");
        headers.putValue("Bundle-SymbolicName", "itest." + name);
        if (!imports.isEmpty()) {
            headers.putValue("Import-Package", imports);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream jar = new JarOutputStream(bytes, manifest);
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                jar.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                Files.copy(file, jar);
            }
        }
        return bytes.toByteArray();
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
