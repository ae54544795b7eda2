package org.anabranch.launch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** R22: what a killed process left is deleted by the next start, and nothing else. */
class TemporaryFolderTest {
    @TempDir Path temporary;

    /** A process that makes a folder, names it, and closes it at the end of its input. */
    static final class Starts {
        private Starts() {}

        public static void main(String[] none) throws IOException {
            try (TemporaryFolder folder = TemporaryFolder.create()) {
                Files.createDirectories(folder.path().resolve("cache/bundle1"));
                Files.writeString(folder.path().resolve("cache/bundle1/file"), "kept");
                System.out.println(folder.path());
                while (System.in.read() >= 0) {
                    Thread.onSpinWait();
                }
            }
        }
    }

    private final class Child {
        private final Process process;
        private final BufferedReader said;
        private final Path folder;

        Child() throws IOException {
            List<String> command =
                    List.of(
                            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-XX:+UseSerialGC",
                            "-Djava.io.tmpdir=" + temporary,
                            "-cp",
                            System.getProperty("java.class.path"),
                            Starts.class.getName());
            process =
                    new ProcessBuilder(command)
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start();
            said = process.inputReader();
            folder = Path.of(said.readLine());
        }

        void kill() throws InterruptedException {
            process.destroyForcibly().waitFor();
        }

        void end() throws IOException, InterruptedException {
            process.outputWriter().close();
            assertEquals(0, process.waitFor());
            said.close();
        }
    }

    private String[] left() {
        return temporary.toFile().list();
    }

    @Test
    void r22_nextStartDeletesWhatAKilledProcessLeft() throws Exception {
        Child killed = new Child();
        killed.kill();
        assertTrue(Files.exists(killed.folder), "nobody could delete it");
        new Child().end();
        assertArrayEquals(new String[0], left());
    }

    @Test
    void r22_nextStartLeavesWhatAnotherProcessUses() throws Exception {
        Child living = new Child();
        try {
            new Child().end();
            assertTrue(Files.exists(living.folder.resolve("cache/bundle1/file")));
        } finally {
            living.end();
        }
        assertArrayEquals(new String[0], left());
    }

    @Test
    void r22_nextStartLeavesWhatIsNotItsOwn() throws Exception {
        Path unmarked = Files.createDirectories(temporary.resolve("anabranch-1-2"));
        Path users = Files.createDirectories(temporary.resolve("elsewhere"));
        Files.createFile(users.resolve("lock"));
        Path link = Files.createSymbolicLink(temporary.resolve("anabranch-1-3"), users);
        new Child().end();
        assertTrue(Files.exists(unmarked) && Files.exists(link));
        assertTrue(Files.exists(users.resolve("lock")));
    }

    @Test
    void r22_twoFoldersOfAProcessLiveTogether() throws Exception {
        try (TemporaryFolder one = TemporaryFolder.create()) {
            Path closed;
            try (TemporaryFolder other = TemporaryFolder.create()) {
                closed = other.path();
                assertTrue(Files.exists(closed));
            }
            assertFalse(Files.exists(closed));
            assertTrue(Files.exists(one.path().resolve("lock")));
        }
    }
}
