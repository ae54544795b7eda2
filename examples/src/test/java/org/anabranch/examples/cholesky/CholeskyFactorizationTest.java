package org.anabranch.examples.cholesky;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Job;
import org.anabranch.api.ProgramException;
import org.anabranch.dense.file.MatrixFile;
import org.anabranch.examples.fixture.EmbeddedPlatform;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The Cholesky job on the real scheduler. */
@Timeout(120)
class CholeskyFactorizationTest {
    private static EmbeddedPlatform embedded;

    /** A matrix of 480 rows. */
    private static Path large;

    @TempDir Path folder;

    @BeforeAll
    static void start(@TempDir Path kept) throws IOException {
        embedded = new EmbeddedPlatform();
        String text = SpdMatrices.file(SpdMatrices.dense(480, 480), 480);
        large = Files.writeString(kept.resolve("large.mtx"), text);
    }

    @AfterAll
    static void stop() {
        embedded.close();
    }

    private String file(double[] a, int n) throws IOException {
        return Files.writeString(folder.resolve("a.mtx"), SpdMatrices.file(a, n)).toString();
    }

    private static Job.Report run(String domains, String file, String... options) {
        List<String> arguments = new ArrayList<>(List.of(file));
        arguments.addAll(List.of(options));
        return new CholeskyFactorization()
                .run(
                        embedded.platform(),
                        embedded.domains(domains),
                        arguments,
                        new PrintWriter(new StringWriter()));
    }

    @Test
    void c15_withoutAFileAModelIsFactored() {
        Job.Report report =
                new CholeskyFactorization()
                        .run(
                                embedded.platform(),
                                embedded.domains("host"),
                                List.of(),
                                new PrintWriter(new StringWriter()));
        assertTrue(report.verified(), report.verification());
        assertEquals(576, report.figures().get("rows"));
    }

    @Test
    void issue_25_sparseMatrixIsFactoredAsADenseOneAndThatIsSaid() throws IOException {
        String head = "%%MatrixMarket matrix ";
        String sparse =
                text(
                        "s.mtx",
                        head + "coordinate real symmetric\n3 3 4\n1 1 2\n2 2 2\n3 3 2\n3 1 1");
        String dense = text("d.mtx", head + "array real symmetric\n2 2\n2\n1\n2\n");
        StringWriter said = new StringWriter();
        for (String file : List.of(sparse, dense)) {
            Job.Report report =
                    new CholeskyFactorization()
                            .run(
                                    embedded.platform(),
                                    embedded.domains("host"),
                                    List.of(file),
                                    new PrintWriter(said, true));
            assertTrue(report.verified(), report.verification());
        }
        List<String> lines = said.toString().lines().filter(l -> l.contains("dense")).toList();
        assertEquals(1, lines.size(), said::toString);
        String cost =
                "s.mtx is sparse, with 4 entries \\(44 %\\), but it is factored as a dense matrix:"
                        + " 7.20e-05 MB, 14.0 operations, about \\S+ s at the \\S+ GFLOP/s .*";
        assertTrue(lines.getFirst().matches(cost), said::toString);
    }

    private static ProgramException refused(String domains, String file, String... options) {
        return assertThrows(ProgramException.class, () -> run(domains, file, options));
    }

    @ParameterizedTest
    @CsvSource({
        "host, rows, 1",
        "host, columns, 3",
        "reference:0, rows, 5",
        "'reference:0,reference:7', columns, 1",
        "'host,reference:0', rows, 3",
        "'host,reference:0,reference:7', rows, 1",
        "'host,reference:0,reference:7', columns, 5"
    })
    void ac6FactorIsRightOnEverySetOfDomains(String domains, String layout, String streams) {
        Job.Report report =
                run(
                        domains,
                        large.toString(),
                        "--tile",
                        "80",
                        "--layout",
                        layout,
                        "--streams",
                        streams);
        assertTrue(report.verified(), report.verification());
        if (domains.equals("host") && streams.equals("1")) { // the library's tiles are taller
            assertTrue((long) report.figures().get("actions") >= 6 + 5 + 15);
        } else {
            assertEquals(56L, report.figures().get("actions"));
        }
        boolean single = domains.indexOf(',') < 0 && streams.equals("1");
        assertEquals(single, report.figures().get("waits").equals(0L), report.figures().toString());
    }

    private String text(String name, String words) throws IOException {
        return Files.writeString(folder.resolve(name), words).toString();
    }

    @ParameterizedTest
    @CsvSource({"host, x.mtx", "'host,reference:0', x.npy"})
    void systemsAreSolvedAndWritten(String domains, String name) throws IOException {
        int n = 300; // more than a block of columns
        double[] a = SpdMatrices.dense(n, 4);
        StringBuilder sides =
                new StringBuilder("%%MatrixMarket matrix array real general\n300 2\n");
        for (int column = 0; column < 2; column++) {
            for (int i = 0; i < n; i++) {
                double sum = 0;
                for (int j = 0; j < n; j++) {
                    sum += a[i * n + j] * (column + (j % 3));
                }
                sides.append(sum).append('\n');
            }
        }
        String x = folder.resolve(name).toString();
        Job.Report report =
                run(domains, file(a, n), "--solve", text("b.mtx", sides.toString()), "--out", x);
        assertTrue(report.verified(), report.verification());
        assertTrue((double) report.figures().get("solve") < 30, report.verification());
        assertEquals(x, report.figures().get("wrote"));
        try (MatrixFile found = MatrixFile.open(x, 2L * n);
                Arena arena = Arena.ofConfined()) {
            MemorySegment values = arena.allocate(JAVA_DOUBLE, 2L * n);
            found.load(values);
            for (int i = 0; i < 2 * n; i++) {
                double expected = i / n + i % n % 3;
                assertEquals(expected, values.getAtIndex(JAVA_DOUBLE, i), 1e-6);
            }
        }
    }

    @Test
    void rightHandSidesThatDoNotFitAreRefused() throws IOException {
        String a = file(SpdMatrices.dense(20, 1), 20);
        String b = text("b.mtx", "%%MatrixMarket matrix array real general\n2 1\n1\n1\n");
        String x = folder.resolve("x.mtx").toString();
        assertTrue(
                refused("host", a, "--solve", b, "--out", x)
                        .getMessage()
                        .startsWith("b.mtx has 2 rows, but a.mtx has 20"));
        assertTrue(
                refused("host", a, "--out", x)
                        .getMessage()
                        .startsWith("cholesky: --solve and --out belong together"));
        assertFalse(Files.exists(Path.of(x)));
    }

    @Test
    void tileLargerThanTheMatrixIsTheMatrixAndOneTooSmallIsRefused() throws IOException {
        String file = file(SpdMatrices.dense(20, 1), 20);
        Job.Report report = run("host", file, "--tile", "4096");
        assertTrue(report.verified(), report.verification());
        assertEquals(20L, report.figures().get("tile"));
        StringBuilder unit =
                new StringBuilder("%%MatrixMarket matrix coordinate real symmetric\n600 600 600\n");
        for (int i = 1; i <= 600; i++) {
            unit.append(i).append(' ').append(i).append(" 4\n");
        }
        String large = Files.writeString(folder.resolve("b.mtx"), unit).toString();
        String message = refused("host", large, "--tile", "1").getMessage();
        assertTrue(
                message.startsWith(
                        "cholesky: --tile 1 is too small for 600 rows; the smallest is 2"),
                message);
        assertTrue(run("host", large).verified());
    }

    @ParameterizedTest
    @ValueSource(strings = {"host", "reference:0", "host,reference:0,reference:7"})
    void indefiniteMatrixIsRefusedByItsPivotAndThePlatformGoesOn(String domains)
            throws IOException {
        int n = 60;
        double[] a = SpdMatrices.dense(n, 9);
        double[] bad = a.clone();
        bad[41 * n + 3] = 10 * bad[41 * n + 41];
        String message = refused(domains, file(bad, n), "--tile", "16").getMessage();
        assertTrue(message.contains("a.mtx is not positive definite: pivot 42 is -"), message);
        assertTrue(run(domains, file(a, n), "--tile", "16").verified());
    }

    @Test
    void unusableFilesAreRefusedAtOnce() throws IOException {
        double[] a = SpdMatrices.dense(4, 2);
        a[2 * 4 + 2] = 0;
        assertTrue(
                refused("host", file(a, 4))
                        .getMessage()
                        .endsWith(
                                "a.mtx is not positive definite: the diagonal element of row 3 is"
                                        + " 0.0"));
        String missing = folder.resolve("none.mtx").toString();
        assertEquals("there is no file " + missing, refused("host", missing).getMessage());
        String huge =
                "%%MatrixMarket matrix coordinate real symmetric\n2000000000 2000000000 1\n1 1 1\n";
        String file = Files.writeString(folder.resolve("huge.mtx"), huge).toString();
        assertTrue(
                refused("host", file)
                        .getMessage()
                        .startsWith(
                                "huge.mtx:2: a matrix of 2000000000 x 2000000000 is too large"));
        String oblong = "%%MatrixMarket matrix array integer general\n2 1\n1\n1\n";
        file = Files.writeString(folder.resolve("oblong.mtx"), oblong).toString();
        assertEquals("oblong.mtx is not square: 2 x 1", refused("host", file).getMessage());
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
                        + " image is 1.0"
            })
    void generalMatrixMustBeSymmetric(String lines, String complaint) throws IOException {
        String text = "%%MatrixMarket matrix coordinate real general\n" + lines.replace(';', '\n');
        String file = Files.writeString(folder.resolve("c.mtx"), text).toString();
        assertEquals("c.mtx:" + complaint, refused("host", file).getMessage());
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "70, 3", "149, 149", "149, 0"})
    void checkFindsAnElementThatIsSlightlyWrong(int row, int column) {
        int n = 150;
        double[] a = SpdMatrices.dense(n, 5);
        SymmetricMatrix matrix = SpdMatrices.read(SpdMatrices.file(a, n));
        double[] l = a.clone();
        SpdMatrices.factor(l, n);
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                l[i * n + j] = 0;
            }
        }
        MemorySegment factor = java.lang.foreign.Arena.ofAuto().allocateFrom(JAVA_DOUBLE, l);
        FactorCheck.Outcome right = new FactorCheck(matrix, factor).run(embedded.platform());
        assertTrue(right.passed(), right.words());
        double wrong = l[row * n + column] + 1e-9 * Math.sqrt(a[row * n + row]);
        factor.setAtIndex(JAVA_DOUBLE, (long) row * n + column, wrong);
        FactorCheck.Outcome outcome = new FactorCheck(matrix, factor).run(embedded.platform());
        assertFalse(outcome.passed(), outcome.words());
        factor.setAtIndex(JAVA_DOUBLE, (long) row * n + column, Double.NaN);
        assertFalse(new FactorCheck(matrix, factor).run(embedded.platform()).passed());
    }

    @Test
    void defaultTileIsSensibleForEverySize() {
        assertEquals(1, CholeskyFactorization.defaultTile(1));
        assertEquals(32, CholeskyFactorization.defaultTile(48));
        assertEquals(128, CholeskyFactorization.defaultTile(2003));
        assertEquals(256, CholeskyFactorization.defaultTile(100_000));
    }
}
