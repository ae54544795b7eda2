package org.anabranch.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.launch.Anabranch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;

/** The first program, in each way in which a plain program may be packed. */
class EmbeddingTest {
    private static final String PROGRAM = "org.anabranch.examples.FirstProgram";
    private static final String RESULT = "31 squared is 961";

    /** What two dependencies bring along: Maven's own set, nothing trimmed. */
    static final List<Path> EMBEDDED =
            jars(
                    "org.anabranch.api",
                    "org.anabranch.launch",
                    "org.anabranch.scheduler",
                    "org.apache.felix.framework",
                    "org.apache.felix.scr",
                    "org.apache.felix.log",
                    "org.osgi.service.component",
                    "org.osgi.util.promise",
                    "org.osgi.util.function");

    private static final List<Path> PROGRAM_PATH =
            with(EMBEDDED, "org.anabranch.examples", "org.anabranch.dense");

    @TempDir Path temporary;

    private static Stream<Path> testPath() {
        String path =
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path"));
        return Arrays.stream(path.split(File.pathSeparator)).map(Path::of);
    }

    static List<Path> jars(String... names) {
        return Arrays.stream(names)
                .map(
                        name ->
                                testPath()
                                        .filter(
                                                jar ->
                                                        jar.getFileName()
                                                                .toString()
                                                                .matches(name + "-\\d.*\\.jar"))
                                        .findFirst()
                                        .orElseThrow(() -> new AssertionError("no " + name)))
                .toList();
    }

    private static List<Path> with(List<Path> some, String... more) {
        return Stream.concat(some.stream(), jars(more).stream()).toList();
    }

    static String path(List<Path> jars) {
        return jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    private Program java(String... words) throws Exception {
        return Program.java(temporary, words);
    }

    private static void assertWorks(Program run) {
        assertTrue(run.assertEnds(0).said().contains(RESULT), run::said);
    }

    @Test
    void onAPlainClassPathWithEquinoxInsteadOfFelix() throws Exception {
        List<Path> equinox =
                with(PROGRAM_PATH, "org.eclipse.osgi").stream()
                        .filter(jar -> !jar.toString().contains("felix.framework"))
                        .toList();
        assertWorks(java("-cp", path(equinox), PROGRAM));
    }

    /** A program that ends when File Install has made its folder, which it does by a thread. */
    static final class Awaiting {
        private Awaiting() {}

        public static void main(String[] none) throws Exception {
            Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
            try (Anabranch _ = Anabranch.start()) {
                while (!isMade(temporary)) {
                    Thread.sleep(10);
                }
            }
            // An orderly exit of the process would delete the folder of File Install, if it is
            // empty
            System.out.println(isMade(temporary) ? "a folder is left" : RESULT);
        }

        private static boolean isMade(Path temporary) throws IOException {
            try (Stream<Path> files = Files.list(temporary)) {
                return files.anyMatch(
                        file ->
                                file.getFileName().toString().startsWith("fileinstall")
                                        || Files.exists(file.resolve("fileinstall")));
            }
        }
    }

    /** File Install makes a folder at each start, and never removes it. */
    @Test
    void r12_aStartWithFileInstallOnTheClassPathLeavesNoFile() throws Exception {
        Path folder = Files.createDirectory(temporary.resolve("tmp"));
        List<Path> path = new ArrayList<>(PROGRAM_PATH);
        path.add(
                Path.of(
                        Awaiting.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toURI()));
        Path bundles =
                Path.of(System.getProperty("anabranch.checkout"), "cnf/target/product/bundle");
        try (Stream<Path> jars = Files.list(bundles)) {
            jars.filter(jar -> jar.getFileName().toString().matches(".*(fileinst|configadm).*"))
                    .forEach(path::add);
        }
        assertEquals(PROGRAM_PATH.size() + 3, path.size());
        assertWorks(
                java("-Djava.io.tmpdir=" + folder, "-cp", path(path), Awaiting.class.getName()));
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(List.of(), left.toList());
        }
    }

    /** As maven-shade and others do it: of all manifests one is left. */
    @Test
    void e6_aMergedJarSaysThatItIsOne() throws Exception {
        Path merged = temporary.resolve("merged.jar");
        Set<String> names = new HashSet<>();
        try (JarOutputStream out = jar(merged, new Manifest())) {
            for (Path jar : PROGRAM_PATH) {
                try (JarFile in = new JarFile(jar.toFile())) {
                    for (JarEntry entry : in.stream().toList()) {
                        if (!entry.getName().equals(JarFile.MANIFEST_NAME)
                                && names.add(entry.getName())) {
                            out.putNextEntry(new ZipEntry(entry.getName()));
                            in.getInputStream(entry).transferTo(out);
                        }
                    }
                }
            }
        }
        Program run = java("-cp", merged.toString(), PROGRAM).assertEnds(1);
        assertTrue(run.said().contains("one jar that was merged of several"), run::said);
    }

    private static JarOutputStream jar(Path file, Manifest manifest) throws IOException {
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        OutputStream out = Files.newOutputStream(file);
        return new JarOutputStream(out, manifest);
    }

    /** As Spring Boot does it: jars within a jar, and its own loader for them. */
    @Test
    void e6_inAJarOfSpringBoot() throws Exception {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(
                Attributes.Name.MAIN_CLASS, "org.springframework.boot.loader.launch.JarLauncher");
        attributes.putValue("Start-Class", PROGRAM);
        attributes.putValue("Spring-Boot-Classes", "BOOT-INF/classes/");
        attributes.putValue("Spring-Boot-Lib", "BOOT-INF/lib/");
        Path boot = temporary.resolve("boot.jar");
        try (JarOutputStream out = jar(boot, manifest);
                JarFile loader = new JarFile(jars("spring-boot-loader").getFirst().toFile())) {
            for (JarEntry entry : loader.stream().toList()) {
                if (entry.getName().startsWith("org/")
                        || entry.getName().startsWith("META-INF/services/")) {
                    out.putNextEntry(new ZipEntry(entry.getName()));
                    try (InputStream in = loader.getInputStream(entry)) {
                        in.transferTo(out);
                    }
                }
            }
            out.putNextEntry(new ZipEntry("BOOT-INF/classes/"));
            out.putNextEntry(new ZipEntry("BOOT-INF/lib/"));
            for (Path jar : PROGRAM_PATH) {
                out.putNextEntry(stored("BOOT-INF/lib/" + jar.getFileName(), jar));
                Files.copy(jar, out);
            }
        }
        assertWorks(java("-jar", boot.toString()));
    }

    private static ZipEntry stored(String name, Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        CRC32 checksum = new CRC32();
        checksum.update(bytes);
        ZipEntry entry = new ZipEntry(name);
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(bytes.length);
        entry.setCrc(checksum.getValue());
        return entry;
    }

    /** Says which bundles are not active. */
    public static final class States {
        private States() {}

        /** Starts and looks. */
        public static void main(String[] words) {
            try (Anabranch anabranch = Anabranch.start()) {
                for (Bundle bundle : anabranch.framework().getBundles()) {
                    String state = bundle.getState() == Bundle.ACTIVE ? "active" : "not active";
                    System.out.println(bundle.getSymbolicName() + " is " + state);
                }
            }
        }
    }

    @Test
    void e11_librariesWithCommandsDoWithoutAShell() throws Exception {
        List<Path> path =
                new ArrayList<>(
                        with(
                                EMBEDDED,
                                "org.anabranch.stencil",
                                "org.anabranch.loops",
                                "org.anabranch.conformance"));
        path.add(testPath().filter(Files::isDirectory).findFirst().orElseThrow());
        Program run = java("-cp", path(path), States.class.getName()).assertEnds(0);
        for (String name : List.of("stencil", "loops", "conformance", "scheduler")) {
            assertTrue(run.said().contains("org.anabranch." + name + " is active"), run::said);
        }
    }
}
