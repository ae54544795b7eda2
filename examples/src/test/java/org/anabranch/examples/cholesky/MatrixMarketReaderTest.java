package org.anabranch.examples.cholesky;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.ProgramException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.SplittableRandom;

class MatrixMarketReaderTest {
    private static final String HEADER = "%%MatrixMarket matrix coordinate real symmetric\n";

    private static ProgramException refused(String text) {
        return assertThrows(ProgramException.class, () -> SpdMatrices.read(text), text);
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
        SymmetricMatrix matrix = SpdMatrices.read(text);
        assertEquals(2, matrix.n());
        assertArrayEquals(new int[] {0, 1, 3}, matrix.starts());
        assertArrayEquals(new int[] {0, 0, 1}, matrix.columns());
        assertArrayEquals(new double[] {4, -1.5, 3}, matrix.values());
        assertArrayEquals(new double[] {4, 3}, matrix.diagonal());
        assertArrayEquals(new double[] {4 - 3, -1.5 + 6}, matrix.times(new double[] {1, 2}));
    }

    @Test
    void integersAreRead() {
        SymmetricMatrix matrix =
                SpdMatrices.read(
                        "%%MatrixMarket matrix coordinate integer symmetric\n1 1 1\n1 1 7\n");
        assertArrayEquals(new double[] {7}, matrix.values());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|1: this is no Matrix Market file",
                "hello|1: this is no Matrix Market file",
                "%%MatrixMarket matrix coordinate real|1: this is no Matrix Market file",
                "%%MatrixMarket vector coordinate real symmetric|1: this is no Matrix Market file",
                "%%MatrixMarket matrix coordinate pattern symmetric|1: the field must be real or"
                        + " integer",
                "%%MatrixMarket matrix coordinate complex hermitian|1: the field must be real or"
                        + " integer",
                "%%MatrixMarket matrix coordinate real skew-symmetric|1: the symmetry must be"
                        + " symmetric or general",
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
                "2 3 1;1 1 1|2: the matrix is not square: 2 x 3",
                "20000 20000 1;1 1 1|2: a matrix of 20000 rows is too large",
                "99999999999 99999999999 1;1 1 1|2: a matrix of 99999999999 rows is too large",
                "99999999999999999999 1 1|2: the number of rows must be a whole number",
                "2 2 5;1 1 1|2: 5 entries are impossible",
                "2 2 -1|2: -1 entries are impossible",
                "2 2 1 9;1 1 1|2: unexpected '9' after the size",
                "2 2 3;1 1 4;2 1 1|4: the file is truncated: it ends after 2 of 3 entries",
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
                "2 2 4;1 1 4;2 1 1;1 2 2;2 2 4|4: the matrix is not symmetric: (2, 1) is 1.0, its"
                        + " mirror image is 2.0",
                "2 2 3;1 1 4;2 1 1;2 2 4|4: the matrix is not symmetric: (2, 1) is 1.0, its mirror"
                        + " image is 0.0",
                "2 2 3;1 1 4;1 2 1;2 2 4|4: the matrix is not symmetric: (2, 1) is 0.0, its mirror"
                        + " image is 1.0",
                "2 2 4;1 1 4;1 2 1;2 2 4;1 2 1|6: entry (2, 1) or its mirror image was already"
                        + " given in line 4"
            })
    void generalMatrixMustBeSymmetric(String lines, String complaint) {
        String text = "%%MatrixMarket matrix coordinate real general\n" + lines.replace(';', '\n');
        String message = refused(text).getMessage();
        assertTrue(message.startsWith("test.mtx:" + complaint), message);
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
    void hugeAnnouncementAllocatesNothing() {
        String message = refused(HEADER + "6000 6000 18003000\n1 1 1\n").getMessage();
        assertEquals(
                "test.mtx:4: the file is truncated: it ends after 1 of 18003000 entries", message);
    }

    @Test
    void endlessInputEndsWithAnError() throws IOException {
        byte[] line = "1 1 1\n".getBytes(StandardCharsets.ISO_8859_1);
        byte[] start = (HEADER + "3 3 3\n").getBytes(StandardCharsets.ISO_8859_1);
        InputStream endless =
                new InputStream() {
                    private long at;

                    @Override
                    public int read() {
                        long here = at++;
                        return here < start.length
                                ? start[(int) here]
                                : line[(int) ((here - start.length) % line.length)];
                    }
                };
        assertThrows(
                ProgramException.class, () -> MatrixMarketReader.read("endless", endless, 100));
    }

    @Test
    void fileThatCannotBeReadIsNamed(@TempDir Path folder) {
        String missing = folder.resolve("none.mtx").toString();
        assertEquals(
                "there is no file " + missing,
                assertThrows(ProgramException.class, () -> MatrixMarketReader.read(missing, 10))
                        .getMessage());
        String message =
                assertThrows(
                                ProgramException.class,
                                () -> MatrixMarketReader.read(folder.toString(), 10))
                        .getMessage();
        assertTrue(message.endsWith("is a folder, not a Matrix Market file"), message);
        assertThrows(ProgramException.class, () -> MatrixMarketReader.read("a\0b", 10));
    }

    /** Mutations of valid files give a matrix or a {@link ProgramException}, and nothing else. */
    @Test
    void mutatedFilesAreReadOrRefusedAndNothingElse() {
        String[] seeds = {
            SpdMatrices.file(SpdMatrices.dense(6, 1), 6),
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
        for (int round = 0; round < 60_000; round++) {
            String text = mutated(seeds[round % seeds.length], random);
            try {
                SymmetricMatrix matrix = SpdMatrices.read(text);
                for (double value : matrix.values()) {
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
        assertTrue(refused > 10_000 && read > 1_000, refused + " refused, " + read + " read");
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
