package org.anabranch.launch;

import org.anabranch.spi.support.BackendLog;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * A folder for this user's temporary files. Holds a locked file until it is closed or the process
 * ends, however that ends; what a killed process left is deleted when the next folder is made.
 */
final class TemporaryFolder implements AutoCloseable {
    private static final String PREFIX = "anabranch-";
    private static final String LOCK = "lock";

    private final Path path;
    private final FileChannel lock;

    private TemporaryFolder(Path path) {
        this.path = path;
        this.lock = lock(path);
    }

    /**
     * Makes one in the JVM's folder for temporary files.
     *
     * @throws IOException if that is not possible
     */
    static TemporaryFolder create() throws IOException {
        // Closing a second channel of a file would end this process's lock: the number tells its own
        String own = PREFIX + ProcessHandle.current().pid() + "-";
        Path path = Files.createTempDirectory(own);
        TemporaryFolder folder = new TemporaryFolder(path);
        removeLeft(path, own);
        return folder;
    }

    Path path() {
        return path;
    }

    /** Locks a file and only then gives it its name, so that nobody meets it unlocked. */
    private static FileChannel lock(Path folder) {
        Path fresh = folder.resolve("new");
        try {
            FileChannel channel =
                    FileChannel.open(
                            fresh, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            if (channel.tryLock() != null) {
                Files.move(fresh, folder.resolve(LOCK));
            }
            return channel;
        } catch (IOException unsupported) {
            say("temporary folder " + folder + " is not locked", unsupported);
            return null;
        }
    }

    private static void removeLeft(Path made, String own) {
        try (DirectoryStream<Path> all =
                Files.newDirectoryStream(made.getParent(), PREFIX + "[0-9]*-*")) {
            UserPrincipal user = Files.getOwner(made);
            for (Path folder : all) {
                if (!folder.getFileName().toString().startsWith(own) && isLeft(folder, user)) {
                    delete(folder);
                }
            }
        } catch (IOException | DirectoryIteratorException unreadable) {
            say("what killed processes left is not deleted", unreadable);
        }
    }

    private static boolean isLeft(Path folder, UserPrincipal user) {
        try {
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                    || !Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(user)) {
                return false;
            }
            try (FileChannel channel =
                            FileChannel.open(
                                    folder.resolve(LOCK),
                                    StandardOpenOption.WRITE,
                                    LinkOption.NOFOLLOW_LINKS);
                    FileLock free = channel.tryLock()) {
                return free != null;
            }
        } catch (IOException | OverlappingFileLockException unknown) {
            return false;
        }
    }

    /** Deletes it with all that it holds; says at level DEBUG what cannot be deleted. */
    @Override
    public void close() {
        try {
            if (lock != null) {
                lock.close();
            }
        } catch (IOException failure) {
            say("the lock of " + path + " is not closed", failure);
        }
        delete(path);
    }

    private static void delete(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException | UncheckedIOException failure) {
            say("temporary folder " + folder + " is left behind", failure);
        }
    }

    private static void say(String line, Exception failure) {
        BackendLog.say("anabranch", Level.DEBUG, line, failure);
    }
}
