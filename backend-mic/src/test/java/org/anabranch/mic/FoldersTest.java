package org.anabranch.mic;

import static org.junit.jupiter.api.Assertions.assertFalse;

import org.anabranch.mic.link.Folders;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;

/** The removal of the folders that a card had on disk. */
@Timeout(60)
class FoldersTest {
    @RepeatedTest(5)
    @DisplayName("issue 20: a folder is gone though threads of its card still write there")
    void aFolderIsGoneThoughSomebodyWritesThere(@TempDir Path temporary) throws Exception {
        Path folder = Files.createDirectory(temporary.resolve("card"));
        FutureTask<Integer> writing = new FutureTask<>(() -> write(folder));
        Thread.ofPlatform().daemon().start(writing);
        while (!Files.exists(folder.resolve("f10"))) {
            Thread.onSpinWait();
        }
        Folders.remove(folder);
        assertFalse(Files.exists(folder), "it is left, after " + writing.get() + " files");
    }

    /** As long as there is a place for it. */
    private static int write(Path folder) {
        try {
            for (int i = 0; ; i++) {
                Files.createFile(folder.resolve("f" + i));
                Thread.sleep(0, 100_000);
            }
        } catch (IOException | InterruptedException gone) {
            return 0;
        }
    }
}
