package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Workers under a full heap, in a process of their own. */
@Timeout(300)
class FullHeapTest {
    @Test
    @DisplayName("A3: every event comes and every worker lives when tasks fill the heap")
    void a3_every_event_comes_when_the_heap_is_full(@TempDir Path folder) throws Exception {
        requireGood(folder, FullHeapProgram.class, "-Xmx80m", "-Dfull.millis=2000");
    }

    @Test
    @DisplayName(
            "A3: an event comes, and its data is known to be undefined, without a byte of heap")
    void a3_an_event_needs_no_memory_to_come(@TempDir Path folder) throws Exception {
        requireGood(folder, LastByteProgram.class, "-Xmx24m");
    }

    @Test
    @DisplayName("A3: what cannot be added to a backend's lanes leaves no trace in them")
    void a3_lanes_go_on_without_memory(@TempDir Path folder) throws Exception {
        requireGood(folder, FullLanesProgram.class, "-Xmx24m");
    }

    @Test
    @DisplayName("A3: the first actions of an engine end without a byte of heap to link an end")
    void a3_the_first_ends_need_no_memory(@TempDir Path folder) throws Exception {
        requireGood(folder, FirstEndProgram.class, "-Xmx24m", "-XX:-UseTLAB");
    }

    @Test
    @DisplayName("issue 44: the first ends of a device need no memory, nor does its loss lose any")
    void the_first_ends_of_a_device_need_no_memory(@TempDir Path folder) throws Exception {
        requireGood(folder, FirstDeviceEndProgram.class, "-Xmx24m", "-XX:-UseTLAB");
    }

    @Test
    @DisplayName("issue 20: a device that comes or goes in a full heap is used, and closed once")
    void no_device_stays_open_for_want_of_memory(@TempDir Path folder) throws Exception {
        requireGood(folder, FullDeviceProgram.class, "-Xmx16m");
    }

    /**
     * A switch on types is linked when it is first reached, by code that makes an {@code
     * IllegalArgumentException} of a lack of memory; the virtual machine notes that for good, and
     * the switch fails for ever after.
     */
    @Test
    @DisplayName("A3: no code is spoiled for good by being first reached in a full heap")
    void a3_nothing_switches_on_types() throws Exception {
        Path classes =
                Path.of(Engine.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        List<Path> switching = new ArrayList<>();
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(one -> one.toString().endsWith(".class")).toList()) {
                String text = Files.readString(file, StandardCharsets.ISO_8859_1);
                if (text.contains("java/lang/runtime/SwitchBootstraps")) {
                    switching.add(classes.relativize(file));
                }
            }
        }
        assertEquals(List.of(), switching, "use instanceof, or a method of the types");
    }

    /** Runs a program in a process of its own, which must end well. */
    static void requireGood(Path folder, Class<?> program, String... options) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(List.of(options));
        command.addAll(
                List.of(
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        program.getName()));
        Path said = folder.resolve("said");
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(new File(said.toString()))
                        .start();
        try {
            assertTrue(process.waitFor(240, TimeUnit.SECONDS), () -> "hangs: " + text(said));
            assertEquals(0, process.exitValue(), () -> text(said));
        } finally {
            process.destroyForcibly();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (java.io.IOException unreadable) {
            return unreadable.toString();
        }
    }
}
