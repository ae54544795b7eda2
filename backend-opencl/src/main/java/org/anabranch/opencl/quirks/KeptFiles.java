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
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Small files kept between runs, each under the hash of what its content is valid for. Content
 * carries a hash of its own, so a file that was cut short is no file. What cannot be written is not
 * kept, and the log says so. Of any thread and process.
 *
 * @param folder where they lie; made when needed, readable by its owner only
 */
public record KeptFiles(Path folder) {
    private static final int HASH_BYTES = 32;

    /**
     * Returns cached content.
     *
     * @param validFor the key that it must be valid for
     * @return the content, empty if there is none that is complete
     */
    public Optional<byte[]> read(List<String> validFor) {
        Path kept = file(validFor);
        if (!kept.toFile().exists()) {
            return Optional.empty();
        }
        try {
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

    private static void move(File from, Path to) throws IOException {
        if (!from.renameTo(to.toFile())) { // some systems do not replace files so
            Files.move(from.toPath(), to, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private void makeFolder() throws IOException {
        if (folder.toFile().isDirectory()) {
            return;
        }
        if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
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
