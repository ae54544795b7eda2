package org.anabranch.examples.cholesky;

import org.anabranch.api.ProgramException;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Reads a symmetric matrix from a Matrix Market file (R. Boisvert, R. Pozo, K. Remington, "The
 * Matrix Market exchange formats", NISTIR 5935): {@code coordinate} or {@code array}, {@code real}
 * or {@code integer}, {@code symmetric}, or {@code general} if the values are symmetric. An entry
 * above the diagonal of a symmetric matrix stands for its mirror image. Time and memory are linear
 * in the size of the file.
 */
final class MatrixMarketReader {
    private static final long FIRST_ENTRIES = 1 << 14;
    private static final int BYTES_PER_ENTRY = 64;

    private final MatrixMarketScanner scanner;
    private final long mostRows;
    private boolean coordinate;
    private boolean integers;
    private boolean symmetric;

    private MatrixMarketReader(MatrixMarketScanner scanner, long mostRows) {
        this.scanner = scanner;
        this.mostRows = mostRows;
    }

    /**
     * Reads a file.
     *
     * @param name path of the file, as the user gave it
     * @param mostRows the largest matrix that can be used; checked before anything is allocated
     * @throws ProgramException if there is anything wrong with it; the message has file and line
     */
    static SymmetricMatrix read(String name, long mostRows) {
        try {
            Path path = Path.of(name);
            if (Files.isDirectory(path)) {
                throw new ProgramException(name + " is a folder, not a Matrix Market file");
            }
            try (InputStream input = Files.newInputStream(path)) {
                return read(path.getFileName().toString(), input, mostRows);
            }
        } catch (NoSuchFileException e) {
            throw new ProgramException("there is no file " + name, e);
        } catch (IOException | IllegalArgumentException e) {
            throw new ProgramException("cannot read " + name + ": " + e.getMessage(), e);
        }
    }

    /** Reads a file that lies beside this class. */
    static SymmetricMatrix resource(String name, long mostRows) {
        try (InputStream input = MatrixMarketReader.class.getResourceAsStream(name)) {
            return read(name, input, mostRows);
        } catch (IOException e) {
            throw new ProgramException("cannot read " + name + ": " + e.getMessage(), e);
        }
    }

    static SymmetricMatrix read(String name, InputStream input, long mostRows) throws IOException {
        return new MatrixMarketReader(new MatrixMarketScanner(name, input), mostRows).matrix();
    }

    private SymmetricMatrix matrix() throws IOException {
        header(scanner.text());
        int n = size();
        EntryList entries = coordinate ? coordinates(n) : array(n);
        return new SymmetricEntries(scanner, entries, n).matrix(symmetric);
    }

    private void header(String text) {
        String[] words = text.strip().toLowerCase(Locale.ROOT).split("\\s+");
        if (words.length != 5 || !words[0].equals("%%matrixmarket") || !words[1].equals("matrix")) {
            throw scanner.complaint(
                    "this is no Matrix Market file: the first line should be '%%MatrixMarket"
                            + " matrix' and three words");
        }
        coordinate = oneOf("format", words[2], "coordinate", "array").equals("coordinate");
        integers = oneOf("field", words[3], "real", "integer", "double").equals("integer");
        symmetric = oneOf("symmetry", words[4], "symmetric", "general").equals("symmetric");
    }

    private String oneOf(String what, String word, String... allowed) {
        if (!List.of(allowed).contains(word)) {
            String shown = word.length() > 32 ? word.substring(0, 32) + "..." : word;
            throw scanner.complaint(
                    "the "
                            + what
                            + " must be "
                            + String.join(" or ", allowed)
                            + " for a positive definite matrix, not "
                            + shown.replaceAll("[^ -~]", "?"));
        }
        return word;
    }

    private int size() throws IOException {
        if (!scanner.nextDataLine()) {
            throw scanner.complaint("the file ends before the size of the matrix");
        }
        long rows = scanner.whole("the number of rows");
        long columns = scanner.whole("the number of columns");
        if (rows < 1 || columns < 1) {
            throw scanner.complaint("a matrix of " + rows + " x " + columns + " is empty");
        }
        if (rows != columns) {
            throw scanner.complaint("the matrix is not square: " + rows + " x " + columns);
        }
        if (rows > mostRows) {
            throw scanner.complaint(
                    "a matrix of "
                            + rows
                            + " rows is too large: as a dense matrix, at most "
                            + mostRows
                            + " rows fit in the memory of the host");
        }
        return (int) rows;
    }

    private EntryList coordinates(int n) throws IOException {
        long count = scanner.whole("the number of entries");
        scanner.endOfLine("the size of the matrix");
        long most = (long) n * n;
        if (count < 0 || count > most) {
            throw scanner.complaint(
                    count + " entries are impossible in a matrix of " + n + " rows");
        }
        checkMemory(count);
        EntryList entries = new EntryList((int) Math.min(count, FIRST_ENTRIES));
        for (long i = 0; i < count; i++) {
            next(i, count);
            int row = index("row", n);
            int column = index("column", n);
            entries.add(row, column, value(), scanner.line());
            scanner.endOfLine("the entry");
        }
        end(count);
        return entries;
    }

    private EntryList array(int n) throws IOException {
        scanner.endOfLine("the size of the matrix");
        long count = symmetric ? n * (n + 1L) / 2 : (long) n * n;
        checkMemory(count);
        EntryList entries = new EntryList((int) Math.min(count, FIRST_ENTRIES));
        long done = 0;
        for (int column = 0; column < n; column++) {
            for (int row = symmetric ? column : 0; row < n; row++) {
                next(done++, count);
                double value = value();
                scanner.endOfLine("the value");
                if (value != 0) {
                    entries.add(row, column, value, scanner.line());
                }
            }
        }
        end(count);
        return entries;
    }

    private void checkMemory(long count) {
        long most =
                Math.min(Integer.MAX_VALUE - 8, Runtime.getRuntime().maxMemory() / BYTES_PER_ENTRY);
        if (count > most) {
            throw scanner.complaint(
                    count + " entries are too many: at most " + most + " fit in this process");
        }
    }

    private void next(long done, long count) throws IOException {
        if (!scanner.nextDataLine()) {
            throw scanner.complaint(
                    "the file is truncated: it ends after " + done + " of " + count + " entries");
        }
    }

    private void end(long count) throws IOException {
        if (scanner.nextDataLine()) {
            throw scanner.complaint("there are more than the announced " + count + " entries");
        }
    }

    private int index(String what, int n) throws IOException {
        long index = scanner.whole(what);
        if (index < 1 || index > n) {
            throw scanner.complaint(what + " " + index + " is outside 1 to " + n);
        }
        return (int) index - 1;
    }

    private double value() throws IOException {
        double value = scanner.real();
        if (integers && value != Math.rint(value)) {
            throw scanner.complaint(
                    "the value " + value + " is no integer, though the header announces integers");
        }
        return value;
    }
}
