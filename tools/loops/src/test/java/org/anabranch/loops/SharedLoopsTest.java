package org.anabranch.loops;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Place;
import org.anabranch.loops.run.LiftedLoops;
import org.anabranch.spi.Backend;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Loops that the host shares with two devices of unlike speed, against running in order. */
class SharedLoopsTest {
    private static final int ROUNDS = Integer.getInteger("anabranch.loops.shared", 3);
    private static final int BODIES = 24;

    private static final UnlikeDevices DEVICES = new UnlikeDevices();
    private static TestPlatform platform;
    private static Loops loops;

    @BeforeAll
    static void open() {
        platform = TestPlatform.start();
        platform.anabranch().framework().registerService(Backend.class, DEVICES, null);
        assertEquals(2, platform.anabranch().domains("fake", Duration.ofSeconds(60)).size());
        loops = new LiftedLoops(platform.platform());
    }

    @AfterAll
    static void close() {
        platform.close();
    }

    private static List<Place> places() {
        return List.of(
                platform.platform().host(),
                platform.anabranch().domains("fake", Duration.ofSeconds(60)).getFirst(),
                Place.kind("fake"),
                all());
    }

    /** Returns the host and the devices: as they are named, they share a loop at once. */
    private static Place all() {
        return Place.among(platform.platform().domains());
    }

    private static void shared(LoopRun run) {
        assertTrue(run.reason().startsWith("on the host and "), run.reason());
    }

    @Test
    @DisplayName("JA-14: host and two devices of unlike speed share a loop, each index once")
    void ja14Sharing() {
        int n = 50_000;
        int[] count = new int[n];
        int[] seen = new int[n];
        int[] given = new Random(1).ints(n).toArray();
        long before = DEVICES.indices.get();
        shared(
                loops.on(all())
                        .parallelInts(
                                0,
                                n,
                                i -> {
                                    count[i] += 1;
                                    int x = given[i];
                                    for (int k = 0; k < 500; k++) {
                                        x = x * 31 + k;
                                    }
                                    seen[i] = x;
                                }));
        assertArrayEquals(new int[n], Arrays.stream(count).map(c -> c - 1).toArray());
        long devices = DEVICES.indices.get() - before;
        assertTrue(devices > 0 && devices < n, devices + " of " + n + " on devices");
        for (int i = 0; i < n; i++) {
            int x = given[i];
            for (int k = 0; k < 500; k++) {
                x = x * 31 + k;
            }
            assertEquals(x, seen[i]);
        }
    }

    @Test
    @DisplayName(
            "JA-16: only what iterations read goes to a device, only what they write comes back")
    void ja16ExactRegions() {
        int n = 4096;
        int[] even = new int[2 * n];
        Arrays.setAll(even, i -> -i);
        int[] expected = even.clone();
        long fetched = DEVICES.fetched.get();
        long sent = DEVICES.sent.get();
        Loops devices = loops.on(Place.kind("fake"));
        LoopRun run = devices.parallelInts(0, n, i -> even[2 * i] = i * i);
        assertTrue(run.reason().startsWith("on fake:0, fake:1"), run.reason());
        for (int i = 0; i < n; i++) {
            expected[2 * i] = i * i;
        }
        assertArrayEquals(expected, even);
        assertEquals(4L * n, DEVICES.fetched.get() - fetched);
        assertEquals(0, DEVICES.sent.get() - sent, "what is written only is not sent");
    }

    private static void product(int n, float[] a, float[] b, float[] c, int i) {
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < n; k++) {
                sum += a[i * n + k] * b[k * n + j];
            }
            c[i * n + j] = sum;
        }
    }

    @Test
    @DisplayName(
            "JA-16: rows that loops in loops fill are exact: they are not sent, and are shared")
    void ja16LoopsInLoops() {
        int n = 64;
        float[] a = new float[n * n];
        float[] b = new float[n * n];
        for (int e = 0; e < n * n; e++) {
            a[e] = e % 7;
            b[e] = e % 5;
        }
        float[] expected = new float[n * n];
        for (int i = 0; i < n; i++) {
            product(n, a, b, expected, i);
        }
        for (Place place : places()) {
            float[] c = new float[n * n];
            float[] first = a.clone();
            float[] second = b.clone();
            long sent = DEVICES.sent.get();
            LoopRun run = loops.on(place).parallelInts(0, n, i -> product(n, first, second, c, i));
            assertArrayEquals(expected, c, run.reason());
            if (run.reason().startsWith("on fake:0:")) {
                assertEquals(8L * n * n, DEVICES.sent.get() - sent, "the result is not sent");
            }
        }
    }

    @Test
    @DisplayName("JA-15: what a loop left on a device is used there unless the program changed it")
    void ja15Residence() {
        int n = 4096;
        float[] x = new float[n];
        float[] y = new float[n];
        Arrays.fill(x, 1.5f);
        Loops device = loops.on(places().get(1));
        device.parallelInts(0, n, i -> y[i] = x[i] * 2);
        long sent = DEVICES.sent.get();
        device.parallelInts(0, n, i -> y[i] = y[i] + x[i] * 3);
        assertEquals(sent, DEVICES.sent.get(), "both were there");
        x[17] = 8;
        y[4000] = -1;
        device.parallelInts(0, n, i -> y[i] = y[i] + x[i]);
        assertTrue(DEVICES.sent.get() > sent);
        for (int i = 0; i < n; i++) {
            float seven = i == 17 ? 7.5f + 8 : i == 4000 ? 0.5f : 9;
            assertEquals(seven, y[i], "at " + i);
        }
    }

    @Test
    @DisplayName("JA-15: segments stay on a device, too, also as other slices of the same memory")
    void ja15ResidenceOfSegments() {
        int n = 4096;
        try (Arena arena = Arena.ofShared()) {
            MemorySegment memory = arena.allocate(ValueLayout.JAVA_INT, n);
            Loops device = loops.on(places().get(1));
            long sent = 0;
            for (int call = 0; call < 3; call++) {
                MemorySegment slice = memory.asSlice(0);
                LoopRun run =
                        device.parallel(
                                0,
                                n,
                                i -> {
                                    int old = slice.getAtIndex(ValueLayout.JAVA_INT, i);
                                    slice.setAtIndex(ValueLayout.JAVA_INT, i, 2 * old + 1);
                                });
                assertTrue(run.reason().startsWith("on fake:"), run.reason());
                assertTrue(call == 0 || DEVICES.sent.get() == sent, "it was there");
                sent = DEVICES.sent.get();
            }
            memory.setAtIndex(ValueLayout.JAVA_INT, 5, 100);
            device.parallel(
                    0,
                    n,
                    i -> {
                        int old = memory.getAtIndex(ValueLayout.JAVA_INT, i);
                        memory.setAtIndex(ValueLayout.JAVA_INT, i, old + 1);
                    });
            assertTrue(DEVICES.sent.get() > sent, "it was changed");
            assertEquals(101, memory.getAtIndex(ValueLayout.JAVA_INT, 5));
            assertEquals(8, memory.getAtIndex(ValueLayout.JAVA_INT, 4095));
        }
    }

    @Test
    @DisplayName("JA-12: rows, neighbours, segments and conditions, shared")
    void ja12Shapes() {
        int n = 130;
        float[][] in = new float[n][n];
        float[][] out = new float[n][n];
        Random random = new Random(2);
        for (float[] row : in) {
            for (int j = 0; j < n; j++) {
                row[j] = random.nextFloat();
            }
        }
        Loops all = loops.on(all());
        shared(
                all.parallelInts(
                        1,
                        n - 1,
                        i -> {
                            for (int j = 1; j < n - 1; j++) {
                                out[i][j] = in[i - 1][j] + in[i + 1][j] + in[i][j - 1];
                            }
                        }));
        MemorySegment flags = MemorySegment.ofArray(new int[n]);
        shared(
                all.parallel(
                        0,
                        n,
                        i -> {
                            if (out[(int) i][5] > 1.5f) {
                                flags.setAtIndex(ValueLayout.JAVA_INT, i, (int) i);
                            }
                        }));
        for (int i = 1; i < n - 1; i++) {
            for (int j = 1; j < n - 1; j++) {
                assertEquals(in[i - 1][j] + in[i + 1][j] + in[i][j - 1], out[i][j]);
            }
            int flag = flags.getAtIndex(ValueLayout.JAVA_INT, i);
            assertEquals(out[i][5] > 1.5f ? i : 0, flag);
        }
    }

    @Test
    @DisplayName("JA-12: arrays of boolean that host and devices write side by side")
    void ja12Booleans() {
        int n = 50_000;
        boolean[] flags = new boolean[n];
        boolean[] given = new boolean[n];
        for (int i = 0; i < n; i++) {
            flags[i] = i % 3 == 0;
            given[i] = i % 5 == 0;
        }
        boolean[] expected = flags.clone();
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < n; i++) {
                expected[i] ^= given[i];
            }
            shared(loops.on(all()).parallelInts(0, n, i -> flags[i] = flags[i] ^ given[i]));
            assertArrayEquals(expected, flags);
            given[101 * round + 1] ^= true;
        }
    }

    @Test
    @DisplayName("JA-14: anywhere, a device is tried with a piece, and each index runs once")
    void ja14TrialsOfPieces() {
        int n = 50_000;
        int[] count = new int[n];
        long before = DEVICES.indices.get();
        int calls = 0;
        while (DEVICES.indices.get() == before) {
            LoopRun run =
                    loops.on(Place.anywhere())
                            .parallelInts(
                                    0,
                                    n,
                                    i -> {
                                        int x = count[i];
                                        for (int k = 0; k < 500; k++) {
                                            x = x * 31 + k;
                                        }
                                        count[i] = x * 0 + count[i] + 1;
                                    });
            assertTrue(run.parallel(), run::toString);
            calls++;
            int expected = calls;
            assertTrue(Arrays.stream(count).allMatch(c -> c == expected), "call " + calls);
        }
    }

    @Test
    @DisplayName("JA-14: a trial of a loop that may throw leaves what running in order leaves")
    void ja14TrialsOfFaultyLoops() {
        int n = 20_000;
        int[] divisors = new int[n];
        Arrays.fill(divisors, 3);
        int[] count = new int[n];
        IntBody body =
                i -> {
                    count[i]++;
                    int x = i;
                    for (int k = 0; k < 500; k++) {
                        x = x * 31 / divisors[i];
                    }
                    count[i] += x & 0;
                };
        long before = DEVICES.indices.get();
        int calls = 0;
        while (DEVICES.indices.get() == before) {
            loops.on(Place.anywhere()).parallelInts(0, n, body);
            calls++;
        }
        divisors[n / 2] = 0;
        for (int call = 0; call < 10; call++) {
            assertThrows(
                    ArithmeticException.class,
                    () -> loops.on(Place.anywhere()).parallelInts(0, n, body));
        }
        for (int i = 0; i < n; i++) {
            assertEquals(calls + (i <= n / 2 ? 10 : 0), count[i], "index " + i);
        }
    }

    /** One field that a body reads; its class decides what an iteration does. */
    private static class Step {
        int of(int x) {
            return x + 1;
        }

        void run(Loops device, int[] a) {
            device.parallelInts(0, a.length, i -> a[i] = of(i));
        }
    }

    private static final class Leap extends Step {
        @Override
        int of(int x) {
            return x + 100;
        }
    }

    @Test
    @DisplayName("JA-12: the kernel of one lambda is another one for receivers of other classes")
    void ja12KernelsByReceiver() {
        Loops device = loops.on(places().get(1));
        int[] one = new int[64];
        int[] other = new int[64];
        new Step().run(device, one);
        new Leap().run(device, other);
        assertEquals(1, one[0]);
        assertEquals(100, other[0]);
    }

    @Test
    @DisplayName("J08: a fault on a device or the host leaves what running in order leaves")
    void j08Faults() {
        for (Place place : places()) {
            for (int bad : new int[] {0, 1, 700, 998, 999}) {
                int[] divisors = new int[1000];
                Arrays.fill(divisors, 3);
                divisors[bad] = 0;
                int[] a = new int[1000];
                int[] count = new int[1000];
                ArithmeticException thrown =
                        assertThrows(
                                ArithmeticException.class,
                                () ->
                                        loops.on(place)
                                                .parallelInts(
                                                        0,
                                                        1000,
                                                        i -> {
                                                            count[i]++;
                                                            a[i] = i / divisors[i];
                                                        }));
                String message = thrown.getMessage(); // hot code throws without one
                assertTrue(message == null || message.equals("/ by zero"), message);
                for (int i = 0; i < 1000; i++) {
                    assertEquals(i <= bad ? 1 : 0, count[i], "index " + i + ", bad " + bad);
                    assertEquals(i < bad ? i / 3 : 0, a[i]);
                }
            }
        }
    }

    @Test
    @DisplayName("JA-12: random loops have the bits of running in order, wherever they run")
    void ja12RandomLoops() throws Exception {
        int apart = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long seed = 5000L + round;
            String source = new RandomBodies(seed).source("Spread", BODIES, false);
            Method bodies =
                    Arrays.stream(Compilers.values()[round % 4].load("Spread", source).getMethods())
                            .filter(method -> method.getName().equals("body"))
                            .findFirst()
                            .orElseThrow();
            for (int k = 0; k < BODIES; k++) {
                for (Place place : places()) {
                    apart += same(bodies, k, seed * BODIES + k, place) ? 1 : 0;
                }
            }
        }
        assertTrue(apart > ROUNDS * 4, "only " + apart + " ran on devices");
    }

    private static boolean same(Method bodies, int k, long seed, Place place) throws Exception {
        Random random = new Random(seed);
        int n = 1 + random.nextInt(60);
        int m = random.nextInt(6);
        boolean alias = random.nextInt(4) == 0;
        BodyData expected = BodyData.of(seed, alias);
        BodyData found = BodyData.of(seed, alias);
        String thrown = null;
        LongBody inOrder = expected.body(bodies, k, n, m);
        try {
            for (int i = 0; i < n; i++) {
                inOrder.run(i);
            }
        } catch (RuntimeException failure) {
            thrown = failure.getClass().getName();
        }
        String also = null;
        String where = "";
        try {
            where = loops.on(place).parallel(0, n, found.body(bodies, k, n, m)).reason();
        } catch (RuntimeException failure) {
            also = failure.getClass().getName();
        }
        String what = "seed %d body %d on %s: %s".formatted(seed, k, place, where);
        assertEquals(thrown, also, what);
        BodyData.same(expected, found, () -> what);
        return where.startsWith("on fake") || where.startsWith("on the host and");
    }
}
