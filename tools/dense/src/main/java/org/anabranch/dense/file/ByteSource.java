package org.anabranch.dense.file;

import org.anabranch.api.ProgramException;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * The source of a matrix's bytes. Immutable.
 *
 * @param name for messages
 * @param opener opens it, any number of times
 * @param size number of bytes, or {@link #UNKNOWN}
 */
record ByteSource(String name, Opener opener, long size) {
    static final long UNKNOWN = -1;

    /** Opens a file, from its first byte. */
    @FunctionalInterface
    interface Opener {
        /** Returns the bytes, to be closed by the caller. */
        InputStream open() throws IOException;
    }

    InputStream open() throws IOException {
        return opener.open();
    }

    boolean startsWith(byte[] magic) throws IOException {
        try (InputStream input = open()) {
            return Arrays.equals(input.readNBytes(magic.length), magic);
        }
    }

    /** Returns true if it certainly has fewer bytes than these. */
    boolean shorterThan(long bytes) {
        return size != UNKNOWN && size < bytes;
    }

    ProgramException unreadable(IOException cause) {
        return new ProgramException("cannot read " + name + ": " + cause.getMessage(), cause);
    }

    /** Throws if a matrix has too many elements; {@code where} begins the message. */
    static void refuseTooLarge(String where, long rows, long columns, long mostElements) {
        if (Math.multiplyHigh(rows, columns) != 0
                || rows * columns < 0
                || rows * columns > mostElements) {
            throw new ProgramException(
                    ("%sa matrix of %s x %s is too large: as a dense matrix of doubles, at most %s"
                                    + " elements fit in the memory of the host")
                            .formatted(where, rows, columns, mostElements));
        }
    }
}
