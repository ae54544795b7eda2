package org.anabranch.dense.file;

import org.anabranch.api.ProgramException;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A matrix file whose header has been read; memory for the matrix has not been allocated yet. Not
 * thread-safe; the caller that opened it closes it.
 *
 * <p>Formats are told apart by their first bytes: Matrix Market (R. Boisvert, R. Pozo, K.
 * Remington, "The Matrix Market exchange formats", NISTIR 5935) with {@code coordinate} or {@code
 * array}, {@code real}, {@code integer} or {@code pattern} (whose entries are ones), {@code
 * general}, {@code symmetric} or {@code skew-symmetric}; and {@code .npy} of versions 1 to 3 with
 * one or two extents of floating-point numbers, integers or truth values in either order of bytes
 * and of elements.
 */
public abstract sealed class MatrixFile implements AutoCloseable permits MatrixMarketFile, NpyFile {
    final ByteSource source;
    // set by the constructors of the formats
    long rows;
    long columns;
    long entries;

    MatrixFile(ByteSource source) {
        this.source = source;
    }

    /**
     * Reads the header of a file.
     *
     * @param path the file, as the user gave it
     * @param mostElements the largest permitted number of rows times columns
     * @return the file, to be closed by the caller
     * @throws ProgramException if the header is invalid, the file is shorter than its header says,
     *     or the matrix too large; the message has file and line or byte
     */
    public static MatrixFile open(String path, long mostElements) {
        try {
            Path file = Path.of(path);
            if (Files.isDirectory(file)) {
                throw new ProgramException(path + " is a folder, not a file with a matrix");
            }
            String name = String.valueOf(file.getFileName());
            long size = Files.isRegularFile(file) ? Files.size(file) : ByteSource.UNKNOWN;
            return open(new ByteSource(name, () -> Files.newInputStream(file), size), mostElements);
        } catch (NoSuchFileException e) {
            throw new ProgramException("there is no file " + path, e);
        } catch (IOException | IllegalArgumentException e) {
            throw new ProgramException("cannot read " + path + ": " + e.getMessage(), e);
        }
    }

    /**
     * Reads the header of a file in a class's package.
     *
     * @param beside the class
     * @param name the file
     * @param mostElements the largest permitted number of rows times columns
     * @return the file, to be closed by the caller
     * @throws ProgramException as {@link #open} says
     */
    public static MatrixFile resource(Class<?> beside, String name, long mostElements) {
        try {
            return open(
                    new ByteSource(
                            name, () -> beside.getResourceAsStream(name), ByteSource.UNKNOWN),
                    mostElements);
        } catch (IOException e) {
            throw new ProgramException("cannot read " + name + ": " + e.getMessage(), e);
        }
    }

    /** Reads the header in any format. */
    static MatrixFile open(ByteSource source, long mostElements) throws IOException {
        return source.startsWith(NpyHeader.MAGIC)
                ? new NpyFile(source, mostElements)
                : new MatrixMarketFile(source, mostElements);
    }

    /** {@return the name of the file, for messages} */
    public final String name() {
        return source.name();
    }

    /** {@return number of rows, at least 1} */
    public final long rows() {
        return rows;
    }

    /** {@return number of columns, at least 1} */
    public final long columns() {
        return columns;
    }

    /** {@return the number of values in the file; the others of a sparse matrix are 0} */
    public final long entries() {
        return entries;
    }

    /** {@return true if the file lists entries with their positions, and all others are 0} */
    public abstract boolean sparse();

    /** {@return the format in a few words, for people} */
    public abstract String format();

    /**
     * Reads the matrix, once: every element, for a symmetric file both triangles.
     *
     * @param target receives it column by column, without gaps: rows times columns doubles in
     *     native order; undefined after an exception
     * @throws ProgramException if the file is invalid, or a number is not finite; the message has
     *     file and line or byte
     */
    public abstract void load(MemorySegment target);

    /**
     * Returns the position of an element in the file, for messages. May read the file again.
     *
     * @param row its row, from 0
     * @param column its column, from 0
     * @return the file and the line or byte of the element, or of its mirror image if the file is
     *     symmetric; the name of the file alone if it has neither
     */
    public abstract String place(long row, long column);

    /** Closes the file. Idempotent. */
    @Override
    public abstract void close();
}
