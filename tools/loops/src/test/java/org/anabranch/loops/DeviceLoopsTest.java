package org.anabranch.loops;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import org.anabranch.api.Domain;
import org.anabranch.loops.run.LiftedLoops;
import org.anabranch.opencl.OpenClBackend;
import org.anabranch.spi.Backend;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;

/** Plain Java loops on the first OpenCL device, against Java. */
class DeviceLoopsTest {
    private static TestPlatform platform;
    private static Domain device;
    private static Loops loops;

    @BeforeAll
    static void open() {
        OpenClBackend backend = new OpenClBackend(Map.of());
        boolean none = backend.probe().isEmpty();
        if ("required".equals(System.getenv("ANABRANCH_OPENCL"))) {
            assertFalse(none, "OpenCL is required here, but there is no device");
        }
        assumeFalse(none, "no OpenCL device here");
        platform = TestPlatform.start();
        platform.anabranch().framework().registerService(Backend.class, backend, null);
        device = platform.anabranch().domains("opencl", Duration.ofSeconds(60)).getFirst();
        loops = new LiftedLoops(platform.platform()).on(device);
    }

    @AfterAll
    static void close() {
        if (platform != null) {
            platform.close();
        }
    }

    private static float[] floats(int length, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        float[] floats = new float[length];
        for (int i = 0; i < length; i++) {
            floats[i] = (float) random.nextDouble() - 0.5f;
        }
        return floats;
    }

    private static void onDevice(LoopRun run) {
        assertTrue(run.reason().startsWith("on " + device.id() + ":"), run.reason());
    }

    @Test
    @DisplayName("JA-12: a lifted saxpy on a device has Java's bits, at all sizes")
    void saxpy() {
        for (int n : new int[] {1, 2, 63, 64, 65, 4099, 70_000}) {
            float[] x = floats(n, 1);
            float[] y = floats(n, 2);
            float[] expected = y.clone();
            float a = 1.1f;
            for (int i = 0; i < n; i++) {
                expected[i] = a * x[i] + expected[i];
            }
            onDevice(loops.parallelInts(0, n, i -> y[i] = a * x[i] + y[i]));
            assertArrayEquals(expected, y);
        }
    }

    @Test
    @DisplayName("JA-12: the rows of a product, by lanes across the loop inside")
    void product() {
        int n = 67;
        float[] a = floats(n * n, 3);
        float[] b = floats(n * n, 4);
        float[] expected = new float[n * n];
        float[] c = new float[n * n];
        for (int i = 0; i < n; i++) {
            row(n, a, b, expected, i);
        }
        onDevice(loops.parallelInts(0, n, i -> row(n, a, b, c, i)));
        assertArrayEquals(expected, c);
    }

    @Test
    @DisplayName("JA-12: a variable that is one of several arrays, read and written")
    void chosenArrays() {
        int n = 4099;
        float[] a = floats(n, 5);
        float[] b = floats(n, 6);
        float[] expectedA = a.clone();
        float[] expectedB = b.clone();
        for (int i = 0; i < n; i++) {
            turn(expectedA, expectedB, i);
        }
        onDevice(loops.parallelInts(0, n, i -> turn(a, b, i)));
        assertArrayEquals(expectedA, a);
        assertArrayEquals(expectedB, b);
    }

    private static void turn(float[] a, float[] b, int i) {
        float[] now = a[i] > b[i] ? a : b;
        float[] next = a[i] > 0.5f ? b : a;
        for (int k = 0; k < 3; k++) {
            next[i] = now[i] * 0.5f + k;
            float[] held = now;
            now = next;
            next = held;
        }
    }

    private static void row(int n, float[] a, float[] b, float[] c, int i) {
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < n; k++) {
                sum += a[i * n + k] * b[k * n + j];
            }
            c[i * n + j] = sum;
        }
    }

    @Test
    @DisplayName("JA-12: mandelbrot, whose lanes leave their loops at different times")
    void mandelbrot() {
        int n = 53;
        int[] expected = new int[n * n];
        int[] out = new int[n * n];
        for (int i = 0; i < n; i++) {
            escape(n, expected, i);
        }
        onDevice(loops.parallelInts(0, n, i -> escape(n, out, i)));
        assertArrayEquals(expected, out);
    }

    private static void escape(int n, int[] out, int i) {
        for (int j = 0; j < n; j++) {
            float x = 3f * j / n - 2;
            float y = 3f * i / n - 1.5f;
            float re = 0;
            float im = 0;
            int it = 0;
            while (it < 200 && re * re + im * im < 4) {
                float next = re * re - im * im + x;
                im = 2 * re * im + y;
                re = next;
                it++;
            }
            out[i * n + j] = it;
        }
    }

    @Test
    @DisplayName("J08: an iteration that throws does so in Java, with the memory of Java")
    void exceptions() {
        int[] data = new int[1000];
        assertThrows(
                ArrayIndexOutOfBoundsException.class,
                () -> loops.parallelInts(0, 1001, i -> data[i] = i));
        assertEquals(999, data[999]);
        int[] quotients = new int[100];
        assertThrows(
                ArithmeticException.class,
                () -> loops.parallelInts(0, 100, i -> quotients[i] = 1000 / (i - 70) + 1));
        assertEquals(1000 / -1 + 1, quotients[69]);
        assertEquals(0, quotients[71]);
    }

    @Test
    @DisplayName("JA-09: segments, arrays of arrays, and one array under two names")
    void otherMemory() {
        MemorySegment segment = MemorySegment.ofArray(new double[300]);
        onDevice(
                loops.parallel(
                        0, 300, i -> segment.setAtIndex(ValueLayout.JAVA_DOUBLE, i, Math.sqrt(i))));
        assertEquals(Math.sqrt(17), segment.getAtIndex(ValueLayout.JAVA_DOUBLE, 17));
        float[][] rows = new float[20][30];
        onDevice(
                loops.parallelInts(
                        0,
                        20,
                        i -> {
                            for (int j = 0; j < 30; j++) {
                                rows[i][j] = i * 100 + j;
                            }
                        }));
        assertEquals(1911f, rows[19][11]);
        int[] one = new int[50];
        int[] other = one;
        onDevice(loops.parallelInts(0, 50, i -> one[i] = other[i] + i));
        assertEquals(49, one[49]);
    }

    @Test
    @DisplayName("JA-12: arrays of boolean, and rows of them, read and written under conditions")
    void booleans() {
        int n = 1003;
        boolean[] prime = new boolean[n];
        boolean[][] divides = new boolean[7][n];
        Arrays.fill(prime, true);
        onDevice(
                loops.parallelInts(
                        0,
                        n,
                        i -> {
                            for (int d = 2; d < i; d++) {
                                if (i % d == 0) {
                                    prime[i] = false;
                                }
                            }
                        }));
        prime[4] = true; // the program's own between two loops
        onDevice(
                loops.parallelInts(
                        1,
                        7,
                        d -> {
                            for (int i = 0; i < n; i++) {
                                divides[d][i] = prime[i] | i % d == 0;
                            }
                        }));
        for (int i = 2; i < n; i++) {
            boolean isPrime = BigInteger.valueOf(i).isProbablePrime(50);
            assertEquals(isPrime || i == 4, prime[i], "at " + i);
            for (int d = 1; d < 7; d++) {
                assertEquals(prime[i] || i % d == 0, divides[d][i], "at " + d + ", " + i);
            }
        }
    }

    @Test
    @DisplayName("JA-03: what a device does not do exactly runs on the host, with the reason")
    void refusals() {
        double[] sines = new double[100];
        LoopRun run = loops.parallelInts(0, 100, i -> sines[i] = Math.sin(i));
        assertTrue(run.reason().startsWith("on the host, since Math.sin"), run.reason());
        assertEquals(Math.sin(99), sines[99]);
    }

    @Test
    @DisplayName("JA-03: StrictMath has the bits of Java on a device, too")
    void ja03StrictMath() {
        double[] sines = new double[100];
        onDevice(loops.parallelInts(0, 100, i -> sines[i] = StrictMath.sin(i * 1e3)));
        for (int i = 0; i < 100; i++) {
            assertEquals(StrictMath.sin(i * 1e3), sines[i]);
        }
    }

    private static LoopRun histograms(int[] results, int[] given, int size) {
        return loops.parallelInts(
                0,
                results.length,
                i -> {
                    int[] own = new int[size];
                    for (int k = 0; k < 5; k++) {
                        own[given[i + k] & 3] += k + 1;
                    }
                    results[i] = own[0] + 100 * own[1] + 10_000 * own[2] + 1_000_000 * own[3];
                });
    }

    private static LoopRun fixedHistograms(int[] results, int[] given) {
        return loops.parallelInts(
                0,
                results.length,
                i -> {
                    int[] own = new int[4];
                    for (int k = 0; k < 5; k++) {
                        own[given[i + k] & 3] += k + 1;
                    }
                    results[i] = own[0] + 100 * own[1] + 10_000 * own[2] + 1_000_000 * own[3];
                });
    }

    @Test
    @DisplayName("JA-12: arrays that iterations make: on a device with a fixed length, else not")
    void ja12OwnArrays() {
        int n = 1003;
        int[] given = new SplittableRandom(5).ints(n + 5).toArray();
        int[] expected = new int[n];
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < 5; k++) {
                expected[i] += (k + 1) * new int[] {1, 100, 10_000, 1_000_000}[given[i + k] & 3];
            }
        }
        int[] fixed = new int[n];
        onDevice(fixedHistograms(fixed, given));
        assertArrayEquals(expected, fixed);
        int[] sized = new int[n];
        LoopRun run = histograms(sized, given, 4);
        assertTrue(run.reason().startsWith("on the host, since an array"), run.reason());
        assertTrue(run.reason().matches("(?s).*in line \\d+.*"), run.reason());
        assertArrayEquals(expected, sized);
        assertThrows(ArrayIndexOutOfBoundsException.class, () -> histograms(new int[n], given, 2));
        assertThrows(NegativeArraySizeException.class, () -> histograms(new int[n], given, -1));
    }
}
