package org.anabranch.loops;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Domain;
import org.anabranch.api.Place;
import org.anabranch.loops.run.LiftedLoops;
import org.anabranch.opencl.OpenClBackend;
import org.anabranch.spi.Backend;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Random sequences of loops in random places, with scopes that keep random memory, against plain
 * Java.
 */
final class RandomKeptTest {
    private static final int ROUNDS = Integer.getInteger("anabranch.loops.kept", 15);
    private static final int STEPS = 40;
    private static final int N = 64;

    private static final UnlikeDevices DEVICES = new UnlikeDevices();
    private static TestPlatform platform;
    private static final List<Place> PLACES = new ArrayList<>();

    /** The memory of a program. */
    private record Data(int[] a, int[] b, int[] index, boolean[] flags, int[][] matrix) {
        static Data of(Random random) {
            int[][] matrix = new int[8][N];
            Arrays.setAll(matrix, row -> random.ints(N, 0, 100).toArray());
            boolean[] flags = new boolean[N];
            int[] index = random.ints(N, 0, N).toArray();
            return new Data(
                    random.ints(N, 0, 100).toArray(),
                    random.ints(N, 0, 100).toArray(),
                    index,
                    flags,
                    matrix);
        }

        List<Object> roots() {
            return List.of(a, b, index, flags, matrix, matrix[2]);
        }

        String text() {
            return Arrays.toString(a)
                    + Arrays.toString(b)
                    + Arrays.toString(index)
                    + Arrays.toString(flags)
                    + Arrays.deepToString(matrix);
        }
    }

    @BeforeAll
    static void open() {
        platform = TestPlatform.start();
        platform.anabranch().framework().registerService(Backend.class, DEVICES, null);
        List<Domain> fakes = platform.anabranch().domains("fake", Duration.ofSeconds(60));
        Domain host = platform.platform().host();
        PLACES.addAll(List.of(host, fakes.get(0), fakes.get(0), fakes.get(1), Place.kind("fake")));
        PLACES.add(Place.among(List.of(host, fakes.get(0), fakes.get(1))));
        PLACES.add(Place.anywhere());
        OpenClBackend backend = new OpenClBackend(Map.of());
        if (!backend.probe().isEmpty()) {
            platform.anabranch().framework().registerService(Backend.class, backend, null);
            Domain device =
                    platform.anabranch().domains("opencl", Duration.ofSeconds(120)).getFirst();
            PLACES.addAll(List.of(device, device));
        }
    }

    @AfterAll
    static void close() {
        platform.close();
    }

    private static final int BODIES = 12;

    /** One of some loops over the data; {@code k} is a captured number. */
    private static IntBody body(Data d, int which, int k) {
        int[] a = d.a;
        int[] b = d.b;
        int[] index = d.index;
        boolean[] flags = d.flags;
        int[][] matrix = d.matrix;
        int[] row = d.matrix[2];
        return switch (which) {
            case 0 -> i -> a[i] = a[i] * 3 + k;
            case 1 -> i -> b[i] = a[i] + b[N - 1 - i] * 0;
            case 2 -> i -> b[i] = k;
            case 3 -> i -> a[index[i]] = i; // mostly not independent
            case 4 -> i -> index[i] = (i + k) % N; // then it is
            case 5 -> i -> a[i] = i == 0 ? k : a[i - 1] + 1;
            case 6 -> i -> flags[i] = a[i] > b[i];
            case 7 -> i -> a[i] = flags[i] ? b[i] : a[i];
            case 8 -> i -> matrix[i & 7][i] = a[i] + k;
            case 9 -> i -> row[i] = row[i] + k;
            case 10 -> i -> a[i] = 1000 / (b[i] - k); // may throw
            default -> i -> b[0] += a[i];
        };
    }

    private static String inOrder(IntBody body) {
        try {
            for (int i = 0; i < N; i++) {
                body.run(i);
            }
            return "";
        } catch (ArithmeticException thrown) {
            return "thrown";
        }
    }

    private static String run(Loops loops, IntBody body) {
        try {
            loops.parallelInts(0, N, body);
            return "";
        } catch (ArithmeticException thrown) {
            return "thrown";
        }
    }

    @Test
    void sequencesOfLoopsDoWhatJavaDoes() {
        long before = DEVICES.indices.get();
        for (int round = 0; round < ROUNDS; round++) {
            sequence(new LiftedLoops(platform.platform()), 77L + round);
        }
        assertTrue(DEVICES.indices.get() - before > (long) ROUNDS * N, "few loops ran on devices");
    }

    /** Writes as a program does between loops. */
    private static void change(Random random, Data expected, Data found) {
        int at = random.nextInt(N);
        expected.a[at] = found.a[at] = at;
        expected.index[at] = found.index[at] = random.nextInt(N);
        expected.matrix[2][at] = found.matrix[2][at] = -at;
    }

    private static void sequence(Loops loops, long seed) {
        Random random = new Random(seed);
        Data expected = Data.of(new Random(seed));
        Data found = Data.of(new Random(seed));
        Deque<Kept> scopes = new ArrayDeque<>();
        for (int step = 0; step < STEPS; step++) {
            String what = "seed " + seed + " step " + step;
            switch (random.nextInt(9)) {
                case 0 -> {
                    List<Object> some = new ArrayList<>(found.roots());
                    Collections.shuffle(some, random);
                    scopes.push(loops.keep(some.subList(0, random.nextInt(4)).toArray()));
                }
                case 1 -> {
                    if (!scopes.isEmpty()) {
                        scopes.pop().close();
                    }
                }
                case 2 -> {
                    scopes.forEach(Kept::fetch);
                    assertEquals(expected.text(), found.text(), what);
                    change(random, expected, found);
                    scopes.forEach(Kept::update);
                }
                default -> {
                    int which = random.nextInt(BODIES);
                    int k = random.nextInt(100);
                    Loops there = loops.on(PLACES.get(random.nextInt(PLACES.size())));
                    assertEquals(
                            inOrder(body(expected, which, k)),
                            run(there, body(found, which, k)),
                            what);
                }
            }
        }
        scopes.forEach(Kept::close);
        assertEquals(expected.text(), found.text(), "seed " + seed);
        assertArrayEquals(expected.a, found.a);
    }
}
