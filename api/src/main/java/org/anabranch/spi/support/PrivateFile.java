package org.anabranch.spi.support;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/**
 * A file for a secret: only its owner, the user of this process, may read it (mode 0600). Where
 * files have no such permissions, as on Windows, those of the folder apply.
 */
public final class PrivateFile {
    private static final Set<PosixFilePermission> OWNER =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    private PrivateFile() {}

    /**
     * Writes a file, in one step for those who read it. Replaces a file of this user that only this
     * user may read, and no other.
     *
     * @param file its folder exists
     * @param text the whole content
     * @throws IOException if it cannot be written, or is there and is a link, no file, of another
     *     user or open to others; the message names the file and says why
     */
    public static void write(Path file, String text) throws IOException {
        Path target = file.toAbsolutePath();
        boolean posix = target.getFileSystem().supportedFileAttributeViews().contains("posix");
        Path fresh = null;
        try {
            FileAttribute<?>[] attributes =
                    posix
                            ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER)}
                            : new FileAttribute<?>[0];
            fresh = Files.createTempFile(target.getParent(), ".private", null, attributes);
            if (posix && Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
                requirePrivate(target, fresh);
            }
            Files.writeString(fresh, text, StandardCharsets.UTF_8);
            Files.move(
                    fresh,
                    target,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException refused) {
            if (fresh != null) {
                Files.deleteIfExists(fresh);
            }
            throw refused instanceof PublicFileException
                    ? refused
                    : new IOException(target + " cannot be written: " + reason(refused), refused);
        }
    }

    private static void requirePrivate(Path target, Path fresh) throws IOException {
        if (!Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new PublicFileException(target + " is there and is no file");
        }
        String owner = Files.getOwner(target, LinkOption.NOFOLLOW_LINKS).getName();
        if (!owner.equals(Files.getOwner(fresh).getName())) {
            throw new PublicFileException(target + " is there and belongs to " + owner);
        }
        Set<PosixFilePermission> given =
                Files.getPosixFilePermissions(target, LinkOption.NOFOLLOW_LINKS);
        if (!OWNER.containsAll(given)) {
            throw new PublicFileException(
                    target
                            + " is there and open to others ("
                            + PosixFilePermissions.toString(given)
                            + "); remove it, or take their permissions away");
        }
    }

    private static String reason(IOException refused) {
        return switch (refused) {
            case NoSuchFileException _ -> "its folder is not there";
            case NotDirectoryException _ -> "its folder is none";
            case AccessDeniedException _ -> "access is denied";
            default -> String.valueOf(refused.getMessage());
        };
    }

    /** A file whose content others could read, or that is not ours to replace. */
    private static final class PublicFileException extends IOException {
        private static final long serialVersionUID = 1;

        PublicFileException(String message) {
            super(message);
        }
    }
}
