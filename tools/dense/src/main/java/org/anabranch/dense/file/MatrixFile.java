package org.anabranch.dense.file;

import org.anabranch.api.ProgramException;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A matrix in a file of which the header has been read: what is in it is known, and nothing of its
 * size has been allocated. Used by one thread; closed by whoever opened it.
 *
 * <p>Formats are told apart by their first bytes: Matrix Market (R. Boisvert, R. Pozo, K.
 * Remington, "The Matrix Market exchange formats", NISTIR 5935) with {@code coordinate} or {@code
 * array}, {@code real}, {@code integer} or {@code pattern} (whose entries are ones), {@code
 * general}, {@code symmetric} or {@code skew-symmetric}; and {@code .npy} of versions 1 to 3 with
 * one or two extents of floating-point numbers, integers or truth values in either order of bytes
 * and of elements.
 */
public sealed interface MatrixFile extends AutoCloseable permits MatrixMarketFile, NpyFile {

    /**
     * Reads the header of a file.
     *
     * @param path the file, as the user gave it
     * @param mostElements how many rows times columns can be used
     * @return the file, to be closed by the caller
     * @throws ProgramException if there is anything wrong with the header, or the file is too short
     *     for what it announces, or the matrix too large; the message has file and line or byte
     */
    static MatrixFile open(String path, long mostElements) {
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
     * Reads the header of a file that lies beside a class.
     *
     * @param beside the class
     * @param name the file
     * @param mostElements how many rows times columns can be used
     * @return the file, to be closed by the caller
     * @throws ProgramException as {@link #open} says
     */
    static MatrixFile resource(Class<?> beside, String name, long mostElements) {
        try {
            return open(
                    new ByteSource(
                            name, () -> beside.getResourceAsStream(name), ByteSource.UNKNOWN),
                    mostElements);
        } catch (IOException e) {
            throw new ProgramException("cannot read " + name + ": " + e.getMessage(), e);
        }
    }

    /** Reads the header of whatever format it is. */
    static MatrixFile open(ByteSource source, long mostElements) throws IOException {
        return source.startsWith(NpyHeader.MAGIC)
                ? new NpyFile(source, mostElements)
                : new MatrixMarketFile(source, mostElements);
    }

    /** {@return the name of the file, for messages} */
    String name();

    /** {@return number of rows, at least 1} */
    long rows();

    /** {@return number of columns, at least 1} */
    long columns();

    /** {@return how many numbers are in the file; those of a sparse matrix that are not are 0} */
    long entries();

    /** {@return whether the file lists entries with their places, and all others are 0} */
    boolean sparse();

    /** {@return the format in a few words, for people} */
    String format();

    /**
     * Reads the matrix, once: every element, of a symmetric file both triangles.
     *
     * @param target gets it column by column, without gaps: rows times columns doubles in native
     *     order; undefined after an exception
     * @throws ProgramException if there is anything wrong with the file, or a number is not finite;
     *     the message has file and line or byte
     */
    void load(MemorySegment target);

    /**
     * Where an element is, for messages. May read the file again.
     *
     * @param row its row, from 0
     * @param column its column, from 0
     * @return the file and the line or byte that has it, or its mirror image if the file is
     *     symmetric, or the name of the file alone if it is not there
     */
    String place(long row, long column);

    /** Closes the file. Idempotent. */
    @Override
    void close();
}
