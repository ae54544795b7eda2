package org.anabranch.opencl.quirks;

import org.anabranch.spi.support.BackendLog;

import java.io.File;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A folder of small files kept between runs, each under the hash of what its content is valid for.
 * A file carries the hash of its content, so a damaged one counts as absent. The oldest files go if
 * there are too many. A folder that other users can write to is not used. What cannot be written is
 * not kept, and the log says so. Of any thread and process.
 *
 * @param folder where they lie; made when needed, readable by its owner only
 */
public record KeptFiles(Path folder) {
    private static final int HASH_BYTES = 32;
    static final int MOST_FILES = 1024;
    private static final long MOST_BYTES = 256L << 20;
    private static final Path OWN = Path.of("/proc/self");
    private static final Set<Path> REFUSED = ConcurrentHashMap.newKeySet();

    /**
     * Returns cached content.
     *
     * @param validFor the key that it must be valid for
     * @return the content, empty if there is none that is complete
     */
    public Optional<byte[]> read(List<String> validFor) {
        Path kept = file(validFor);
        try {
            if (!kept.toFile().exists() || !isTrusted()) {
                return Optional.empty();
            }
            byte[] file = PlainFile.read(kept);
            if (file.length < HASH_BYTES) {
                return Optional.empty();
            }
            byte[] content = Arrays.copyOfRange(file, HASH_BYTES, file.length);
            boolean whole = Arrays.equals(sha256(content), Arrays.copyOf(file, HASH_BYTES));
            return whole ? Optional.of(content) : Optional.empty();
        } catch (IOException unreadable) {
            BackendLog.say(
                    KeptFiles.class,
                    Level.WARNING,
                    "cannot read what was kept in " + folder,
                    unreadable);
            return Optional.empty();
        }
    }

    /** Keeps content. */
    public void write(List<String> validFor, byte[] content) {
        try {
            makeFolder();
            if (!isTrusted()) {
                return;
            }
            File temporary = File.createTempFile("new", null, folder.toFile());
            try {
                byte[] hash = sha256(content);
                PlainFile.write(
                        temporary.toPath(),
                        ByteBuffer.allocate(hash.length + content.length)
                                .put(hash)
                                .put(content)
                                .array());
                move(temporary, file(validFor));
                removeOldest();
            } finally {
                temporary.delete(); // unless it was moved
            }
        } catch (IOException | UnsupportedOperationException refused) {
            BackendLog.say(
                    KeptFiles.class,
                    Level.WARNING,
                    "cannot keep files in " + folder + ": " + refused,
                    null);
        }
    }

    private void removeOldest() {
        File[] files = folder.toFile().listFiles(File::isFile);
        if (files == null) {
            return;
        }
        Map<File, Long> times = new HashMap<>();
        for (File file : files) {
            times.put(file, file.lastModified());
        }
        Arrays.sort(files, Comparator.comparing(times::get).reversed());
        long bytes = 0;
        for (int i = 0; i < files.length; i++) {
            bytes += files[i].length();
            if (i >= MOST_FILES || bytes > MOST_BYTES) {
                files[i].delete();
            }
        }
    }

    /** Returns true if no other user but root can put files into the folder. */
    private boolean isTrusted() throws IOException {
        if (!isPosix()) {
            return true;
        }
        PosixFileAttributes found = Files.readAttributes(folder, PosixFileAttributes.class);
        Set<PosixFilePermission> permissions = found.permissions();
        UserPrincipal self =
                OWN.toFile().exists()
                        ? Files.getOwner(OWN)
                        : folder.getFileSystem()
                                .getUserPrincipalLookupService()
                                .lookupPrincipalByName(System.getProperty("user.name"));
        boolean trusted =
                found.owner().equals(self)
                        && !permissions.contains(PosixFilePermission.GROUP_WRITE)
                        && !permissions.contains(PosixFilePermission.OTHERS_WRITE);
        if (!trusted && REFUSED.add(folder)) {
            BackendLog.say(
                    KeptFiles.class,
                    Level.WARNING,
                    "nothing is kept in " + folder + ": other users can write to it",
                    null);
        }
        return trusted;
    }

    private boolean isPosix() {
        return folder.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private static void move(File from, Path to) throws IOException {
        if (!from.renameTo(to.toFile())) { // some systems do not replace files so
            Files.move(from.toPath(), to, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private void makeFolder() throws IOException {
        if (folder.toFile().isDirectory()) {
            return;
        }
        if (isPosix()) {
            Files.createDirectories(
                    folder,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rwx------")));
        } else {
            Files.createDirectories(folder);
        }
    }

    private Path file(List<String> validFor) {
        StringBuilder key = new StringBuilder();
        validFor.forEach(part -> key.append(part.length()).append(':').append(part));
        return folder.resolve(
                HexFormat.of().formatHex(sha256(key.toString().getBytes(StandardCharsets.UTF_8))));
    }

    private static byte[] sha256(byte[] content) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(content);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
