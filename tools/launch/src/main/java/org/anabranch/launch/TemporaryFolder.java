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
import java.time.Instant;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * A folder for this user's temporary files. Holds a locked file until it is closed or the process
 * ends, however that ends; folders of killed processes are deleted when the next one is created.
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
     * Creates one in the JVM's folder for temporary files.
     *
     * @throws IOException if that is not possible
     */
    static TemporaryFolder create() throws IOException {
        String own = prefix(ProcessHandle.current());
        Path path = Files.createTempDirectory(own);
        TemporaryFolder folder = new TemporaryFolder(path);
        removeLeft(path, own);
        return folder;
    }

    /**
     * Returns the beginning of the names of a process's folders. A process must not try its own
     * locks: closing the second channel of a file would release them. The time of the start is part
     * of it, since in a container each process may have the same number.
     */
    private static String prefix(ProcessHandle process) {
        long start = process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
        return PREFIX + process.pid() + "-" + start + "-";
    }

    Path path() {
        return path;
    }

    /** Locks a file before it gets its name, so that no other process finds it unlocked. */
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

    private static void removeLeft(Path created, String own) {
        try (DirectoryStream<Path> all =
                Files.newDirectoryStream(created.getParent(), PREFIX + "[0-9]*-*")) {
            UserPrincipal user = Files.getOwner(created);
            for (Path folder : all) {
                if (!folder.getFileName().toString().startsWith(own) && isOf(user, folder)) {
                    removeIfLeft(folder);
                }
            }
        } catch (IOException | DirectoryIteratorException unreadable) {
            say("folders of killed processes are not deleted", unreadable);
        }
    }

    private static boolean isOf(UserPrincipal user, Path folder) {
        try {
            return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                    && Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(user);
        } catch (IOException gone) {
            return false;
        }
    }

    private static void removeIfLeft(Path folder) {
        boolean empty;
        try (FileChannel channel =
                        FileChannel.open(
                                folder.resolve(LOCK),
                                StandardOpenOption.WRITE,
                                LinkOption.NOFOLLOW_LINKS);
                FileLock free = channel.tryLock()) {
            empty = free != null && clear(folder);
        } catch (IOException | OverlappingFileLockException inUse) {
            return;
        }
        if (empty) {
            remove(folder);
        }
    }

    /** Deletes the folder and its contents. Logs at level DEBUG if that is not possible. */
    @Override
    public void close() {
        boolean empty = clear(path);
        try {
            if (lock != null) {
                lock.close();
            }
        } catch (IOException failure) {
            say("the lock of " + path + " is not closed", failure);
        }
        if (empty) {
            remove(path);
        }
    }

    /** Deletes all but the lock, by which the next start finds what remains after a failure. */
    private static boolean clear(Path folder) {
        Path lock = folder.resolve(LOCK);
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                if (!path.equals(lock) && !path.equals(folder)) {
                    Files.deleteIfExists(path);
                }
            }
            return true;
        } catch (IOException | UncheckedIOException failure) {
            say("temporary folder " + folder + " is left behind", failure);
            return false;
        }
    }

    private static void remove(Path folder) {
        try {
            Files.deleteIfExists(folder.resolve(LOCK));
            Files.deleteIfExists(folder);
        } catch (IOException failure) {
            say("temporary folder " + folder + " is left behind", failure);
        }
    }

    private static void say(String line, Exception failure) {
        BackendLog.say("anabranch", Level.DEBUG, line, failure);
    }
}
