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
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Projects of a vendor and of somebody who writes an application, as the archetypes make them,
 * outside of this build: they are built and tested without a network, and plugged in.
 */
class ArchetypeTest {
    private static final Pattern COUNT =
            Pattern.compile("Tests run: (\\d+), Failures: 0, Errors: 0, Skipped: (\\d+)");

    private static final boolean NIGHTLY = Boolean.getBoolean("anabranch.nightly");

    /** Of the list of users: what there starts an engine. */
    private static final String STARTED =
            """
            package org.anabranch.program;

            import org.anabranch.api.Domain;
            import org.anabranch.api.Monitor;
            import org.anabranch.api.Platform;
            import org.anabranch.launch.Anabranch;
            import org.anabranch.launch.LaunchOptions;

            import java.time.Duration;

            record Started(Anabranch anabranch) implements AutoCloseable {
                static Started with(boolean checked) {
                    return new Started(
                            Anabranch.start(
                                    LaunchOptions.DEFAULT.withProperty(
                                            "anabranch.scheduler.checked", "" + checked)));
                }

                Platform platform() {
                    return anabranch.platform();
                }

                Monitor monitor() {
                    return anabranch.monitor();
                }

                Domain device() {
                    return anabranch.domains("reference", Duration.ofSeconds(60)).getFirst();
                }

                @Override
                public void close() {
                    anabranch.close();
                }
            }
            """;

    @TempDir Path temporary;
    private OutsideMaven outside;

    @BeforeEach
    void install() throws IOException {
        outside = new OutsideMaven(temporary);
        outside.installPom("org.anabranch.archetype", "tools/archetype");
    }

    private Path backend() throws Exception {
        outside.install("api", "tools/conformance", "tools/archetype/backend");
        return outside.generateBy("docs/writing-a-backend.md");
    }

    private static int tests(Program built, int mostSkipped) {
        built.assertEnds(0);
        List<MatchResult> counts = COUNT.matcher(built.said()).results().toList();
        assertTrue(counts.size() > 1, built::said);
        MatchResult sum = counts.getLast(); // after that of each class
        assertTrue(Integer.parseInt(sum.group(2)) <= mostSkipped, built::said);
        return Integer.parseInt(sum.group(1));
    }

    private Checkout.Outcome plugged(Path project, String script) throws Exception {
        Checkout checkout = Checkout.in(temporary.resolve("checkout"));
        String name = project.getFileName() + "-0.1.0.jar";
        Files.copy(project.resolve("target/" + name), checkout.plugins().resolve(name));
        return checkout.run(Map.of(), script, checkout.script().toString());
    }

    /** In Equinox, too, by night. */
    @Test
    void e4_aGeneratedBackendPassesTheKitInMavenInFelixAndByCommandAndIsPluggedIn()
            throws Exception {
        Path project = backend();
        List<String> words = new ArrayList<>(List.of("verify", "-Pframeworks"));
        if (!NIGHTLY) {
            words.add("-Dtesting.select=felix.bndrun");
        }
        assertTrue(tests(outside.run(project, words.toArray(String[]::new)), 12) >= 27);
        for (String framework : NIGHTLY ? List.of("felix", "equinox") : List.of("felix")) {
            assertPassedIn(framework, project);
        }
        assertEquals(
                List.of("README.md", "equinox.bndrun", "felix.bndrun", "pom.xml", "src", "target"),
                names(project));
        Checkout.Outcome job =
                plugged(project, "run add 100000 --domains dsp\nconformance dsp:0 2.1 3.3 2.7\n");
        assertEquals(0, job.status(), job::toString);
        assertTrue(job.out().startsWith("verified"), job::toString);
        assertTrue(job.out().contains("dsp:0  holds    rule_2_1_"), job::toString);
        assertTrue(job.out().contains("dsp:0  holds    rule_3_3_"), job::toString);
        assertTrue(
                job.out().contains("(2.7 does not apply: the device does not order operations)"),
                job::toString);
    }

    private static List<String> names(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static void assertPassedIn(String framework, Path project) throws IOException {
        Path reports = project.resolve("target/test-reports/" + framework);
        try (var files = Files.list(reports)) {
            String report = Files.readString(files.findFirst().orElseThrow());
            Matcher count =
                    Pattern.compile("tests=\"(\\d+)\" skipped=\"8\" failures=\"0\" errors=\"0\"")
                            .matcher(report);
            assertTrue(count.find() && Integer.parseInt(count.group(1)) >= 27, report);
        }
    }

    @Test
    void aGeneratedApplicationPassesItsTestsAndIsPluggedIn() throws Exception {
        outside.install(
                "api",
                "tools/launch",
                "scheduler",
                "tools/archetype/application",
                "tools/reference");
        Path project = outside.generateBy("docs/writing-an-application.md");
        int ofTheList = addTheListOfUsers(project);
        assertEquals(2 + ofTheList, tests(outside.run(project, "verify"), 0));
        Checkout.Outcome job =
                plugged(project, "run waves 1000 --domains host,reference\nrun waves many\n");
        assertEquals(2, job.status(), job::toString);
        assertTrue(
                job.out().startsWith("verified  1000 of 1000 numbers are three times as large"),
                job::toString);
        assertTrue(job.err().contains("not 'many'; waves [N]: triples N numbers"), job::toString);
    }

    /**
     * The program of what users asked for is compiled and run as one of theirs, on a device, too.
     */
    private static int addTheListOfUsers(Path project) throws IOException {
        Path tests =
                Files.createDirectories(project.resolve("src/test/java/org/anabranch/program"));
        String list =
                Files.readString(
                        OutsideMaven.ROOT.resolve(
                                "scheduler/src/test/java/org/anabranch/program/UsersListTest.java"));
        Files.writeString(tests.resolve("UsersListTest.java"), list);
        Files.writeString(tests.resolve("Started.java"), STARTED);
        Path pom = project.resolve("pom.xml");
        String launch = "<artifactId>org.anabranch.launch</artifactId>";
        String line =
                Files.readAllLines(pom).stream()
                        .filter(dependency -> dependency.contains(launch))
                        .findFirst()
                        .orElseThrow();
        String device = line.replace("org.anabranch.launch", "org.anabranch.reference");
        Files.writeString(pom, Files.readString(pom).replace(line, line + device));
        return 2 * (list.split("@ParameterizedTest").length - 1); // plain and checked
    }

    /** By night: the same kit finds what is broken in it, in Maven and in the shell. */
    @Test
    @EnabledIfSystemProperty(named = "anabranch.nightly", matches = "true")
    void aBrokenBackendFailsItsBuildAndTheCommandByTheRule() throws Exception {
        Path project = backend();
        Path device = project.resolve("src/main/java/com/vendor/dsp/DspDevice.java");
        String text = Files.readString(device);
        String leaking = text.replace("free.give(block.memory.byteSize(), MemoryKind.NORMAL);", "");
        assertTrue(!leaking.equals(text));
        Files.writeString(device, leaking);
        Program built = outside.run(project, "verify").assertEnds(1);
        assertTrue(built.said().contains("rule 3.5 is broken; expected: "), built::said);

        outside.run(project, "package", "-DskipTests").assertEnds(0);
        Checkout.Outcome said = plugged(project, "run add 1000 --domains dsp\nselftest dsp 3.5\n");
        assertEquals(1, said.status(), said::toString);
        assertTrue(said.out().contains("broken   rule_3_5_"), said::toString);
    }
}
