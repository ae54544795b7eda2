package org.anabranch.dense.factor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Stream;
import org.anabranch.dense.Diagonal;
import org.anabranch.dense.Layout;
import org.anabranch.dense.TileCalls;
import org.anabranch.dense.TileKernels;
import org.anabranch.dense.Transpose;
import org.anabranch.dense.Triangle;
import org.anabranch.opencl.OpenClBackend;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Products and triangular systems over mixtures of domains, against plain loops. */
@Timeout(120)
class MixtureTest {
    private static final int N = 133;
    private static final int TILE = 40;
    private static Ground ground;
    private static boolean openCl;

    @BeforeAll
    static void start() {
        openCl = !new OpenClBackend(Map.of()).probe().isEmpty();
        if ("required".equals(System.getenv("ANABRANCH_OPENCL"))) {
            assertTrue(openCl, "OpenCL is required here, but there is no device");
        }
        ground = new Ground();
    }

    @AfterAll
    static void stop() {
        ground.close();
    }

    /** A stream for each of the domains; "any" is one whose actions are placed as they come. */
    private static List<Stream> streams(String domains) {
        assumeTrue(openCl || !domains.contains("opencl"), "no OpenCL device here");
        List<Stream> streams = new ArrayList<>();
        for (String selector : domains.split(",")) {
            if (selector.equals("any")) {
                streams.add(ground.platform().stream());
            } else {
                Domain domain = ground.domains(selector).getFirst();
                streams.add(domain.stream());
            }
        }
        return streams;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "host,reference:0",
                "opencl,host",
                "reference:0,opencl",
                "host,reference:0,opencl",
                "opencl,any,reference:0,host"
            })
    void issue_25_aProductOverAMixtureIsThatOfPlainLoops(String domains) {
        Matrix left = Matrix.random(N - 20, N + 1, 1);
        Matrix right = Matrix.random(N + 1, N, 2);
        List<Stream> streams = streams(domains);
        try (Buffer a = byRows(left);
                Buffer b = byRows(right);
                Buffer c = ground.platform().buffer(JAVA_DOUBLE, N - 20, N)) {
            new MatrixMultiplication(N - 20, N, N + 1, TILE, TILE - 8, TILE + 3)
                    .enqueue(streams, a, b, c);
            streams.forEach(Stream::await);
            for (int i = 0; i < N - 20; i++) {
                for (int j = 0; j < N; j++) {
                    double sum = 0;
                    for (int k = 0; k <= N; k++) {
                        sum += left.get(i, k) * right.get(k, j);
                    }
                    assertEquals(sum, c.read().getAtIndex(JAVA_DOUBLE, (long) i * N + j), 1e-12);
                }
            }
        } finally {
            streams.forEach(Stream::closeNow);
        }
    }

    private static Buffer byRows(Matrix matrix) {
        return matrix.transposed().in(ground.platform());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"any", "host,reference:0", "opencl,host", "host,reference:0,opencl,any"})
    void issue_25_triangularSystemsOverAMixtureAreThoseOfPlainLoops(String domains) {
        TileCalls calls = new TileCalls(TileKernels.DOUBLES, Layout.COLUMNS);
        Matrix t = triangle();
        List<Stream> streams = streams(domains);
        List<Buffer> sought = new ArrayList<>();
        List<Matrix> given = new ArrayList<>();
        try (Buffer a = t.in(ground.platform())) {
            for (int i = 0; i < streams.size(); i++) { // all at once, with one triangle
                given.add(Matrix.random(N, 11 + i, 3 + i));
                sought.add(given.get(i).in(ground.platform()));
                new Systems(calls, streams.get(i))
                        .solve(
                                new ColumnBlocks(a, TILE),
                                Triangle.LOWER,
                                i % 2 == 0 ? Transpose.NO : Transpose.YES,
                                Diagonal.STORED,
                                new ColumnBlocks(sought.get(i), 5));
            }
            streams.forEach(Stream::await);
            for (int i = 0; i < sought.size(); i++) {
                require(substitute(t, i % 2 != 0, given.get(i)), Matrix.of(sought.get(i)));
            }
        } finally {
            streams.forEach(Stream::closeNow);
            sought.forEach(Buffer::close);
        }
    }

    private static Matrix triangle() {
        Matrix t = Matrix.random(N, N, 9);
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < N; j++) {
                t.set(i, j, i == j ? 2 + t.get(i, i) : t.get(i, j) / N);
            }
        }
        return t;
    }

    /** X of L X = B, or of L' X = B, row by row. */
    private static Matrix substitute(Matrix t, boolean transposed, Matrix b) {
        Matrix x = Matrix.zero(N, b.columns());
        for (int column = 0; column < b.columns(); column++) {
            for (int step = 0; step < N; step++) {
                int i = transposed ? N - 1 - step : step;
                double sum = b.get(i, column);
                for (int before = 0; before < step; before++) {
                    int k = transposed ? N - 1 - before : before;
                    sum -= (transposed ? t.get(k, i) : t.get(i, k)) * x.get(k, column);
                }
                x.set(i, column, sum / t.get(i, i));
            }
        }
        return x;
    }

    private static void require(Matrix expected, Matrix found) {
        for (int i = 0; i < expected.rows(); i++) {
            for (int j = 0; j < expected.columns(); j++) {
                assertEquals(expected.get(i, j), found.get(i, j), 1e-12, i + ", " + j);
            }
        }
    }
}
