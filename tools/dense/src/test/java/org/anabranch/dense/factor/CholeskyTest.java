package org.anabranch.dense.factor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.ActionFailedException;
import org.anabranch.api.Buffer;
import org.anabranch.api.Platform;
import org.anabranch.api.Stream;
import org.anabranch.dense.Layout;
import org.anabranch.dense.NotPositiveDefiniteException;
import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;

/** Residuals scaled as LAPACK's own tests scale them, and what is refused. */
class CholeskyTest {
    private static final double THRESHOLD = 30;
    private static final int PAD = 5;
    private static final TileHeights[] HEIGHTS = {
        new TileHeights(2, 128, 5120), new TileHeights(3, 20, 40)
    };
    private static Engine engine;
    private static Platform platform;

    @BeforeAll
    static void start() {
        engine = Engine.start(EngineSettings.defaults().withWorkers(2));
        platform = engine.platform("cholesky");
    }

    @AfterAll
    static void stop() {
        engine.close();
    }

    /** Q D Q' for a random reflection Q: eigenvalues as given from 0 to 1. */
    private static double[][] spectrum(int n, DoubleUnaryOperator eigenvalue) {
        double[] v = new SplittableRandom(n).doubles(n, -1, 1).toArray();
        double norm = 0;
        for (double x : v) {
            norm += x * x;
        }
        double[][] q = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                q[i][j] = (i == j ? 1 : 0) - 2 * v[i] * v[j] / norm;
            }
        }
        double[] d = new double[n];
        Arrays.setAll(d, k -> eigenvalue.applyAsDouble(k / (n - 1.0)));
        double[][] a = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = 0;
                for (int k = 0; k < n; k++) {
                    sum += q[i][k] * d[k] * q[j][k];
                }
                a[i][j] = sum;
                a[j][i] = sum;
            }
        }
        return a;
    }

    private static Buffer buffer(double[][] a, Layout layout) {
        Buffer buffer = platform.buffer(JAVA_DOUBLE, a.length, a.length + PAD);
        MemorySegment memory = buffer.write();
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j <= i; j++) {
                memory.setAtIndex(JAVA_DOUBLE, at(a.length, layout, i, j), a[i][j]);
            }
        }
        return buffer;
    }

    private static long at(int n, Layout layout, int i, int j) {
        long pitch = (long) n + PAD;
        return layout == Layout.ROWS ? i * pitch + j : j * pitch + i;
    }

    private static void factor(Buffer a, Layout layout, PanelPartition parts) {
        try (Stream stream = platform.host().stream()) {
            Cholesky.factor(stream, a, layout, parts, Steps.UNSEEN);
        }
    }

    /** |A - L L'| / (n |A| eps), with the norm of the largest row sum. */
    private static double residual(double[][] a, Buffer factor, Layout layout) {
        int n = a.length;
        MemorySegment memory = factor.read();
        double[][] l = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                l[i][j] = memory.getAtIndex(JAVA_DOUBLE, at(n, layout, i, j));
            }
        }
        double worst = 0;
        double norm = 0;
        for (int i = 0; i < n; i++) {
            double error = 0;
            double sum = 0;
            for (int j = 0; j < n; j++) {
                double product = 0;
                for (int k = 0; k <= Math.min(i, j); k++) {
                    product += l[i][k] * l[j][k];
                }
                error += Math.abs(a[i][j] - product);
                sum += Math.abs(a[i][j]);
            }
            worst = Double.isNaN(error) ? error : Math.max(worst, error);
            norm = Math.max(norm, sum);
        }
        return worst / (n * norm * Math.ulp(1.0));
    }

    private static void accurate(double[][] a, Layout layout) {
        int n = a.length;
        for (PanelPartition parts :
                new PanelPartition[] {
                    PanelPartition.equal(n, 17),
                    PanelPartition.equal(n, n),
                    PanelPartition.shrinking(n),
                    new PanelPartition(
                            0, 50, 59, 68, 77, 86, 95, 110, 125, n) // narrow ones go together
                }) {
            for (TileHeights heights : HEIGHTS) {
                try (Buffer buffer = buffer(a, layout);
                        Stream stream = platform.host().stream()) {
                    Cholesky.factor(stream, buffer, layout, parts, heights, Steps.UNSEEN);
                    double residual = residual(a, buffer, layout);
                    assertTrue(residual < THRESHOLD, parts.count() + ", " + heights + residual);
                }
            }
        }
    }

    @Test
    void actionsAreEnoughForAllWorkersAndCoverAllRows() {
        for (TileHeights heights : HEIGHTS) {
            for (int from : new int[] {0, 1, 17, 64, 1900, 1999}) {
                covers(heights.ofPanel(from, 2000), from, heights);
                covers(heights.ofUpdate(from, 2000, 17 * 2000.0), from, heights);
            }
            assertEquals(List.of(), heights.ofPanel(2000, 2000));
        }
        assertEquals(4, new TileHeights(4, 32, 5000).ofPanel(0, 4096).size());
        assertEquals(
                List.of(new TileHeights.Rows(9, 91)), new TileHeights(4, 96, 96).ofPanel(9, 100));
    }

    private static void covers(List<TileHeights.Rows> parts, int from, TileHeights heights) {
        int at = from;
        for (TileHeights.Rows rows : parts) {
            assertEquals(at, rows.first());
            assertTrue(rows.count() > 0 && rows.count() < heights.most() + 32, parts.toString());
            at += rows.count();
        }
        assertEquals(2000, at);
    }

    @ParameterizedTest
    @EnumSource(Layout.class)
    void evenlySpreadEigenvalues(Layout layout) {
        accurate(spectrum(150, x -> 1 + x), layout);
    }

    @ParameterizedTest
    @EnumSource(Layout.class)
    void squaresOfRandomMatrices(Layout layout) {
        int n = 150;
        SplittableRandom random = new SplittableRandom(n);
        double[][] b = new double[n][];
        for (int i = 0; i < n; i++) {
            b[i] = random.doubles(n, -1, 1).toArray();
        }
        double[][] a = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                for (int k = 0; k < n; k++) {
                    a[i][j] += b[i][k] * b[j][k];
                }
            }
        }
        accurate(a, layout);
    }

    @ParameterizedTest
    @EnumSource(Layout.class)
    void nearlySingular(Layout layout) {
        accurate(spectrum(150, x -> x < 1 ? 1 : 1e-12), layout);
        accurate(spectrum(150, x -> Math.pow(1e-11, x)), layout);
    }

    /** As large and as small as leaves the sums finite, and products above what is subnormal. */
    @ParameterizedTest
    @EnumSource(Layout.class)
    void nearOverflowAndUnderflow(Layout layout) {
        for (double scale : new double[] {1e300, 1e-280}) {
            accurate(spectrum(150, x -> scale * (1 + x)), layout);
        }
    }

    @ParameterizedTest
    @EnumSource(Layout.class)
    void graded(Layout layout) {
        double[][] a = spectrum(150, x -> 1 + x);
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < a.length; j++) {
                a[i][j] *= Math.scalb(1.0, -(i + j) / 4);
            }
        }
        accurate(a, layout);
    }

    private static long refusedRow(double[][] a, Layout layout, PanelPartition parts) {
        try (Buffer buffer = buffer(a, layout)) {
            Throwable thrown =
                    assertThrows(ActionFailedException.class, () -> factor(buffer, layout, parts));
            return NotPositiveDefiniteException.in(thrown).orElseThrow().row();
        }
    }

    @ParameterizedTest
    @EnumSource(Layout.class)
    void aPivotThatIsNotPositiveIsNamed(Layout layout) {
        for (int bad : new int[] {0, 16, 17, 40, 149}) {
            double[][] a = spectrum(150, x -> 1 + x);
            a[bad][bad] = -1;
            assertEquals(bad + 1, refusedRow(a, layout, PanelPartition.equal(150, 17)));
            assertEquals(bad + 1, refusedRow(a, layout, PanelPartition.shrinking(150)));
        }
    }

    /** The smallest eigenvalue of order 13 is 1e-18: no double precision goes further than 14. */
    @ParameterizedTest
    @EnumSource(Layout.class)
    void hilbertMatricesAreRefusedWherePrecisionEnds(Layout layout) {
        double[][] a = new double[40][40];
        for (int i = 0; i < 40; i++) {
            for (int j = 0; j < 40; j++) {
                a[i][j] = 1.0 / (i + j + 1);
            }
        }
        for (int tile : new int[] {4, 7, 40}) {
            long row = refusedRow(a, layout, PanelPartition.equal(40, tile));
            assertTrue(row >= 12 && row <= 15, tile + ": row " + row);
        }
    }

    @Test
    void partsCoverTheMatrix() {
        for (int n : new int[] {1, 63, 64, 65, 2003, 20_000}) {
            PanelPartition parts = PanelPartition.shrinking(n);
            assertEquals(n, parts.extent());
            int sum = 0;
            for (int i = 0; i < parts.count(); i++) {
                assertTrue(parts.width(i) > 0 && parts.width(i) <= parts.widest());
                sum += parts.width(i);
            }
            assertEquals(n, sum);
        }
        assertEquals(320, PanelPartition.shrinking(20_000, 320).widest());
    }
}
