package org.anabranch.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The backend of a third party is small, needs the api alone, and keeps every rule. */
class AcmeBackendTest {
    private static final Path FOLDER = Path.of("../../docs/acme-backend");

    @TempDir(cleanup = CleanupMode.ALWAYS)
    Path out;

    private URLClassLoader loader;

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(FOLDER.resolve("src"))) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }

    private static Path api() throws URISyntaxException {
        return Path.of(Backend.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    @AfterEach
    void close() throws IOException {
        if (loader != null) {
            loader.close();
        }
    }

    @Test
    void itHasLessThan200Lines() throws Exception {
        long lines = 0;
        for (Path source : sources()) {
            lines += Files.readAllLines(source).size();
        }
        assertTrue(lines > 0 && lines < 200, lines + " lines");
    }

    @TestFactory
    Stream<DynamicTest> itKeepsEveryRule() throws Exception {
        compile();
        loader =
                new URLClassLoader(new URL[] {out.toUri().toURL()}, Backend.class.getClassLoader());
        Backend backend =
                (Backend) loader.loadClass("acme.AcmeBackend").getConstructor().newInstance();
        DeviceInfo info = backend.probe().getFirst();
        assertEquals("acme:0", info.id());
        Subject subject = Subject.plain(backend, info);
        return Rule.all().stream()
                .map(rule -> dynamicTest(rule.name(), () -> Examination.run(rule, subject)));
    }

    /** Against the api alone. */
    private void compile() throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options =
                    List.of(
                            "-d",
                            out.toString(),
                            "-cp",
                            api().toString(),
                            "-Xlint:all",
                            "-Werror",
                            "-proc:none");
            var units = files.getJavaFileObjectsFromPaths(sources());
            boolean compiled = compiler.getTask(messages, files, null, options, null, units).call();
            assertTrue(compiled, messages.toString());
        }
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void itsBuildScriptMakesABundle() throws Exception {
        copyFolder();
        ProcessBuilder script = new ProcessBuilder("./build", api().toAbsolutePath().toString());
        script.directory(out.toFile())
                .environment()
                .put("JAVA_HOME", System.getProperty("java.home"));
        Process process = script.redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertEquals(0, process.waitFor(), output);
        try (JarFile jar = new JarFile(out.resolve("acme-backend.jar").toFile())) {
            Manifest manifest = jar.getManifest();
            assertEquals(
                    "acme.backend", manifest.getMainAttributes().getValue("Bundle-SymbolicName"));
            assertEquals(
                    "org.anabranch.api;version=\"[1.0,2)\",org.anabranch.spi;version=\"[1.0,2)\","
                            + "org.anabranch.spi.support;version=\"[1.0,2)\"",
                    manifest.getMainAttributes().getValue("Import-Package"));
            Set<String> names = new TreeSet<>();
            jar.stream()
                    .filter(entry -> !entry.isDirectory())
                    .forEach(entry -> names.add(entry.getName()));
            String component = manifest.getMainAttributes().getValue("Service-Component");
            assertTrue(
                    names.containsAll(List.of(component, "acme/AcmeBackend.class")),
                    names.toString());
        }
    }

    private void copyFolder() throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.walk(FOLDER)) {
            all.filter(Files::isRegularFile).forEach(files::add);
        }
        for (Path file : files) {
            Path copy = out.resolve(FOLDER.relativize(file).toString());
            Files.createDirectories(copy.getParent());
            Files.copy(file, copy);
        }
        assertTrue(out.resolve("build").toFile().setExecutable(true));
    }
}
