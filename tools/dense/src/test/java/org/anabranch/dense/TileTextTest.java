package org.anabranch.dense;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelCode;
import org.anabranch.api.Platform;
import org.anabranch.api.Range;
import org.anabranch.api.SourceCode;
import org.anabranch.api.Stream;
import org.anabranch.dense.factor.Cholesky;
import org.anabranch.dense.factor.ColumnBlocks;
import org.anabranch.dense.factor.LuFactorization;
import org.anabranch.dense.factor.MatrixMultiplication;
import org.anabranch.dense.factor.PanelPartition;
import org.anabranch.dense.factor.Steps;
import org.anabranch.opencl.OpenClBackend;
import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * The kernels in OpenCL C against those of the host, on whatever device is there; nightly in
 * floats, too, and all of them in the shape for other devices.
 */
class TileTextTest {
    private static final int[][] EXTENTS = {{1, 1, 1}, {37, 29, 41}, {70, 133, 270}};
    private static final int FRAME = 2;
    private static final boolean NIGHTLY = Boolean.getBoolean("anabranch.nightly");

    private static Engine engine;
    private static Platform platform;
    private static Domain device;

    @BeforeAll
    static void start() throws Exception {
        OpenClBackend backend = new OpenClBackend(Map.of());
        boolean none = backend.probe().isEmpty();
        if ("required".equals(System.getenv("ANABRANCH_OPENCL"))) {
            assertFalse(none, "OpenCL is required here, but there is no device");
        }
        assumeFalse(none, "no OpenCL device here");
        engine = Engine.start(EngineSettings.defaults().withWorkers(2));
        engine.add(backend);
        platform = engine.platform("text");
        for (int i = 0; i < 3000 && platform.domains().size() < 2; i++) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
        device =
                platform.domains().stream()
                        .filter(one -> one.kind().equals("opencl"))
                        .findFirst()
                        .orElseThrow();
    }

    @AfterAll
    static void end() {
        if (engine != null) {
            engine.close();
        }
    }

    /** The shape for processors and the other one, which any device can run. */
    private enum Shape {
        OF_DEVICE,
        OTHER;

        private final Map<Kernel, Kernel> changed = new HashMap<>();

        Kernel of(Kernel kernel) {
            return this == OF_DEVICE ? kernel : changed.computeIfAbsent(kernel, Shape::otherwise);
        }

        private static Kernel otherwise(Kernel kernel) {
            SourceCode code = (SourceCode) kernel.code(KernelCode.OPENCL_C).orElseThrow();
            String turn =
                    "#ifdef ANABRANCH_CPU\n"
                            + "#undef ANABRANCH_CPU\n"
                            + "#else\n"
                            + "#define ANABRANCH_CPU\n"
                            + "#endif\n";
            return Kernel.of(
                            kernel.name(),
                            kernel.parameters().toArray(org.anabranch.api.Parameter[]::new))
                    .with(
                            new SourceCode(
                                    code.format(),
                                    turn + code.text(),
                                    code.function(),
                                    code.options()));
        }
    }

    /** A matrix in the middle of a buffer, or one that fills it and so arrives as one line. */
    private record Matrix(Buffer buffer, boolean single, Range range) implements AutoCloseable {

        static Matrix of(boolean single, Layout layout, long rows, long columns, boolean inside) {
            SplittableRandom random = new SplittableRandom(rows * 31 + columns);
            long frame = inside ? FRAME : 0;
            long gap = inside && rows != columns ? random.nextInt(1, 30) : frame;
            long lines = layout == Layout.ROWS ? rows : columns;
            long length = layout == Layout.ROWS ? columns : rows;
            Buffer buffer =
                    platform.buffer(
                            single ? JAVA_FLOAT : JAVA_DOUBLE,
                            lines + 2 * frame,
                            length + frame + gap);
            Matrix made = new Matrix(buffer, single, buffer.box(frame, frame, lines, length));
            for (long i = 0; i < buffer.shape().elements(); i++) {
                made.set(i, random.nextDouble() * 2 - 1);
            }
            return made;
        }

        /** Makes the diagonal of a square matrix large. */
        Matrix strong() {
            long width = buffer.shape().columns();
            for (long i = 0; i < width; i++) {
                set(i * width + i, width + i % 3);
            }
            return this;
        }

        double[] values() {
            double[] values = new double[(int) buffer.shape().elements()];
            buffer.read();
            for (int i = 0; i < values.length; i++) {
                values[i] =
                        single
                                ? buffer.read().getAtIndex(JAVA_FLOAT, i)
                                : buffer.read().getAtIndex(JAVA_DOUBLE, i);
            }
            return values;
        }

        void set(long at, double value) {
            if (single) {
                buffer.write().setAtIndex(JAVA_FLOAT, at, (float) value);
            } else {
                buffer.write().setAtIndex(JAVA_DOUBLE, at, value);
            }
        }

        void set(double[] values) {
            for (int i = 0; i < values.length; i++) {
                set(i, values[i]);
            }
        }

        @Override
        public void close() {
            buffer.close();
        }
    }

    /** The same on the device as on the host, in all of the buffer. */
    private static void same(Shape shape, TileCall call, Matrix written) {
        double[] before = written.values();
        run(platform.host(), call.kernel(), call);
        double[] expected = written.values();
        written.set(before);
        run(device, shape.of(call.kernel()), call);
        double[] found = written.values();
        double bound = written.single ? 1e-3 : 1e-11;
        for (int i = 0; i < found.length; i++) {
            int at = i;
            assertEquals(expected[i], found[i], bound, () -> shape + " " + call + " at " + at);
        }
    }

    private static void run(Domain domain, Kernel kernel, TileCall call) {
        try (Stream stream = domain.stream()) {
            new TileCall(kernel, call.loop(), call.arguments()).on(stream);
            stream.await();
        }
    }

    static List<Shape> shapes() {
        return NIGHTLY ? List.of(Shape.values()) : List.of(Shape.OF_DEVICE);
    }

    private static TileCalls calls(boolean single, int bits) {
        return new TileCalls(
                single && NIGHTLY ? TileKernels.FLOATS : TileKernels.DOUBLES,
                (bits & Form.COLUMNS) == 0 ? Layout.ROWS : Layout.COLUMNS);
    }

    private static Transpose transpose(int bits, int bit) {
        return (bits & bit) == 0 ? Transpose.NO : Transpose.YES;
    }

    /** All forms that say nothing but this. */
    private static int[] forms(int mask) {
        return IntStream.rangeClosed(0, mask).filter(bits -> (bits & ~mask) == 0).toArray();
    }

    private static Matrix operand(TileCalls calls, int bits, int bit, long rows, long columns) {
        boolean turned = (bits & bit) != 0;
        return Matrix.of(
                calls.kernels() == TileKernels.FLOATS,
                calls.layout(),
                turned ? columns : rows,
                turned ? rows : columns,
                rows != 37);
    }

    @ParameterizedTest
    @EnumSource(Shape.class)
    void products(Shape shape) {
        products(shape, false);
        if (NIGHTLY) {
            products(shape, true);
        }
    }

    private static void products(Shape shape, boolean single) {
        for (int bits = 0; bits < 8; bits++) {
            for (int[] e : EXTENTS) {
                TileCalls calls = calls(single, bits);
                try (Matrix a = operand(calls, bits, Form.TRANSPOSE_A, e[0], e[2]);
                        Matrix b = operand(calls, bits, Form.TRANSPOSE_B, e[2], e[1]);
                        Matrix c = operand(calls, bits, 0, e[0], e[1])) {
                    TileCall call =
                            calls.gemm(
                                    transpose(bits, Form.TRANSPOSE_A),
                                    transpose(bits, Form.TRANSPOSE_B),
                                    e[0],
                                    e[1],
                                    e[2],
                                    2,
                                    a.range,
                                    b.range,
                                    bits % 3 - 1,
                                    c.range);
                    same(shape, call, c);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void trianglesOfSymmetricProducts(Shape shape) {
        for (int bits : forms(Form.COLUMNS | Form.TRANSPOSE_A | Form.UPPER)) {
            for (int[] e : EXTENTS) {
                TileCalls calls = calls(bits == 3, bits);
                try (Matrix a = operand(calls, bits, Form.TRANSPOSE_A, e[1], e[2]);
                        Matrix c = operand(calls, bits, 0, e[1], e[1])) {
                    Triangle triangle = (bits & Form.UPPER) == 0 ? Triangle.LOWER : Triangle.UPPER;
                    Transpose forA = transpose(bits, Form.TRANSPOSE_A);
                    same(shape, calls.syrk(triangle, forA, e[1], e[2], -1, a.range, 2, c.range), c);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void triangularSolves(Shape shape) {
        for (int bits : forms(Form.COLUMNS | Form.TRANSPOSE_A | Form.UPPER | Form.RIGHT)) {
            for (int[] e : EXTENTS) {
                TileCalls calls = calls(bits == 2, bits);
                Side side = (bits & Form.RIGHT) == 0 ? Side.LEFT : Side.RIGHT;
                long n = side == Side.LEFT ? e[2] : e[0];
                try (Matrix a = operand(calls, bits, 0, n, n).strong();
                        Matrix b = operand(calls, bits, 0, e[2], e[0])) {
                    same(
                            shape,
                            calls.trsm(
                                    side,
                                    (bits & Form.UPPER) == 0 ? Triangle.LOWER : Triangle.UPPER,
                                    transpose(bits, Form.TRANSPOSE_A),
                                    Diagonal.STORED,
                                    e[2],
                                    e[0],
                                    2,
                                    a.range,
                                    b.range),
                            b);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void unitDiagonals(Shape shape) {
        TileCalls calls = calls(false, 0);
        for (int n : new int[] {1, 40}) {
            try (Matrix a = operand(calls, 0, 0, n, n);
                    Matrix b = operand(calls, 0, 0, n, 70)) {
                double[] small = a.values();
                for (int i = 0; i < small.length; i++) {
                    small[i] /= 40;
                }
                a.set(small);
                for (Triangle triangle : Triangle.values()) {
                    TileCall call =
                            calls.trsm(
                                    Side.LEFT,
                                    triangle,
                                    Transpose.NO,
                                    Diagonal.UNIT,
                                    n,
                                    70,
                                    1,
                                    a.range,
                                    b.range);
                    same(shape, call, b);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void factorsAndPivots(Shape shape) {
        for (Triangle triangle : Triangle.values()) {
            for (int n : new int[] {1, 37, 133}) {
                TileCalls calls = calls(n == 37 && triangle == Triangle.UPPER, triangle.ordinal());
                try (Matrix a = operand(calls, 0, 0, n, n).strong()) {
                    same(shape, calls.potrf(triangle, n, a.range, 0), a);
                }
            }
        }
        TileCalls calls = calls(false, 0);
        try (Matrix a = operand(calls, 0, 0, 70, 70).strong()) {
            long width = a.buffer.shape().columns();
            a.set((FRAME + 66) * (width + 1), -1);
            run(
                    device,
                    shape.of(TileKernels.DOUBLES.of(TileOperation.POTRF)),
                    calls.potrf(Triangle.LOWER, 70, a.range, 0));
            double[] found = a.values();
            for (int i = 0; i < 70; i++) {
                double pivot = found[(int) ((FRAME + i) * (width + 1))];
                assertEquals(i >= 66, Double.isNaN(pivot), shape + " pivot " + i);
            }
        }
    }

    @Test
    void interchanges() {
        int[] rows = {3, 1, 36, 4};
        for (int bits : new int[] {0, Form.COLUMNS, Form.BACKWARDS}) {
            TileCalls calls = calls(false, bits);
            try (Matrix a = operand(calls, bits, 0, 37, 133);
                    Buffer pivots = platform.buffer(JAVA_INT, rows.length)) {
                for (int i = 0; i < rows.length; i++) {
                    pivots.write().setAtIndex(JAVA_INT, i, rows[i]);
                }
                boolean backwards = (bits & Form.BACKWARDS) != 0;
                same(Shape.OF_DEVICE, calls.laswp(backwards, 37, 133, 4, a.range, pivots.all()), a);
            }
        }
    }

    /** The matrix after each of two ways to treat it is the same. */
    private static void bothWays(Matrix a, Runnable one, Runnable other) {
        double[] before = a.values();
        one.run();
        double[] expected = a.values();
        a.set(before);
        other.run();
        assertArrayEquals(expected, a.values(), 1e-10);
    }

    @Test
    void wholeFactorisationsAreThoseOfTheHost() {
        try (Matrix a = Matrix.of(false, Layout.COLUMNS, 133, 133, false)) {
            bothWays(a, () -> factor(platform.host(), a), () -> factor(device, a));
            double[] values = a.values();
            for (int i = 0; i < 133; i++) {
                for (int j = 0; j < i; j++) {
                    values[i * 133 + j] = values[j * 133 + i] / 133;
                }
                values[i * 133 + i] = 9;
            }
            a.set(values);
            bothWays(a, () -> cholesky(platform.host(), a), () -> cholesky(device, a));
        }
    }

    private static void factor(Domain domain, Matrix a) {
        ColumnBlocks blocks = new ColumnBlocks(a.buffer, 40);
        try (LuFactorization made =
                LuFactorization.of(platform, List.of(domain), blocks, Steps.UNSEEN)) {
            assertTrue(made.panelsOnHost());
        }
    }

    private static void cholesky(Domain domain, Matrix a) {
        try (Stream stream = domain.stream()) {
            PanelPartition parts = PanelPartition.equal(133, 40);
            Cholesky.factor(stream, a.buffer, Layout.ROWS, parts, Steps.UNSEEN);
        }
    }

    @Test
    void aProductOverHostAndDeviceIsThatOfTheHost() {
        try (Matrix a = Matrix.of(false, Layout.ROWS, 70, 37, false);
                Matrix b = Matrix.of(false, Layout.ROWS, 37, 133, false);
                Matrix c = Matrix.of(false, Layout.ROWS, 70, 133, false)) {
            bothWays(
                    c,
                    () -> multiply(List.of(platform.host()), a, b, c),
                    () -> multiply(List.of(platform.host(), device), a, b, c));
        }
    }

    private static void multiply(List<Domain> domains, Matrix a, Matrix b, Matrix c) {
        List<Stream> streams = domains.stream().map(Domain::stream).toList();
        new MatrixMultiplication(70, 133, 37, 32, 48, 37)
                .enqueue(streams, a.buffer, b.buffer, c.buffer);
        streams.forEach(Stream::close);
    }

    @Test
    void whatDoesNotFitIsNoNumberAndNothingElseIsTouched() {
        TileCalls calls = calls(false, 0);
        try (Matrix a = operand(calls, 0, 0, 5, 5);
                Matrix c = operand(calls, 0, 0, 5, 5)) {
            double[] before = c.values();
            TileCall call =
                    calls.gemm(
                            Transpose.NO, Transpose.NO, 5, 6, 5, 1, a.range, a.range, 1, c.range);
            run(device, call.kernel(), call);
            double[] after = c.values();
            int width = (int) c.buffer.shape().columns();
            for (int i = 0; i < after.length; i++) {
                int row = i / width - FRAME;
                int column = i % width - FRAME;
                boolean inside = row >= 0 && row < 5 && column >= 0 && column < 5;
                assertTrue(inside ? Double.isNaN(after[i]) : after[i] == before[i], "at " + i);
            }
        }
    }
}
