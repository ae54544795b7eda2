package org.anabranch.dense.file;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.ProgramException;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;

/**
 * A writer of matrices to files: {@code .npy} (version 1, column by column) or {@code .mtx} (Matrix
 * Market, {@code array real general}, with enough digits to read the same doubles again). A file is
 * written completely or not at all. Thread-safe.
 */
public final class MatrixWriter {
    private static final int BLOCK = 1 << 13;
    private static final int HEADER = 128;

    private final Path path;
    private final boolean npy;

    private MatrixWriter(Path path, boolean npy) {
        this.path = path;
        this.npy = npy;
    }

    /**
     * Checks that a file can be written, before a long computation.
     *
     * @param path the file, as the user gave it; an existing file will be replaced
     * @return the writer
     * @throws ProgramException if the name does not end in {@code .npy} or {@code .mtx}, or there
     *     is no such folder
     */
    public static MatrixWriter to(String path) {
        String lower = path.toLowerCase(Locale.ROOT);
        boolean npy = lower.endsWith(".npy");
        if (!npy && !lower.endsWith(".mtx")) {
            throw new ProgramException(
                    "cannot write " + path + ": the name must end in .npy or .mtx");
        }
        try {
            Path file = Path.of(path).toAbsolutePath().normalize();
            if (!Files.isDirectory(file.getParent())) {
                throw new ProgramException(
                        "cannot write " + path + ": there is no folder " + file.getParent());
            }
            if (Files.isDirectory(file)) {
                throw new ProgramException("cannot write " + path + ": it is a folder");
            }
            return new MatrixWriter(file, npy);
        } catch (InvalidPathException e) {
            throw new ProgramException("cannot write " + path + ": " + e.getMessage(), e);
        }
    }

    /** {@return the absolute path of the file} */
    public Path path() {
        return path;
    }

    /**
     * Writes the file.
     *
     * @param matrix rows times columns doubles in native order, column by column
     * @param rows number of rows
     * @param columns number of columns
     * @throws ProgramException if it cannot be written
     */
    public void write(MemorySegment matrix, long rows, long columns) {
        Path part = path.resolveSibling(path.getFileName() + ".part");
        try {
            try (OutputStream output =
                    new BufferedOutputStream(Files.newOutputStream(part), 1 << 16)) {
                if (npy) {
                    writeNpy(output, matrix, rows, columns);
                } else {
                    writeText(output, matrix, rows, columns);
                }
            }
            Files.move(part, path, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            part.toFile().delete();
            throw new ProgramException("cannot write " + path + ": " + e.getMessage(), e);
        }
    }

    private static void writeText(
            OutputStream output, MemorySegment matrix, long rows, long columns) throws IOException {
        output.write(
                ("%%MatrixMarket matrix array real general\n" + rows + " " + columns + "\n")
                        .getBytes(StandardCharsets.ISO_8859_1));
        for (long at = 0; at < rows * columns; at++) {
            output.write(
                    Double.toString(matrix.getAtIndex(JAVA_DOUBLE, at))
                            .getBytes(StandardCharsets.ISO_8859_1));
            output.write('\n');
        }
    }

    private static void writeNpy(OutputStream output, MemorySegment matrix, long rows, long columns)
            throws IOException {
        String text =
                "{'descr': '<f8', 'fortran_order': True, 'shape': (" + rows + ", " + columns + ")}";
        int filled = HEADER - NpyHeader.MAGIC.length - 4;
        output.write(NpyHeader.MAGIC);
        output.write(new byte[] {1, 0, (byte) filled, 0});
        output.write(
                (text + " ".repeat(filled - 1 - text.length()) + "\n")
                        .getBytes(StandardCharsets.ISO_8859_1));
        ByteBuffer block = ByteBuffer.allocate(BLOCK * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (long at = 0; at < rows * columns; ) {
            block.clear();
            for (long end = Math.min(at + BLOCK, rows * columns); at < end; at++) {
                block.putDouble(matrix.getAtIndex(JAVA_DOUBLE, at));
            }
            output.write(block.array(), 0, block.position());
        }
    }
}
