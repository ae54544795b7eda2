package org.anabranch.examples.factor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Buffer;
import org.anabranch.api.Job;
import org.anabranch.api.ProgramException;
import org.anabranch.dense.factor.ColumnBlocks;
import org.anabranch.dense.factor.PanelFactorization;
import org.anabranch.dense.factor.Steps;
import org.anabranch.dense.file.MatrixFile;
import org.anabranch.examples.fixture.EmbeddedPlatform;
import org.anabranch.spi.Backend;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.osgi.framework.ServiceRegistration;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The jobs {@code lu} and {@code qr} on the real scheduler. */
@Timeout(120)
class FactorJobTest {
    private static final List<FactorJob<?>> JOBS =
            List.of(new LuDecomposition(), new QrDecomposition());
    private static EmbeddedPlatform embedded;

    @TempDir Path folder;

    @BeforeAll
    static void start() {
        embedded = new EmbeddedPlatform();
    }

    @AfterAll
    static void stop() {
        embedded.close();
    }

    private final StringWriter progress = new StringWriter();

    private Job.Report run(Job job, String domains, String... arguments) throws Exception {
        return job.run(
                embedded.platform(),
                embedded.domains(domains),
                List.of(arguments),
                new PrintWriter(progress));
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private String refused(Job job, String... arguments) {
        return assertThrows(ProgramException.class, () -> run(job, "host", arguments)).getMessage();
    }

    @ParameterizedTest
    @CsvSource({
        "host, random, 100",
        "host, graded, 90",
        "host, nearly-singular, 90",
        "host, random, 1",
        "reference:0, random, 70",
        "'host,reference:0,reference:7', random, 97",
        "'reference:0,reference:7', graded, 64"
    })
    void modelMatrixIsFactoredAndSolved(String domains, String kind, String rows) throws Exception {
        for (FactorJob<?> job : JOBS) {
            Job.Report report = run(job, domains, "--matrix", kind, "--rows", rows, "--tile", "24");
            assertTrue(report.verified(), report.verification());
            assertTrue(report.figures().containsKey("solve"), report.verification());
            assertEquals(Long.parseLong(rows), report.figures().get("rows"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"text:0", "host,text:0", "text:0,reference:0"})
    void issue_25_aDeviceThatRunsNoJavaIsRefusedForQr(String domains) {
        ServiceRegistration<Backend> plugged =
                embedded.plugIn(EmbeddedPlatform.device("text:0", 1, "opencl-c"));
        try {
            String said =
                    assertThrows(
                                    ProgramException.class,
                                    () -> run(new QrDecomposition(), domains, "--rows", "30"))
                            .getMessage();
            assertEquals(
                    "qr cannot use text:0 (which runs [opencl-c]): its kernels are there in [java]"
                            + " alone; leave it out, --domains host works",
                    said);
        } finally {
            plugged.unregister();
        }
    }

    @Test
    void solutionIsWritten() throws Exception {
        String a = file("a.mtx", "%%MatrixMarket matrix array real general\n2 2\n0\n2\n4\n1\n");
        String b = file("b.mtx", "%%MatrixMarket matrix array real general\n2 2\n8\n4\n4\n3\n");
        for (FactorJob<?> job : JOBS) {
            for (String name : List.of("x.mtx", "x.npy")) {
                String x = folder.resolve(name).toString();
                Job.Report report = run(job, "host", a, "--solve", b, "--out", x);
                assertTrue(report.verified(), report.verification());
                assertEquals(x, report.figures().get("wrote"));
                assertSolution(x, 2, 2, 1, 2, 1, 1);
            }
        }
    }

    private static void assertSolution(String path, int rows, int columns, double... expected) {
        try (MatrixFile file = MatrixFile.open(path, 100)) {
            assertEquals(rows, file.rows());
            assertEquals(columns, file.columns());
            MemorySegment found = Arena.ofAuto().allocate(JAVA_DOUBLE, expected.length);
            file.load(found);
            for (int i = 0; i < expected.length; i++) {
                assertEquals(expected[i], found.getAtIndex(JAVA_DOUBLE, i), 1e-14);
            }
        }
    }

    @Test
    void smallestDistanceIsFoundForMoreRowsThanColumns() throws Exception {
        String a = file("a.mtx", "%%MatrixMarket matrix array real general\n3 1\n1\n1\n1\n");
        String b = file("b.mtx", "%%MatrixMarket matrix array real general\n3 1\n1\n2\n6\n");
        String x = folder.resolve("x.npy").toString();
        Job.Report report = run(new QrDecomposition(), "host", a, "--solve", b, "--out", x);
        assertTrue(report.verified(), report.verification());
        assertSolution(x, 1, 1, 3);
        assertTrue(
                refused(new LuDecomposition(), a, "--solve", b, "--out", x)
                        .startsWith("a.mtx is 3 x 1: only a square one can be solved by lu"));
        assertTrue(run(new LuDecomposition(), "host", a).verified());
    }

    @Test
    void sparseMatrixIsFactoredAsADenseOneAndThatIsSaid() throws Exception {
        String a =
                file(
                        "a.mtx",
                        "%%MatrixMarket matrix coordinate real symmetric\n"
                                + "3 3 4\n1 1 2\n2 2 2\n3 3 2\n3 1 1\n");
        for (FactorJob<?> job : JOBS) {
            Job.Report report = run(job, "host", a);
            assertTrue(report.verified(), report.verification());
            assertEquals(4L, report.figures().get("entries"));
        }
        assertTrue(
                progress.toString()
                        .contains(
                                "a.mtx is sparse, with 4 entries (44 %), but it is factored as a"),
                progress.toString());
    }

    @Test
    void singularMatrixIsRefusedByItsColumn() throws Exception {
        String a = file("a.mtx", "%%MatrixMarket matrix array real general\n2 2\n1\n2\n0\n0\n");
        assertEquals(
                "a.mtx: the matrix is singular: no pivot in column 2 differs from zero",
                refused(new LuDecomposition(), a));
        assertEquals(
                "a.mtx: the matrix is singular: no pivot in column 2 differs from zero",
                refused(new QrDecomposition(), a));
    }

    @Test
    void unusableArgumentsAreRefused() throws Exception {
        LuDecomposition lu = new LuDecomposition();
        String a = file("a.mtx", "%%MatrixMarket matrix array real general\n1 2\n1\n2\n");
        String b = file("b.mtx", "%%MatrixMarket matrix array real general\n2 1\n1\n2\n");
        String x = folder.resolve("x.mtx").toString();
        assertTrue(refused(lu, "--solve", b).startsWith("lu: --solve and --out belong together"));
        assertTrue(refused(lu, a, "--rows", "3").startsWith("lu: --rows is for a model matrix"));
        assertTrue(refused(lu, "--matrix", "hilbert").contains("--matrix"));
        assertEquals(
                "b.mtx has 2 rows, but the model has 3",
                refused(lu, "--rows", "3", "--solve", b, "--out", x));
        assertTrue(refused(lu, "--rows", "2000", "--tile", "1").contains("the smallest is 2"));
        assertTrue(
                refused(lu, "--solve", b, "--out", "x.txt").contains("must end in .npy or .mtx"));
        assertEquals(
                "a.mtx is 1 x 2: qr needs as many rows as columns",
                refused(new QrDecomposition(), a));
        assertTrue(run(lu, "host", a).verified());
        assertEquals("there is no file none", refused(lu, "none"));
    }

    /** A factor that is wrong in one place is seen. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 29 * 30, 17 * 30 + 20, 899})
    void checksFindWhatIsSlightlyWrong(int element) {
        for (FactorJob<?> job : JOBS) {
            findsWhatIsSlightlyWrong(job, element);
        }
    }

    private static <F extends PanelFactorization> void findsWhatIsSlightlyWrong(
            FactorJob<F> job, int element) {
        try (Buffer original = embedded.platform().buffer(JAVA_DOUBLE, 30, 30);
                Buffer work = embedded.platform().buffer(JAVA_DOUBLE, 30, 30)) {
            ModelMatrix.fill("random", original.write(), 30);
            work.write().copyFrom(original.read());
            try (F factors =
                    job.factor(
                            embedded.platform(),
                            embedded.domains("host"),
                            new ColumnBlocks(work, 8),
                            Steps.UNSEEN)) {
                assertTrue(worst(job, factors, original) < 30);
                double right = work.read().getAtIndex(JAVA_DOUBLE, element);
                work.write().setAtIndex(JAVA_DOUBLE, element, right + 1e-9);
                assertTrue(worst(job, factors, original) > 1000, job.name());
                work.write().setAtIndex(JAVA_DOUBLE, element, Double.NaN);
                assertTrue(Double.isNaN(worst(job, factors, original)), job.name());
            }
        }
    }

    private static <F extends PanelFactorization> double worst(
            FactorJob<F> job, F factors, Buffer original) {
        Map<String, Double> ratios =
                job.ratios(embedded.platform(), factors, original, Sample.columns(30));
        return ratios.values().stream().mapToDouble(ratio -> ratio).max().orElseThrow();
    }

    @Test
    void largeMatricesAreSampled() {
        assertEquals(2048, Sample.columns(2048).length);
        int[] some = Sample.columns(5000);
        List<Integer> seen = new ArrayList<>();
        for (int column : some) {
            assertTrue(column >= 0 && column < 5000 && !seen.contains(column));
            seen.add(column);
        }
        assertEquals(256, seen.size());
        assertEquals(32, FactorJob.defaultTile(1));
        assertEquals(256, FactorJob.defaultTile(100_000));
    }
}
