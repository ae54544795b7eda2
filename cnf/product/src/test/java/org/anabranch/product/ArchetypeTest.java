package org.anabranch.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A vendor's project, as the archetype makes it, outside of this build: it is built without a
 * network against what this build made, tested with the kit, and plugged in.
 */
class ArchetypeTest {
    private static final Path ROOT = Path.of(System.getProperty("anabranch.checkout"));
    private static final String VERSION = System.getProperty("anabranch.version");
    private static final String GROUP = "org/anabranch/";

    @TempDir Path temporary;
    private Path project;

    @BeforeEach
    void generate() throws Exception {
        install("org.anabranch", ROOT, "pom");
        for (String module : List.of("api", "tools/conformance", "tools/archetype")) {
            Path folder = ROOT.resolve(module);
            String suffix = "-" + VERSION + ".jar";
            try (var built = Files.list(folder.resolve("target"))) {
                String jar =
                        built.map(file -> file.getFileName().toString())
                                .filter(name -> name.endsWith(suffix))
                                .findFirst()
                                .orElseThrow(() -> new AssertionError(module + " has no jar"));
                install(jar.substring(0, jar.length() - suffix.length()), folder, "jar");
            }
        }
        assertEnds(
                0,
                maven(
                        temporary,
                        "org.apache.maven.plugins:maven-archetype-plugin:"
                                + System.getProperty("anabranch.archetype")
                                + ":generate",
                        "-DarchetypeCatalog=internal",
                        "-DarchetypeGroupId=org.anabranch",
                        "-DarchetypeArtifactId=org.anabranch.archetype.backend",
                        "-DarchetypeVersion=" + VERSION,
                        "-DgroupId=com.vendor",
                        "-DartifactId=com.vendor.dsp",
                        "-Dversion=0.1.0",
                        "-Dpackage=com.vendor.dsp",
                        "-DdeviceKind=dsp",
                        "-DdeviceName=Dsp"));
        project = temporary.resolve("com.vendor.dsp");
    }

    /** As {@code install} does, into a repository in front of that of the user. */
    private void install(String artifact, Path module, String type) throws IOException {
        Path folder =
                Files.createDirectories(
                        temporary.resolve("repository/" + GROUP + artifact + "/" + VERSION));
        String name = artifact + "-" + VERSION;
        Files.copy(module.resolve("pom.xml"), folder.resolve(name + ".pom"));
        if (type.equals("jar")) {
            Files.copy(module.resolve("target/" + name + ".jar"), folder.resolve(name + ".jar"));
        }
    }

    private record Run(int status, String said) {}

    private Run maven(Path folder, String... words) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("anabranch.maven"), "bin", "mvn").toString());
        command.addAll(List.of("-o", "-B"));
        command.add("-Dmaven.repo.local=" + temporary.resolve("repository"));
        command.add("-Dmaven.repo.local.tail=" + System.getProperty("anabranch.repository"));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        builder.environment().remove("MAVEN_ARGS");
        Path log = temporary.resolve("maven.log");
        builder.redirectErrorStream(true).redirectOutput(log.toFile());
        Process process = builder.start();
        return new Run(process.waitFor(), Files.readString(log));
    }

    private static void assertEnds(int status, Run run) {
        assertEquals(status, run.status(), run::said);
    }

    @Test
    void aGeneratedBackendPassesTheKitAndIsPluggedIn() throws Exception {
        Run built = maven(project, "verify");
        assertEnds(0, built);
        Matcher count =
                Pattern.compile("Tests run: (\\d+), Failures: 0, Errors: 0, Skipped: (\\d+)")
                        .matcher(built.said());
        assertTrue(count.find(), built::said);
        int rules = Integer.parseInt(count.group(1));
        assertTrue(rules >= 27 && Integer.parseInt(count.group(2)) < rules / 2, built::said);

        Checkout checkout = Checkout.in(temporary.resolve("checkout"));
        Files.copy(
                project.resolve("target/com.vendor.dsp-0.1.0.jar"),
                checkout.plugins().resolve("dsp.jar"));
        Checkout.Outcome job =
                checkout.run(
                        Map.of(),
                        "run add 100000 --domains dsp\nconformance dsp:0 2.1 3.3 2.7\n",
                        checkout.script().toString());
        assertEquals(0, job.status(), job::toString);
        assertTrue(job.out().contains("dsp:0  holds    rule_2_1_"), job::toString);
        assertTrue(job.out().contains("dsp:0  holds    rule_3_3_"), job::toString);
        assertTrue(
                job.out().contains("(2.7 does not apply: the device does not order operations)"),
                job::toString);
    }

    /** By night: in both frameworks. */
    @Test
    @EnabledIfSystemProperty(named = "anabranch.nightly", matches = "true")
    void aGeneratedBackendPassesTheKitInFelixAndInEquinox() throws Exception {
        assertEnds(0, maven(project, "verify", "-Pframeworks"));
        for (String framework : List.of("felix", "equinox")) {
            Path reports = project.resolve("target/test-reports/" + framework);
            try (var files = Files.list(reports)) {
                String report = Files.readString(files.findFirst().orElseThrow());
                Matcher count =
                        Pattern.compile(
                                        "tests=\"(\\d+)\" skipped=\"8\" failures=\"0\""
                                                + " errors=\"0\"")
                                .matcher(report);
                assertTrue(count.find() && Integer.parseInt(count.group(1)) >= 27, report);
            }
        }
    }

    /** By night: the same kit finds what is broken in it, in Maven and in the shell. */
    @Test
    @EnabledIfSystemProperty(named = "anabranch.nightly", matches = "true")
    void aBrokenBackendFailsItsBuildAndTheCommandByTheRule() throws Exception {
        Path device = project.resolve("src/main/java/com/vendor/dsp/DspDevice.java");
        String text = Files.readString(device);
        String leaking = text.replace("free.give(block.memory.byteSize(), MemoryKind.NORMAL);", "");
        assertTrue(!leaking.equals(text));
        Files.writeString(device, leaking);
        Run built = maven(project, "verify");
        assertEnds(1, built);
        assertTrue(built.said().contains("rule 3.5 is broken; expected: "), built::said);

        assertEnds(0, maven(project, "package", "-DskipTests"));
        Checkout checkout = Checkout.in(temporary.resolve("checkout"));
        Files.copy(
                project.resolve("target/com.vendor.dsp-0.1.0.jar"),
                checkout.plugins().resolve("dsp.jar"));
        Checkout.Outcome said =
                checkout.run(
                        Map.of(),
                        "run add 1000 --domains dsp\nselftest dsp 3.5\n",
                        checkout.script().toString());
        assertEquals(1, said.status(), said::toString);
        assertTrue(said.out().contains("broken   rule_3_5_"), said::toString);
    }
}
