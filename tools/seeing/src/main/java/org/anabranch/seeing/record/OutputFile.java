package org.anabranch.seeing.record;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.ProgramException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Checks of a file before the work that is to end in it, and the sentence if it fails later. */
final class OutputFile {
    private OutputFile() {}

    /**
     * Refuses what could not be written.
     *
     * @throws ProgramException with the reason
     */
    static void require(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        String reason = null;
        if (folder == null || Files.isDirectory(file)) {
            reason = "it is a folder";
        } else if (!Files.isDirectory(folder)) {
            reason = "there is no folder " + folder;
        } else if (!Files.isWritable(folder) || Files.exists(file) && !Files.isWritable(file)) {
            reason = "that is not permitted";
        }
        if (reason != null) {
            throw new ProgramException("cannot write " + file + ": " + reason);
        }
    }

    static AnabranchException failed(Path file, IOException failure) {
        return new AnabranchException(
                "cannot write " + file + ": " + failure.getMessage(), failure);
    }
}
