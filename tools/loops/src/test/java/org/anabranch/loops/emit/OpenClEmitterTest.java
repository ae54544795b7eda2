package org.anabranch.loops.emit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.LoopBody;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Bodies in OpenCL C against Java's own operators: not one bit differs. */
class OpenClEmitterTest {
    private static final boolean NIGHTLY = Boolean.getBoolean("anabranch.nightly");
    private static final int BODIES =
            Integer.getInteger("anabranch.loops.bodies", NIGHTLY ? 64 : 8);
    private static final int KERNELS =
            Integer.getInteger("anabranch.loops.random", NIGHTLY ? 1_000_000 : 32) / BODIES;
    private static final long FIRST = Long.getLong("anabranch.loops.seed", 0);

    /** Kernels stay loaded as long as their platform is there. */
    private static final int KERNELS_OF_A_PLATFORM = 200;

    private static final int ITERATIONS = 67;
    private static final int NESTED = NIGHTLY ? 2000 : 12;

    @Test
    @DisplayName("JA-12: random bodies of all types, scalar and with lanes, have Java's bits")
    void randomBodiesHaveTheBitsOfJava() throws Exception {
        for (int from = 0; from < KERNELS; from += KERNELS_OF_A_PLATFORM) {
            try (OpenClRun device = new OpenClRun()) {
                for (int n = from; n < Math.min(KERNELS, from + KERNELS_OF_A_PLATFORM); n++) {
                    try {
                        check(device, FIRST + n, n);
                    } catch (AssertionError | Exception failure) {
                        throw new AssertionError("seed " + (FIRST + n), failure);
                    }
                }
            }
            if (KERNELS > KERNELS_OF_A_PLATFORM) {
                System.out.println(
                        "%d of %d kernels of %d bodies"
                                .formatted(from + KERNELS_OF_A_PLATFORM, KERNELS, BODIES));
            }
        }
    }

    @Test
    @DisplayName("JA-12: loops inside with several vectors side by side have Java's bits")
    void ja12VectorsSideBySide() throws Exception {
        int side = 0;
        try (OpenClRun device = new OpenClRun()) {
            for (int next = 0; side < NESTED; next++) {
                int seed = next;
                RandomBody random = new RandomBody(new SplittableRandom(seed), ITERATIONS, 1);
                LoopBody body = random.nested();
                EmitOptions options = EmitOptions.scalar().innerLanes(4 << seed % 3, all -> true);
                KernelText text = OpenClEmitter.emit(body, options.proved(seed % 2 == 0));
                if (!text.code().text().contains("_c1")) {
                    continue;
                }
                side++;
                Map<Local, Object> actual = random.values(1);
                Map<Local, Object> expected = RandomBody.copy(actual);
                new JavaBody(body, expected).run(0);
                assertEquals(-1, device.run(text, actual, 0, 1));
                compare(expected, actual, text);
            }
        }
    }

    @Test
    @DisplayName("JA-12: work-items for iterations of a loop inside have Java's bits")
    void ja12CollapsedLoops() throws Exception {
        try (OpenClRun device = new OpenClRun()) {
            int collapsed = 0;
            for (int next = 0; collapsed < NESTED; next++) {
                int seed = next;
                RandomBody random = new RandomBody(new SplittableRandom(seed), ITERATIONS, 1);
                LoopBody body = random.nested();
                if (OpenClEmitter.collapsible(body).isEmpty()) {
                    continue; // an iteration inside ends the whole
                }
                collapsed++;
                EmitOptions.Collapse way = EmitOptions.Collapse.values()[1 + seed % 2];
                EmitOptions options = EmitOptions.scalar().collapse(way).proved(seed % 4 < 2);
                KernelText text = OpenClEmitter.emit(body, options);
                assertTrue(text.isCollapsed(), () -> text.code().text());
                Map<Local, Object> actual = random.values(1);
                Map<Local, Object> expected = RandomBody.copy(actual);
                new JavaBody(body, expected).run(0);
                assertEquals(-1, device.width(ITERATIONS).run(text, actual, 0, 1));
                compare(expected, actual, text);
            }
        }
    }

    @Test
    @DisplayName("JA-12: seed 144, where a driver made anything of rint of a large constant")
    void largeConstantsAreRounded() throws Exception {
        try (OpenClRun device = new OpenClRun()) {
            check(device, 144, 144);
        }
    }

    static void check(OpenClRun device, long seed, int number) throws Exception {
        RandomBody random = new RandomBody(new SplittableRandom(seed), ITERATIONS, BODIES);
        LoopBody body = random.body();
        Map<Local, Object> values = random.values(BODIES);
        Map<Local, Object> expected = RandomBody.copy(values);
        JavaBody java = new JavaBody(body, expected);
        for (int i = 0; i < ITERATIONS; i++) {
            java.run(i);
        }
        EmitOptions options = EmitOptions.scalar();
        if (number % 2 == 0) {
            options = options.proved(true);
        }
        int lanes = number % 4 == 0 ? 1 : number % 4 == 3 ? 4 : 16;
        KernelText text = OpenClEmitter.emit(body, options.lanes(lanes));
        Map<Local, Object> actual = RandomBody.copy(values);
        int cut = Math.floorMod(seed, ITERATIONS) + 1;
        assertEquals(-1, device.run(text, actual, 0, ITERATIONS, cut));
        compare(expected, actual, text);
    }

    private static void compare(
            Map<Local, Object> expected, Map<Local, Object> actual, KernelText text) {
        for (Local local : expected.keySet()) {
            List<?> right = list(expected.get(local));
            List<?> told = list(actual.get(local));
            for (int e = 0; e < right.size(); e++) {
                if (!right.get(e).equals(told.get(e))) {
                    String place =
                            local
                                    + "["
                                    + e
                                    + "]: body "
                                    + e / ITERATIONS
                                    + ", iteration "
                                    + e % ITERATIONS;
                    throw new AssertionError(
                            place
                                    + ": "
                                    + right.get(e)
                                    + " in Java, "
                                    + told.get(e)
                                    + "\n"
                                    + text.code().text());
                }
            }
        }
    }

    /** Boxed: NaNs are equal to each other, zeros of different sign are not. */
    static List<?> list(Object value) {
        return switch (value) {
            case boolean[] a -> IntStream.range(0, a.length).mapToObj(i -> a[i]).toList();
            case byte[] a -> IntStream.range(0, a.length).mapToObj(i -> a[i]).toList();
            case char[] a -> IntStream.range(0, a.length).mapToObj(i -> a[i]).toList();
            case short[] a -> IntStream.range(0, a.length).mapToObj(i -> a[i]).toList();
            case int[] a -> Arrays.stream(a).boxed().toList();
            case long[] a -> Arrays.stream(a).boxed().toList();
            case float[] a -> IntStream.range(0, a.length).mapToObj(i -> a[i]).toList();
            case double[] a -> Arrays.stream(a).boxed().toList();
            default -> List.of(value);
        };
    }
}
