package org.anabranch.dense.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.ProgramException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.SplittableRandom;

class MatrixMarketFileTest {
    private static final String HEADER = "%%MatrixMarket matrix coordinate real symmetric\n";

    private static ByteSource source(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        return new ByteSource("test.mtx", () -> new ByteArrayInputStream(bytes), bytes.length);
    }

    private static double[] read(ByteSource source) {
        try (MatrixFile file = MatrixFile.open(source, 10_000L * 10_000)) {
            double[] elements = new double[Math.toIntExact(file.rows() * file.columns())];
            MemorySegment target = Arena.ofAuto().allocate(JAVA_DOUBLE, elements.length);
            file.load(target);
            MemorySegment.copy(target, JAVA_DOUBLE, 0, elements, 0, elements.length);
            return elements;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static double[] read(String text) {
        return read(source(text));
    }

    private static ProgramException refused(String text) {
        return assertThrows(ProgramException.class, () -> read(text), text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%%MatrixMarket matrix coordinate real symmetric\n"
                        + "% c\n\n"
                        + "2 2 3\n"
                        + "1 1 4\n"
                        + "2 1 -1.5e0\n"
                        + "2 2 3\n",
                "%%matrixmarket MATRIX Coordinate Real Symmetric\r\n"
                        + "2\t2 3\r\n"
                        + "2 2 3\r\n"
                        + "  1 1 4.0\r\n"
                        + "1 2 -1.5",
                "%%MatrixMarket matrix coordinate real general\n"
                        + "2 2 4\n"
                        + "1 1 4\n"
                        + "2 1 -1.5\n"
                        + "1 2 -1.5\n"
                        + "%\n"
                        + "2 2 3\n\n\n",
                "%%MatrixMarket matrix array real symmetric\n2 2\n4\n-1.5\n3\n",
                "%%MatrixMarket matrix array double general\n2 2\n4\n-1.5D0\n-1.5\n3"
            })
    void everyVariantOfTheFormatGivesTheSameMatrix(String text) {
        assertArrayEquals(new double[] {4, -1.5, -1.5, 3}, read(text));
    }

    @Test
    void integersAreRead() {
        assertArrayEquals(
                new double[] {7},
                read("%%MatrixMarket matrix coordinate integer symmetric\n1 1 1\n1 1 7\n"));
    }

    @Test
    void everySymmetryAndFieldIsReadByColumns() {
        assertArrayEquals(
                new double[] {0, 2, 0, 1, 0, 3},
                read(
                        "%%MatrixMarket matrix coordinate real general\n"
                                + "3 2 3\n3 2 3\n2 1 2\n1 2 1\n"));
        assertArrayEquals(
                new double[] {1, 2, 3, 4, 5, 6},
                read("%%MatrixMarket matrix array integer general\n3 2\n1\n2\n3\n4\n5\n6\n"));
        double[] skew = {0, 2, 0, -2, 0, 5, 0, -5, 0};
        assertArrayEquals(
                skew,
                read(
                        "%%MatrixMarket matrix coordinate real skew-symmetric\n"
                                + "3 3 2\n2 1 2\n3 2 5\n"));
        assertArrayEquals(
                skew, read("%%MatrixMarket matrix array real skew-symmetric\n3 3\n2\n0\n5\n"));
        assertArrayEquals(
                new double[] {0, 1, 1, 1},
                read("%%MatrixMarket matrix coordinate pattern symmetric\n2 2 2\n2 1\n2 2\n"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|1: this is neither a Matrix Market",
                "hello|1: this is neither a Matrix Market",
                "%%MatrixMarket matrix coordinate real|1: this is neither a Matrix Market",
                "%%MatrixMarket vector coordinate real symmetric|1: this is neither a Matrix"
                        + " Market",
                "%%MatrixMarket matrix array pattern symmetric|1: the field must be real or"
                        + " integer",
                "%%MatrixMarket matrix coordinate complex hermitian|1: the field must be real or"
                        + " integer",
                "%%MatrixMarket matrix coordinate real hermitian|1: the symmetry must be general"
                        + " or symmetric",
                "%%MatrixMarket matrix sparse real symmetric|1: the format must be coordinate or"
                        + " array"
            })
    void headerThatMakesNoSenseIsRefused(String header, String complaint) {
        String message = refused(header + "\n1 1 1\n1 1 1\n").getMessage();
        assertTrue(message.startsWith("test.mtx:" + complaint), message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|2: the file ends before the size",
                "% only a comment|2: the file ends before the size",
                "2 2|2: the file ends too early",
                "2 2;1 1 1|2: the line ends too early",
                "2 x 3|2: the number of columns must be a whole number, not 'x'",
                "0 0 0|2: a matrix of 0 x 0 is empty",
                "-1 2 3|2: a matrix of -1 x 2 is empty",
                "2 3 1;1 1 1|2: a matrix of 2 x 3 cannot be symmetric",
                "20000 20000 1;1 1 1|2: a matrix of 20000 x 20000 is too large",
                "99999999999 99999999999 1;1 1 1|2: a matrix of 99999999999 x 99999999999 is too"
                        + " large",
                "99999999999999999999 1 1|2: the number of rows must be a whole number",
                "2 2 5;1 1 1|2: 5 entries are impossible",
                "2 2 -1|2: -1 entries are impossible",
                "2 2 1 9;1 1 1|2: unexpected '9' after the size",
                "2 2 3;1 1 4;  2   1  100|4: the file is truncated: it ends after 2 of 3 entries",
                "2 2 3;1 1 4;2 1|4: the file ends too early",
                "2 2 3;1 1;2 1 3|3: the line ends too early",
                "2 2 1;1 1 4;2 2 1|4: there are more than the announced 1 entries",
                "2 2 2;0 1 4;2 2 1|3: row 0 is outside 1 to 2",
                "2 2 2;1 1 4;2 3 1|4: column 3 is outside 1 to 2",
                "2 2 2;1 1 nan;2 2 1|3: the value nan is not finite",
                "2 2 2;1 1 -Infinity;2 2 1|3: the value -Infinity is not finite",
                "2 2 2;1 1 4;2 2 1e999|4: the value '1e999' is beyond the range",
                "2 2 2;1 1 4;2 2 four|4: the value must be a number, not 'four'",
                "2 2 2;1 1 4 5;2 2 4|3: unexpected '5' after the entry",
                "2 2 3;1 1 4;2 2 4;1 1 4|5: entry (1, 1) or its mirror image was already given in"
                        + " line 3",
                "2 2 3;1 2 4;2 2 4;% c;2 1 4|6: entry (2, 1) or its mirror image was already given"
                        + " in line 3"
            })
    void fileWithAnErrorIsRefusedWithItsLine(String lines, String complaint) {
        String message = refused(HEADER + lines.replace(';', '\n')).getMessage();
        assertTrue(message.startsWith("test.mtx:" + complaint), message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "coordinate real general;2 2 4;1 1 4;1 2 1;2 2 4;1 2 1|6: entry (1, 2) was already"
                        + " given in line 4",
                "coordinate real skew-symmetric;2 2 2;2 1 4;1 2 4|4: entry (1, 2) or its mirror"
                        + " image was already given in line 3",
                "coordinate real skew-symmetric;2 2 1;2 2 4|3: the diagonal of a skew-symmetric",
                "coordinate pattern general;2 2 1;2 2 4|3: unexpected '4' after the entry",
                "coordinate integer general;2 2 1;2 2 1e300|3: the value 1.0E300 is beyond",
                "array real general;2 2;1;2;3000|5: the file is truncated: it ends after 3 of 4",
                "array real general;2 2;1;2;3;4;5|7: there are more than the announced 4",
                "array real symmetric;2 3;1;2;3|2: a matrix of 2 x 3 cannot be symmetric"
            })
    void otherKindsAreRefusedWithTheirLine(String lines, String complaint) {
        String text = "%%MatrixMarket matrix " + lines.replace(';', '\n');
        String message = refused(text).getMessage();
        assertTrue(message.startsWith("test.mtx:" + complaint), message);
    }

    @Test
    void placeOfAnElementIsItsLine() throws IOException {
        String text = HEADER + "3 3 2\n% c\n\n2 1 5\n3 3 4\n";
        try (MatrixFile file = MatrixFile.open(source(text), 9)) {
            assertEquals("test.mtx:5", file.place(1, 0));
            assertEquals("test.mtx:5", file.place(0, 1));
            assertEquals("test.mtx:6", file.place(2, 2));
            assertEquals("test.mtx", file.place(0, 0));
            assertTrue(file.sparse());
            assertEquals(2, file.entries());
            assertEquals("Matrix Market coordinate real symmetric", file.format());
        }
    }

    @Test
    void integerFieldRefusesFractions() {
        String message =
                refused("%%MatrixMarket matrix coordinate integer symmetric\n1 1 1\n1 1 1.5\n")
                        .getMessage();
        assertTrue(message.startsWith("test.mtx:3: the value 1.5 is no integer"), message);
    }

    @Test
    void binaryBytesAndEndlessWordsAreRefused() {
        assertTrue(refused("\0\1\2\377".repeat(1000)).getMessage().startsWith("test.mtx:1: "));
        assertTrue(refused(HEADER + "1 1 1\n\0").getMessage().contains("3: unexpected byte 0"));
        assertTrue(
                refused(HEADER + "1".repeat(200))
                        .getMessage()
                        .contains("2: a word is longer than"));
        assertTrue(refused("%".repeat(5000)).getMessage().contains("1: the line is longer than"));
    }

    @Test
    void hugeAnnouncementIsRefusedBeforeAnythingIsAllocated() {
        String message = refused(HEADER + "6000 6000 18003000\n1 1 1\n").getMessage();
        assertEquals(
                "test.mtx:2: the file is truncated: its 73 bytes are too few for the announced"
                        + " 18003000 entries",
                message);
    }

    @Test
    void endlessInputEndsWithAnError() {
        byte[] line = "1 1 1\n".getBytes(StandardCharsets.ISO_8859_1);
        byte[] start = (HEADER + "3 3 3\n").getBytes(StandardCharsets.ISO_8859_1);
        ByteSource endless =
                new ByteSource("endless", () -> new Endless(start, line), ByteSource.UNKNOWN);
        assertTrue(
                assertThrows(ProgramException.class, () -> read(endless))
                        .getMessage()
                        .startsWith("endless:4: entry (1, 1) or its mirror image was already"));
    }

    private static final class Endless extends InputStream {
        private final byte[] start;
        private final byte[] line;
        private long at;

        Endless(byte[] start, byte[] line) {
            this.start = start;
            this.line = line;
        }

        @Override
        public int read() {
            long here = at++;
            return here < start.length
                    ? start[(int) here]
                    : line[(int) ((here - start.length) % line.length)];
        }
    }

    @Test
    void fileThatCannotBeReadIsNamed(@TempDir Path folder) {
        String missing = folder.resolve("none.mtx").toString();
        assertEquals("there is no file " + missing, unopened(missing));
        String message = unopened(folder.toString());
        assertTrue(message.endsWith("is a folder, not a file with a matrix"), message);
        assertTrue(unopened("a\0b").startsWith("cannot read a"));
    }

    private static String unopened(String path) {
        return assertThrows(ProgramException.class, () -> MatrixFile.open(path, 10)).getMessage();
    }

    /** Mutations of valid files give a matrix or a {@link ProgramException}, and nothing else. */
    @Test
    void mutatedFilesAreReadOrRefusedAndNothingElse() {
        String[] seeds = {
            HEADER + "4 4 6\n1 1 4.5\n2 1 -1\n2 2 3e0\n3 3 7\n4 2 .25\n4 4 9\n",
            "%%MatrixMarket matrix coordinate real general\n"
                    + "2 2 4\n"
                    + "1 1 4\n"
                    + "2 1 -1.5\n"
                    + "1 2 -1.5\n"
                    + "2 2 3\n",
            "%%MatrixMarket matrix array integer symmetric\n3 3\n9\n1\n2\n9\n3\n9\n"
        };
        SplittableRandom random = new SplittableRandom(20261120);
        int refused = 0;
        int read = 0;
        for (int round = 0; round < 20_000; round++) {
            String text = mutated(seeds[round % seeds.length], random);
            try {
                for (double value : read(text)) {
                    assertTrue(Double.isFinite(value));
                }
                read++;
            } catch (ProgramException e) {
                assertTrue(e.getMessage().matches("(?s)test\\.mtx:\\d+: .+"), e.getMessage());
                refused++;
            } catch (RuntimeException | Error e) {
                throw new AssertionError("round " + round + ":\n" + text, e);
            }
        }
        assertTrue(refused > 3_000 && read > 200, refused + " refused, " + read + " read");
    }

    private static String mutated(String text, SplittableRandom random) {
        StringBuilder changed = new StringBuilder(text);
        String[] pieces = {
            "\n",
            " ",
            "-",
            "0",
            "9".repeat(20),
            "1e308",
            "nan",
            "%",
            "\0",
            "\377",
            "2 2 2\n",
            "e",
            "."
        };
        for (int i = random.nextInt(1, 5); i > 0 && !changed.isEmpty(); i--) {
            int at = random.nextInt(changed.length());
            switch (random.nextInt(5)) {
                case 0 -> changed.setCharAt(at, (char) random.nextInt(256));
                case 1 -> changed.deleteCharAt(at);
                case 2 -> changed.insert(at, pieces[random.nextInt(pieces.length)]);
                case 3 -> changed.setLength(at);
                default ->
                        changed.insert(
                                at,
                                changed.substring(
                                        at, Math.min(changed.length(), at + random.nextInt(30))));
            }
        }
        return changed.toString();
    }
}
