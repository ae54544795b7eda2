package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** What a full heap does to the workers, in a process of its own. */
@Timeout(300)
class FullHeapTest {
    @Test
    @DisplayName("A3: every event comes and every worker lives when tasks fill the heap")
    void a3_every_event_comes_when_the_heap_is_full(@TempDir Path folder) throws Exception {
        Path said = folder.resolve("said");
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx80m",
                                "-Dfull.millis=2000",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                FullHeapProgram.class.getName())
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
