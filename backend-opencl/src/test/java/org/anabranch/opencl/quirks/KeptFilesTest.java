package org.anabranch.opencl.quirks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

final class KeptFilesTest {
    private static final List<String> KEY = List.of("driver", "1.0");

    @TempDir Path folder;

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    @Test
    void contentIsReadAgainUntilTheFileIsCutShort() throws IOException {
        KeptFiles kept = new KeptFiles(folder);
        kept.write(KEY, new byte[] {1, 2});
        kept.write(KEY, new byte[] {3, 4, 5});
        assertArrayEquals(new byte[] {3, 4, 5}, kept.read(KEY).orElseThrow());
        Path file = files().getFirst();
        Files.write(file, List.of("cut"));
        assertTrue(kept.read(KEY).isEmpty());
        assertEquals(List.of(file), files());
    }

    @Test
    void r22_aFileThatCannotBeReplacedLeavesNoOtherBehind() throws IOException {
        KeptFiles kept = new KeptFiles(folder);
        kept.write(KEY, new byte[] {1});
        Path file = files().getFirst();
        Files.delete(file);
        Files.createDirectories(file.resolve("taken by a folder"));
        kept.write(KEY, new byte[] {1});
        assertEquals(List.of(file), files());
    }
}
