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
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Projects of a vendor and of somebody who writes an application, as the archetypes make them,
 * outside of this build: they are built and tested without a network, and plugged in.
 */
class ArchetypeTest {
    private static final Pattern COUNT =
            Pattern.compile("Tests run: (\\d+), Failures: 0, Errors: 0, Skipped: (\\d+)");

    @TempDir Path temporary;
    private OutsideMaven outside;

    @BeforeEach
    void install() throws IOException {
        outside = new OutsideMaven(temporary);
        outside.installPom("org.anabranch.archetype", "tools/archetype");
    }

    private Path backend() throws Exception {
        outside.install("api", "tools/conformance", "tools/archetype/backend");
        return outside.generate(
                "org.anabranch.archetype.backend",
                "com.vendor.dsp",
                "-DdeviceKind=dsp",
                "-DdeviceName=Dsp");
    }

    private static int tests(Program built, int mostSkipped) {
        built.assertEnds(0);
        Matcher count = COUNT.matcher(built.said());
        assertTrue(count.find(), built::said);
        assertTrue(Integer.parseInt(count.group(2)) <= mostSkipped, built::said);
        return Integer.parseInt(count.group(1));
    }

    private Checkout.Outcome plugged(Path project, String script) throws Exception {
        Checkout checkout = Checkout.in(temporary.resolve("checkout"));
        String name = project.getFileName() + "-0.1.0.jar";
        Files.copy(project.resolve("target/" + name), checkout.plugins().resolve(name));
        return checkout.run(Map.of(), script, checkout.script().toString());
    }

    @Test
    void aGeneratedBackendPassesTheKitAndIsPluggedIn() throws Exception {
        Path project = backend();
        assertTrue(tests(outside.run(project, "verify"), 12) >= 27);
        Checkout.Outcome job =
                plugged(project, "run add 100000 --domains dsp\nconformance dsp:0 2.1 3.3 2.7\n");
        assertEquals(0, job.status(), job::toString);
        assertTrue(job.out().contains("dsp:0  holds    rule_2_1_"), job::toString);
        assertTrue(job.out().contains("dsp:0  holds    rule_3_3_"), job::toString);
        assertTrue(
                job.out().contains("(2.7 does not apply: the device does not order operations)"),
                job::toString);
    }

    @Test
    void aGeneratedApplicationPassesItsTestsAndIsPluggedIn() throws Exception {
        outside.install("api", "tools/launch", "scheduler", "tools/archetype/application");
        Path project =
                outside.generate(
                        "org.anabranch.archetype.application",
                        "com.user.waves",
                        "-DjobName=waves",
                        "-DclassName=Waves");
        assertEquals(2, tests(outside.run(project, "verify"), 0));
        Checkout.Outcome job =
                plugged(project, "run waves 1000 --domains host,reference\nrun waves many\n");
        assertEquals(2, job.status(), job::toString);
        assertTrue(
                job.out().startsWith("verified  1000 of 1000 numbers are three times as large"),
                job::toString);
        assertTrue(job.err().contains("not 'many'; waves [N]: triples N numbers"), job::toString);
    }

    /** By night: in both frameworks. */
    @Test
    @EnabledIfSystemProperty(named = "anabranch.nightly", matches = "true")
    void aGeneratedBackendPassesTheKitInFelixAndInEquinox() throws Exception {
        Path project = backend();
        outside.run(project, "verify", "-Pframeworks").assertEnds(0);
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
