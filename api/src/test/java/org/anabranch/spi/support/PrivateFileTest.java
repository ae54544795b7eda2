package org.anabranch.spi.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;

/** Issue 51: the file of the page's token. */
@DisabledOnOs(OS.WINDOWS)
class PrivateFileTest {
    @TempDir Path folder;

    private void refuses(Path file, String why) throws IOException {
        IOException refused =
                assertThrows(IOException.class, () -> PrivateFile.write(file, "secret"));
        assertTrue(refused.getMessage().startsWith(file + " " + why), refused.getMessage());
        try (Stream<Path> left = Files.list(folder)) {
            assertTrue(left.noneMatch(one -> one.getFileName().toString().startsWith(".private")));
        }
    }

    @Test
    void onlyTheOwnerMayReadWhatIsWrittenAndWrittenAgain() throws IOException {
        Path file = folder.resolve("token");
        PrivateFile.write(file, "one");
        PrivateFile.write(file, "two\n");
        assertEquals("two\n", Files.readString(file));
        assertEquals(
                "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }

    @Test
    void fileThatIsOpenToOthersStaysAsItIs() throws IOException {
        Path file = Files.writeString(folder.resolve("token"), "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        refuses(file, "is there and open to others (rw-r-----)");
        assertEquals("old", Files.readString(file));
    }

    @Test
    void linkAndFolderAndMissingFolderAreRefused() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("nothing"));
        refuses(link, "is there and is no file");
        refuses(Files.createDirectory(folder.resolve("sub")), "is there and is no file");
        refuses(folder.resolve("none/token"), "cannot be written: its folder is not there");
    }
}
