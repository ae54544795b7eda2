package org.anabranch.opencl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Work that goes on after an allocation has failed once. */
class FullHeapTest {
    /** A switch on types that is first reached in a full heap is spoiled for good. */
    @Test
    @DisplayName("A3: no code of OpenCL is spoiled for good by being first reached in a full heap")
    void a3_nothing_switches_on_types() throws Exception {
        Path root =
                Path.of(
                        OpenClDevice.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toURI());
        try (Stream<Path> files = Files.walk(root)) {
            List<Path> classes = files.filter(file -> file.toString().endsWith(".class")).toList();
            assertFalse(classes.isEmpty(), "nothing was looked at");
            List<Path> switching =
                    classes.stream()
                            .filter(file -> text(file).contains("runtime/SwitchBootstraps"))
                            .toList();
            assertEquals(List.of(), switching, "use instanceof, or a method of the types");
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
