package org.anabranch.loops.emit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.loops.IntBody;
import org.anabranch.loops.LoopRun;
import org.anabranch.loops.Loops;
import org.anabranch.loops.ir.PureFunction;
import org.anabranch.loops.run.LiftedLoops;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

import java.util.SplittableRandom;
import java.util.stream.DoubleStream;

/** Methods of {@code StrictMath} on a device: not one bit differs from the virtual machine's. */
class StrictMathTest {
    private static final boolean NIGHTLY = Boolean.getBoolean("anabranch.nightly");
    private static final int COUNT = NIGHTLY ? 2_000_003 : 20_003;
    private static final double[] EDGES = {
        0.0,
        -0.0,
        1,
        -1,
        0.5,
        -0.5,
        2,
        -2,
        3,
        22,
        -22,
        709.782712893384,
        709.8,
        -745.1332191019411,
        -745.2,
        710.4758600739439,
        1e-300,
        1e-9,
        2.2e-8,
        1e22,
        1e300,
        823549.0,
        823550.0,
        0x1p31,
        Math.PI,
        Math.PI / 2,
        Math.PI / 4,
        3 * Math.PI / 4,
        1024,
        -1075,
        0x1p-1022,
        0x1p53,
        0x1p64,
        Double.MIN_VALUE,
        -Double.MIN_VALUE,
        Double.MAX_VALUE,
        -Double.MAX_VALUE,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.NaN
    };

    @ParameterizedTest
    @EnumSource(value = PureFunction.class, mode = Mode.MATCH_ALL, names = "STRICT_.*")
    void ja12EachMethodIsLifted(PureFunction function) {
        assertEquals("", StrictText.obstacle(function));
    }

    @Test
    @DisplayName("JA-12: trigonometric methods have Java's bits on a device")
    void ja12Trigonometric() throws Exception {
        check(
                (x, y, to) ->
                        i -> {
                            to[0][i] = StrictMath.sin(x[i]);
                            to[1][i] = StrictMath.cos(x[i]);
                            to[2][i] = StrictMath.tan(x[i]);
                            to[3][i] = StrictMath.asin(x[i]);
                            to[4][i] = StrictMath.acos(x[i]);
                            to[5][i] = StrictMath.atan(x[i]);
                            to[6][i] = StrictMath.atan2(x[i], y[i]);
                        });
    }

    @Test
    @DisplayName("JA-12: exponential methods have Java's bits on a device")
    void ja12Exponential() throws Exception {
        check(
                (x, y, to) ->
                        i -> {
                            to[0][i] = StrictMath.exp(x[i]);
                            to[1][i] = StrictMath.expm1(x[i]);
                            to[2][i] = StrictMath.log(x[i]);
                            to[3][i] = StrictMath.log1p(x[i]);
                            to[4][i] = StrictMath.log10(x[i]);
                            to[5][i] = StrictMath.pow(x[i], y[i]);
                            to[6][i] = StrictMath.cbrt(x[i]);
                        });
    }

    @Test
    @DisplayName("JA-12: hyperbolic methods have Java's bits on a device, in a branch, too")
    void ja12Hyperbolic() throws Exception {
        check(
                (x, y, to) ->
                        i -> {
                            to[0][i] = StrictMath.sinh(x[i]);
                            to[1][i] = StrictMath.cosh(x[i]);
                            to[2][i] = StrictMath.tanh(x[i]);
                            to[3][i] = StrictMath.hypot(x[i], y[i]);
                            if (x[i] > 0) {
                                to[4][i] = StrictMath.log(x[i]) + StrictMath.sqrt(x[i]);
                            }
                        });
    }

    @Test
    @DisplayName("methods of Math run on a device only as far as the program allows")
    void ja12MathWithinUlps() throws Exception {
        double[] x = new double[4001];
        for (int i = 0; i < x.length; i++) {
            x[i] = i * 0.01;
        }
        double[] y = new double[x.length];
        IntBody body = i -> y[i] = Math.pow(x[i], 1.5) + Math.exp(Math.sin(x[i]));
        try (OpenClRun device = new OpenClRun()) {
            Loops loops = new LiftedLoops(device.platform()).on(device.domain());
            String exact = loops.parallelInts(0, x.length, body).reason();
            assertTrue(exact.contains("Math.pow of a device differs"), exact);
            double[] java = y.clone();
            String few = loops.withinUlps(16).parallelInts(0, x.length, body).reason();
            assertTrue(few.contains("Math.pow of a device differs"), few);
            String enough = loops.withinUlps(17).parallelInts(0, x.length, body).reason();
            assertTrue(enough.startsWith("on opencl"), enough);
            for (int i = 0; i < x.length; i++) {
                assertEquals(java[i], y[i], 40 * Math.ulp(java[i]), "" + x[i]);
            }
            assertThrows(IllegalArgumentException.class, () -> loops.withinUlps(-1));
        }
    }

    private interface Methods {
        IntBody body(double[] x, double[] y, double[][] to);
    }

    private static void check(Methods methods) throws Exception {
        double[] x = numbers(1);
        double[] y = numbers(2);
        double[][] expected = new double[7][COUNT];
        IntBody java = methods.body(x, y, expected);
        for (int i = 0; i < COUNT; i++) {
            java.run(i);
        }
        double[][] actual = new double[7][COUNT];
        try (OpenClRun device = new OpenClRun()) {
            LoopRun run =
                    new LiftedLoops(device.platform())
                            .on(device.domain())
                            .parallelInts(0, COUNT, methods.body(x, y, actual));
            assertTrue(run.reason().startsWith("on opencl"), run.reason());
        }
        for (int row = 0; row < expected.length; row++) {
            assertArrayEquals(bits(expected[row]), bits(actual[row]), "row " + row);
        }
    }

    private static long[] bits(double[] values) {
        return DoubleStream.of(values).mapToLong(Double::doubleToLongBits).toArray();
    }

    /** Edges, their neighbours, and numbers of all exponents and of those that matter most. */
    private static double[] numbers(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] numbers = new double[COUNT];
        for (int i = 0; i < COUNT; i++) {
            double edge = EDGES[random.nextInt(EDGES.length)];
            numbers[i] =
                    switch (random.nextInt(8)) {
                        case 0 -> edge;
                        case 1 -> random.nextBoolean() ? Math.nextUp(edge) : Math.nextDown(edge);
                        case 2 -> Double.longBitsToDouble(random.nextLong());
                        case 3 -> random.nextInt(-1100, 1100);
                        case 4 -> random.nextInt(1 << 22) * (Math.PI / 4);
                        case 5 -> random.nextDouble(-1, 1);
                        case 6 -> random.nextDouble(-750, 750);
                        default -> Math.scalb(random.nextDouble(-1, 1), random.nextInt(-40, 1000));
                    };
        }
        return numbers;
    }
}
