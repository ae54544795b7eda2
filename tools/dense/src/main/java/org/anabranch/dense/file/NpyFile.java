package org.anabranch.dense.file;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.ProgramException;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/** A matrix in a {@code .npy} file; one extent is a column. */
final class NpyFile extends MatrixFile {
    private static final int BLOCK = 1 << 16;

    private final NpyHeader header;

    NpyFile(ByteSource source, long mostElements) throws IOException {
        super(source);
        try (InputStream input = source.open()) {
            this.header = NpyHeader.read(source.name(), input);
        }
        this.rows = header.shape().getFirst();
        this.columns = header.shape().size() == 1 ? 1 : header.shape().getLast();
        this.entries = rows * columns;
        String where = source.name() + ": byte 0: ";
        if (rows == 0 || columns == 0) {
            throw NpyHeader.complaint(
                    source.name(), 0, "a matrix of " + rows + " x " + columns + " is empty");
        }
        ByteSource.refuseTooLarge(where, rows, columns, mostElements);
        long bytes = header.offset() + rows * columns * header.type().bytes();
        if (source.shorterThan(bytes)) {
            throw truncated(source.size());
        }
    }

    private ProgramException truncated(long size) {
        return NpyHeader.complaint(
                source.name(),
                size,
                ("the file is truncated: %s x %s elements of %s bytes belong behind the header"
                                + " of %s")
                        .formatted(rows, columns, header.type().bytes(), header.offset()));
    }

    @Override
    public void load(MemorySegment target) {
        long elements = rows * columns;
        int width = header.type().bytes();
        byte[] block = new byte[BLOCK];
        try (InputStream input = source.open()) {
            input.skipNBytes(header.offset());
            for (long done = 0; done < elements; ) {
                int wanted = (int) Math.min(BLOCK / width, elements - done) * width;
                int got = input.readNBytes(block, 0, wanted);
                if (got < wanted) {
                    throw truncated(header.offset() + done * width + got);
                }
                store(ByteBuffer.wrap(block, 0, got).order(header.order()), done, target);
                done += got / width;
            }
            if (input.read() >= 0) {
                throw NpyHeader.complaint(
                        source.name(),
                        header.offset() + elements * width,
                        "there is more in the file than the announced %s x %s elements"
                                .formatted(rows, columns));
            }
        } catch (IOException e) {
            throw source.unreadable(e);
        }
    }

    private void store(ByteBuffer bytes, long first, MemorySegment target) {
        long row = header.fortran() ? first % rows : first / columns;
        long column = header.fortran() ? first / rows : first % columns;
        while (bytes.hasRemaining()) {
            double value = header.type().next(bytes);
            if (!Double.isFinite(value)) {
                throw NpyHeader.complaint(
                        source.name(),
                        offset(row, column),
                        "element (" + (row + 1) + ", " + (column + 1) + ") is " + said(value));
            }
            target.setAtIndex(JAVA_DOUBLE, column * rows + row, value);
            if (header.fortran()) {
                if (++row == rows) {
                    row = 0;
                    column++;
                }
            } else if (++column == columns) {
                column = 0;
                row++;
            }
        }
    }

    private String said(double value) {
        return header.type().code().startsWith("f")
                ? value + ", which is not finite"
                : "beyond the integers that a double can hold";
    }

    private long offset(long row, long column) {
        long at = header.fortran() ? column * rows + row : row * columns + column;
        return header.offset() + at * header.type().bytes();
    }

    @Override
    public String place(long row, long column) {
        return source.name() + ": byte " + offset(row, column);
    }

    @Override
    public boolean sparse() {
        return false;
    }

    @Override
    public String format() {
        return ".npy "
                + header.type().code()
                + (header.fortran() ? " column by column" : " row by row");
    }

    @Override
    public void close() {
        // the file is not kept open between header and elements
    }
}
