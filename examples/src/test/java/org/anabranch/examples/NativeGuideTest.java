package org.anabranch.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The guide to native kernels, followed word by word. */
@DisabledOnOs(OS.WINDOWS)
class NativeGuideTest {
    private static final int LINES = 40;

    @TempDir static Path folder;

    /** Options for a process of a second: one compiler, one thread that collects. */
    private static final String SHORT_LIVED = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

    private static List<String> blocks;

    @BeforeAll
    static void write() throws Exception {
        assumeTrue(
                Stream.of(System.getenv("PATH").split(File.pathSeparator))
                        .anyMatch(place -> Files.isExecutable(Path.of(place, "cc"))),
                "no C compiler here");
        String[] parts = Files.readString(Path.of("../docs/native.md")).split("```[a-z]*\n");
        blocks = List.of(parts[1], parts[3], parts[5], parts[7]);
        Files.writeString(folder.resolve("saxpy.c"), blocks.get(0));
        Files.writeString(folder.resolve("Saxpy.java"), blocks.get(1));
    }

    /** Returns the output of the command, or its errors. */
    private static String run(int status, String script) throws IOException, InterruptedException {
        ProcessBuilder shell = new ProcessBuilder("sh", "-e", "-c", script);
        String classPath =
                String.join(
                        File.pathSeparator,
                        Arrays.stream(
                                        System.getProperty("java.class.path")
                                                .split(File.pathSeparator))
                                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                                .toList());
        shell.environment().put("JARS", classPath);
        shell.environment().put("JDK_JAVA_OPTIONS", SHORT_LIVED);
        shell.environment()
                .merge(
                        "PATH",
                        System.getProperty("java.home") + "/bin",
                        (path, first) -> first + File.pathSeparator + path);
        Path errors = folder.resolve("errors.txt"); // warnings of the framework among them
        shell.directory(folder.toFile()).redirectError(errors.toFile());
        Process process = shell.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(status, process.waitFor(), () -> said + text(errors));
        return status == 0 ? said : text(errors);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }

    @Test
    void itIsAsShortAsItSays() {
        long lines = Stream.of(blocks.get(0), blocks.get(1)).flatMap(String::lines).count();
        assertTrue(lines <= LINES, () -> "%s lines".formatted(lines));
    }

    @Test
    void itsCommandsPrintWhatItSays() throws Exception {
        assertEquals(blocks.get(3), run(0, blocks.get(2)));
    }

    @Test
    void withoutNativeAccessItIsRefusedWithTheOptionToGive() throws Exception {
        String denied =
                blocks.get(2)
                        .replace(
                                "--enable-native-access=ALL-UNNAMED",
                                "--illegal-native-access=deny");
        assertNotEquals(denied, blocks.get(2));
        String said = run(1, denied);
        assertTrue(said.contains("KernelBuildException: the host refused kernel saxpy"), said);
        assertTrue(said.contains("start it with --enable-native-access=ALL-UNNAMED"), said);
    }
}
