package org.anabranch.opencl.quirks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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
    void aFileOfWhichABitHasChangedIsAbsent() throws IOException {
        KeptFiles kept = new KeptFiles(folder);
        kept.write(KEY, new byte[] {1, 2});
        Path file = files().getFirst();
        byte[] content = Files.readAllBytes(file);
        for (int at = 0; at < content.length; at++) {
            content[at] ^= 4;
            Files.write(file, content);
            assertTrue(kept.read(KEY).isEmpty());
            content[at] ^= 4;
        }
        Files.write(file, content);
        assertArrayEquals(new byte[] {1, 2}, kept.read(KEY).orElseThrow());
    }

    @Test
    void aFolderThatOthersCanWriteToIsNotUsed() throws IOException {
        assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"));
        KeptFiles kept = new KeptFiles(folder);
        kept.write(KEY, new byte[] {1});
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxr-x"));
        assertTrue(kept.read(KEY).isEmpty());
        kept.write(List.of("other"), new byte[] {2});
        assertEquals(1, files().size());
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertArrayEquals(new byte[] {1}, kept.read(KEY).orElseThrow());
    }

    @Test
    void theOldestFilesGo() throws IOException {
        KeptFiles kept = new KeptFiles(folder);
        kept.write(KEY, new byte[] {1});
        assertTrue(files().getFirst().toFile().setLastModified(0));
        for (int i = 1; i < KeptFiles.MOST_FILES; i++) {
            Files.createFile(folder.resolve("other" + i));
        }
        assertTrue(kept.read(KEY).isPresent());
        kept.write(List.of("one more"), new byte[] {3});
        assertTrue(kept.read(KEY).isEmpty());
        assertEquals(KeptFiles.MOST_FILES, files().size());
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
