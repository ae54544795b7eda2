package org.anabranch.opencl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.anabranch.opencl.driver.OpenClLibrary;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Machines without OpenCL, with broken drivers, and with one that bends signals: each in a process
 * of its own.
 */
final class EnvironmentTest {
    @TempDir Path folder;

    private List<String> settings;

    @BeforeEach
    void cacheOfItsOwn() {
        settings = List.of("cache=" + folder.resolve("cache"), "queues=in-order");
    }

    private String run(Map<String, String> environment, List<String> options, String... words)
            throws Exception {
        return run(OtherProcess.class, environment, options, words);
    }

    private String run(
            Class<?> program,
            Map<String, String> environment,
            List<String> options,
            String... words)
            throws Exception {
        Path output = folder.resolve("output");
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-XX:TieredStopAtLevel=1", // they live for a second
                                "-XX:+UseSerialGC",
                                "-XX:-CreateCoredumpOnCrash",
                                "-XX:ErrorFile=" + folder.resolve("hs_err")));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        command.addAll(settings);
        command.addAll(List.of(words));
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile());
        builder.environment()
                .keySet()
                .removeAll(List.of("LD_PRELOAD", "POCL_SIGFPE_HANDLER", "OCL_ICD_VENDORS"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        assertTrue(process.waitFor(120, TimeUnit.SECONDS), "no end");
        String said = Files.readString(output);
        assertEquals(0, process.exitValue(), said);
        return said;
    }

    /** By night as many as that; else as the program likes. */
    private static List<String> longer(String property, int count) {
        return Boolean.getBoolean("anabranch.nightly")
                ? List.of("-D" + property + "=" + count)
                : List.of();
    }

    private static void has(String said, String line) {
        assertTrue(said.contains(line), said);
    }

    @Test
    void withoutALoaderThereAreNoDevicesAndOneLine() throws Exception {
        String said = run(Map.of(), List.of("-Danabranch.opencl.library=/no/such/library"));
        has(said, "devices 0");
        has(said, "no loader found under [/no/such/library]");
        assertFalse(said.contains("Exception"), said);
    }

    @Test
    void withoutAPlatformThereAreNoDevicesAndOneLine() throws Exception {
        assumeTrue(OpenClLibrary.isPresent(), "no OpenCL loader here");
        String said = run(Map.of("OCL_ICD_VENDORS", folder.toString()), List.of());
        has(said, "devices 0");
        has(said, "no platform has a usable one");
    }

    @Test
    void aBrokenRegistrationCostsNothing() throws Exception {
        assumeTrue(OpenClLibrary.isPresent(), "no OpenCL loader here");
        Files.writeString(folder.resolve("broken.icd"), "/no/such/driver.so\n");
        has(run(Map.of("OCL_ICD_VENDORS", folder.toString()), List.of()), "devices 0");
    }

    @Test
    void aDriverThatCrashesCostsALineAndTheVerdictIsRemembered() throws Exception {
        assumeTrue(OpenClLibrary.isPresent(), "no OpenCL loader here");
        assumeTrue(crashingDriver(), "no C compiler here to make a crashing driver with");
        Map<String, String> environment = Map.of("OCL_ICD_VENDORS", folder.toString());
        String first = run(environment, List.of());
        has(first, "devices 0");
        has(first, "ended its process");
        try (Stream<Path> kept = Files.list(folder.resolve("cache").resolve("verdicts"))) {
            assertEquals(1, kept.count());
        }
        has(run(environment, List.of()), "remembered");
    }

    private boolean crashingDriver() throws Exception {
        Path source = folder.resolve("crash.c");
        Path library = folder.resolve("libcrash.so");
        Files.writeString(
                source,
                "#include <stdlib.h>\n"
                    + "__attribute__((constructor)) static void crash(void) { *(volatile int *) 8 ="
                    + " 1; }\n");
        Files.writeString(folder.resolve("crash.icd"), library + "\n");
        try {
            Process gcc =
                    new ProcessBuilder(
                                    "gcc",
                                    "-shared",
                                    "-fPIC",
                                    "-o",
                                    library.toString(),
                                    source.toString())
                            .inheritIO()
                            .start();
            return gcc.waitFor() == 0;
        } catch (IOException absent) {
            return false;
        }
    }

    @Test
    void integerDivisionStaysRightWithoutHelp() throws Exception {
        Rig.devices(Rig.backend(Map.of()));
        has(run(Map.of(), List.of()), "division throws");
    }

    @Test
    void aDriverThatBendsIntegerDivisionIsRefused() throws Exception {
        Rig.devices(Rig.backend(Map.of()));
        String said = run(Map.of("POCL_SIGFPE_HANDLER", "1"), List.of());
        assumeTrue(said.contains("division gives"), "this driver leaves the signal alone");
        has(said, "devices 0");
        has(said, "OpenCL devices refused");
    }

    @Test
    void withSignalChainingAKernelMayDivideByZero() throws Exception {
        Rig.devices(Rig.backend(Map.of()));
        Path chaining = Path.of(System.getProperty("java.home"), "lib", "libjsig.so");
        assumeTrue(Files.exists(chaining), "no libjsig here");
        String said = run(Map.of("LD_PRELOAD", chaining.toString()), List.of(), "kernel");
        has(said, "after the kernel 5");
        has(said, "division throws");
    }

    @Test
    void theCollectorDisturbsNoBuild() throws Exception {
        Rig.devices(Rig.backend(Map.of()));
        String cache = Files.createDirectory(folder.resolve("pocl")).toString();
        String said = run(Map.of("POCL_CACHE_DIR", cache), longer("builds", 20), "builds");
        has(said, "failed builds 0");
    }

    @Test
    void a14_aKernelThatRunsOnSeveralDevicesDoesNotEndTheProcess() throws Exception {
        Rig.devices(Rig.backend(Map.of()));
        for (String devices : List.of("pthread pthread basic basic", "pthread pthread")) {
            String said =
                    run(SideBySide.class, Map.of("POCL_DEVICES", devices), longer("rows", 400));
            assertTrue(said.matches("(?s).*devices (\\d+), right \\1\\R*"), said);
        }
    }
}
