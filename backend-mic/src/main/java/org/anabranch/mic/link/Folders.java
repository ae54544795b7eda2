package org.anabranch.mic.link;

import org.anabranch.spi.support.BackendLog;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Removes what a card had on disk. */
public final class Folders {
    private Folders() {}

    /**
     * Removes a folder with all that is in it. Another process may do the same at the time.
     *
     * @param folder may be gone already
     */
    public static void remove(Path folder) {
        List<Path> all = new ArrayList<>();
        try (Stream<Path> found = Files.walk(folder)) {
            found.forEach(all::add);
        } catch (IOException | java.io.UncheckedIOException gone) {
            BackendLog.say(Folders.class, Level.DEBUG, "not listed: " + gone, null);
        }
        for (Path path : all.reversed()) {
            try {
                Files.deleteIfExists(path);
            } catch (IOException busy) {
                BackendLog.say(Folders.class, Level.DEBUG, "not removed: " + busy, null);
            }
        }
    }
}
