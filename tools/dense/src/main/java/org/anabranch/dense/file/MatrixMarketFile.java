package org.anabranch.dense.file;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.ProgramException;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Locale;

/**
 * A matrix in a Matrix Market file. An entry above the diagonal of a symmetric matrix stands for
 * its mirror image. Time is linear in the sizes of the file and the matrix; only the target's
 * memory is used: an entry not yet read is a NaN there, which no file can contain.
 */
final class MatrixMarketFile extends MatrixFile {
    private static final double MOST_EXACT = 1L << 53;

    private final MatrixMarketScanner scanner;
    private final String kind;
    private boolean coordinate;
    private String field = "";
    private String symmetry = "";

    /** A callback for each entry; indices from 0. */
    @FunctionalInterface
    private interface Entry {
        void at(long row, long column, double value) throws IOException;
    }

    MatrixMarketFile(ByteSource source, long mostElements) throws IOException {
        super(source);
        this.scanner = new MatrixMarketScanner(source.name(), source.open());
        try {
            this.kind = header(scanner.text());
            size(mostElements);
        } catch (IOException | RuntimeException e) {
            scanner.close();
            throw e;
        }
    }

    private String header(String text) {
        String[] words = text.strip().toLowerCase(Locale.ROOT).split("\\s+");
        if (words.length != 5 || !words[0].equals("%%matrixmarket") || !words[1].equals("matrix")) {
            throw scanner.complaint(
                    "this is neither a Matrix Market nor a .npy file: the first line should be"
                            + " '%%MatrixMarket matrix' and three words");
        }
        coordinate = oneOf("format", words[2], "coordinate", "array").equals("coordinate");
        field =
                coordinate
                        ? oneOf("field", words[3], "real", "integer", "double", "pattern")
                        : oneOf("field", words[3], "real", "integer", "double");
        symmetry = oneOf("symmetry", words[4], "general", "symmetric", "skew-symmetric");
        return words[2] + " " + field + " " + symmetry;
    }

    private String oneOf(String what, String word, String... allowed) {
        if (!List.of(allowed).contains(word)) {
            String shown = word.length() > 32 ? word.substring(0, 32) + "..." : word;
            throw scanner.complaint(
                    "the "
                            + what
                            + " must be "
                            + String.join(" or ", allowed)
                            + ", not "
                            + shown.replaceAll("[^ -~]", "?"));
        }
        return word;
    }

    private void size(long mostElements) throws IOException {
        if (!scanner.nextDataLine()) {
            throw scanner.complaint("the file ends before the size of the matrix");
        }
        rows = scanner.whole("the number of rows");
        columns = scanner.whole("the number of columns");
        if (rows < 1 || columns < 1) {
            throw scanner.complaint("a matrix of " + rows + " x " + columns + " is empty");
        }
        if (!symmetry.equals("general") && rows != columns) {
            throw scanner.complaint(
                    "a matrix of " + rows + " x " + columns + " cannot be " + symmetry);
        }
        ByteSource.refuseTooLarge(scanner.here(), rows, columns, mostElements);
        long announced = coordinate ? scanner.whole("the number of entries") : inArray();
        scanner.endOfLine("the size of the matrix");
        if (announced < 0 || announced > rows * columns) {
            throw scanner.complaint(
                    announced + " entries are impossible in a matrix of " + rows + " x " + columns);
        }
        entries = announced;
        long shortest = coordinate ? field.equals("pattern") ? 4 : 6 : 2;
        if (source.shorterThan(entries * shortest - 1)) {
            throw scanner.complaint(
                    "the file is truncated: its %s bytes are too few for the announced %s entries"
                            .formatted(source.size(), entries));
        }
    }

    private long inArray() {
        return switch (symmetry) {
            case "symmetric" -> (rows + 1) * rows / 2;
            case "skew-symmetric" -> (rows - 1) * rows / 2;
            default -> rows * columns;
        };
    }

    @Override
    public void load(MemorySegment target) {
        target.asSlice(0, rows * columns * Double.BYTES).fill((byte) 0xFF);
        boolean mirrored = !symmetry.equals("general");
        boolean negated = symmetry.equals("skew-symmetric");
        try {
            each(
                    (row, column, value) -> {
                        long at = column * rows + row;
                        if (!Double.isNaN(target.getAtIndex(JAVA_DOUBLE, at))) {
                            throw scanner.complaint(twice(row, column));
                        }
                        target.setAtIndex(JAVA_DOUBLE, at, value);
                        if (mirrored && row != column) {
                            double mirror = negated ? 0 - value : value;
                            target.setAtIndex(JAVA_DOUBLE, row * rows + column, mirror);
                        }
                    });
        } catch (IOException e) {
            throw source.unreadable(e);
        }
        if (entries < rows * columns) {
            for (long at = 0; at < rows * columns; at++) {
                if (Double.isNaN(target.getAtIndex(JAVA_DOUBLE, at))) {
                    target.setAtIndex(JAVA_DOUBLE, at, 0);
                }
            }
        }
    }

    private String twice(long row, long column) {
        String first = place(row, column);
        return "entry (%s, %s)%s was already given in line %s"
                .formatted(
                        row + 1,
                        column + 1,
                        symmetry.equals("general") ? "" : " or its mirror image",
                        first.substring(first.lastIndexOf(':') + 1));
    }

    /** Reads the entries, in the order of the file. */
    private void each(Entry action) throws IOException {
        if (coordinate) {
            for (long i = 0; i < entries; i++) {
                next(i);
                long row = index("row", rows);
                long column = index("column", columns);
                double value = field.equals("pattern") ? 1 : value();
                scanner.endOfLine("the entry");
                if (row == column && value != 0) {
                    refuseDiagonal(row);
                }
                action.at(row, column, value);
            }
        } else {
            long done = 0;
            for (long column = 0; column < columns; column++) {
                for (long row = firstRow(column); row < rows; row++) {
                    next(done++);
                    double value = value();
                    scanner.endOfLine("the value");
                    action.at(row, column, value);
                }
            }
        }
        if (scanner.nextDataLine()) {
            throw scanner.complaint("there are more than the announced " + entries + " entries");
        }
    }

    private void refuseDiagonal(long row) {
        if (symmetry.equals("skew-symmetric")) {
            throw scanner.complaint(
                    "the diagonal of a skew-symmetric matrix is 0, but entry (%s, %s) is not"
                            .formatted(row + 1, row + 1));
        }
    }

    private long firstRow(long column) {
        return switch (symmetry) {
            case "symmetric" -> column;
            case "skew-symmetric" -> column + 1;
            default -> 0;
        };
    }

    private void next(long done) throws IOException {
        if (!scanner.nextDataLine()) {
            throw scanner.complaint(
                    "the file is truncated: it ends after " + done + " of " + entries + " entries");
        }
    }

    private long index(String what, long most) throws IOException {
        long index = scanner.whole(what);
        if (index < 1 || index > most) {
            throw scanner.complaint(what + " " + index + " is outside 1 to " + most);
        }
        return index - 1;
    }

    private double value() throws IOException {
        double value = scanner.real();
        if (field.equals("integer")) {
            if (value != Math.rint(value)) {
                throw scanner.complaint(
                        "the value "
                                + value
                                + " is no integer, though the header announces integers");
            }
            if (Math.abs(value) > MOST_EXACT) {
                throw scanner.complaint(
                        "the value " + value + " is beyond the integers that a double can hold");
            }
        }
        return value;
    }

    @Override
    public String place(long row, long column) {
        long[] line = {0};
        try (MatrixMarketFile again = new MatrixMarketFile(source, Long.MAX_VALUE)) {
            boolean mirrored = !symmetry.equals("general");
            again.each(
                    (i, j, value) -> {
                        boolean same = i == row && j == column;
                        if (line[0] == 0 && (same || mirrored && i == column && j == row)) {
                            line[0] = again.scanner.line();
                        }
                    });
        } catch (IOException e) {
            throw source.unreadable(e);
        } catch (ProgramException e) {
            // errors after the entry do not matter here
        }
        return source.name() + (line[0] == 0 ? "" : ":" + line[0]);
    }

    @Override
    public boolean sparse() {
        return coordinate;
    }

    @Override
    public String format() {
        return "Matrix Market " + kind;
    }

    @Override
    public void close() {
        scanner.close();
    }
}
