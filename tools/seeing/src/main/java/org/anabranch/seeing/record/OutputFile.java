package org.anabranch.seeing.record;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.ProgramException;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The check of an output file before the work, and the error if writing fails later. */
final class OutputFile {
    private OutputFile() {}

    /**
     * Throws if the file could not be written. It writes another file in the folder, since
     * permissions alone do not tell.
     *
     * @throws ProgramException with the reason
     */
    static void require(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || Files.isDirectory(file)) {
            throw refused(file, "it is a folder", null);
        }
        if (!Files.isDirectory(folder)) {
            throw refused(file, "there is no folder " + folder, null);
        }
        if (Files.exists(file) && !Files.isWritable(file)) {
            throw refused(file, "that is not permitted", null);
        }
        try {
            Files.delete(Files.createTempFile(folder, "anabranch", ".part"));
        } catch (IOException failure) {
            boolean there = failure instanceof NoSuchFileException; // as /proc does
            String reason = there ? "no file can be made in " + folder : reason(failure);
            throw refused(file, reason, failure);
        }
    }

    private static ProgramException refused(Path file, String reason, IOException cause) {
        return new ProgramException("cannot write " + file + ": " + reason, cause);
    }

    /** {@return the exception for a failure to write it} */
    static AnabranchException failed(Path file, IOException failure) {
        boolean said =
                failure instanceof FileSystemException; // its message would repeat the file's name
        return new AnabranchException(
                "cannot write " + file + ": " + reason(failure), said ? null : failure);
    }

    /** Returns a reason: messages of the file system's exceptions consist of file names only. */
    private static String reason(IOException failure) {
        return switch (failure) {
            case NoSuchFileException _ -> "its folder is not there";
            case AccessDeniedException _ -> "that is not permitted";
            case FileSystemException other when other.getReason() != null -> other.getReason();
            default ->
                    failure.getMessage() == null
                            ? failure.getClass().getSimpleName()
                            : failure.getMessage();
        };
    }
}
