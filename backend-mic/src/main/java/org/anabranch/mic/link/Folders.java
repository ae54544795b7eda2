package org.anabranch.mic.link;

import org.anabranch.spi.support.BackendLog;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** The removal of a card's folders on disk. */
public final class Folders {
    /** While others still write there, or remove it, too. */
    private static final int MOST_TRIES = 100;

    private Folders() {}

    /**
     * Removes a folder with all its content. Several threads may do so at the same time; the first
     * to return, as before it ends a process, leaves nothing behind.
     *
     * @param folder may be gone already
     */
    public static void remove(Path folder) {
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
                return;
            }
            try {
                Files.walkFileTree(folder, new Removal());
            } catch (IOException gone) {
                BackendLog.say(Folders.class, Level.DEBUG, "not removed yet: " + gone, null);
            }
        }
        BackendLog.say(Folders.class, Level.WARNING, folder + " cannot be removed", null);
    }

    /** Goes on whatever cannot be removed, or is no longer there. */
    private static final class Removal extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes any) {
            return removed(file);
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException gone) {
            return removed(file);
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, IOException any) {
            return removed(folder);
        }

        private static FileVisitResult removed(Path path) {
            try {
                Files.deleteIfExists(path);
            } catch (IOException busy) {
                BackendLog.say(Folders.class, Level.DEBUG, "not removed yet: " + busy, null);
            }
            return FileVisitResult.CONTINUE;
        }
    }
}
