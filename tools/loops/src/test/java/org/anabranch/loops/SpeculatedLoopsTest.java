package org.anabranch.loops;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.loops.device.Iterations;
import org.anabranch.loops.lift.BodyRefusal;
import org.anabranch.loops.lift.BodyResolver;
import org.anabranch.loops.lift.Lifted;
import org.anabranch.loops.lift.Lifter;
import org.anabranch.loops.lift.Revealed;
import org.anabranch.loops.nest.Inputs;
import org.anabranch.loops.nest.Judgement;
import org.anabranch.loops.run.LiftedLoops;
import org.anabranch.loops.speculate.LoopMode;
import org.anabranch.loops.speculate.SpeculatedLoop;
import org.anabranch.loops.speculate.SpeculatedRun;
import org.anabranch.loops.speculate.SpeculationFigures;
import org.anabranch.loops.speculate.SpeculationTuning;
import org.anabranch.loops.speculate.SpeculativeCall;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Random;

/** Speculated loops: bits, memory and exceptions of running in order, and the number of rounds. */
class SpeculatedLoopsTest {
    private static final int BODIES = 250;
    private static final int DATA = 20;
    private static final int ROUNDS =
            Integer.getInteger(
                    "anabranch.loops.rounds", Boolean.getBoolean("anabranch.nightly") ? 10 : 1);
    private static final long FIRST = Long.getLong("anabranch.loops.seed", 9000);
    private static final int CALLS = 5000;

    private static TestPlatform platform;

    private int speculated;
    private int threw;
    private int obstacles;
    private long again;
    private long inJava;

    @BeforeAll
    static void start() {
        System.setProperty(SpeculativeCall.PROPERTY, "true");
        platform = TestPlatform.start();
    }

    @AfterAll
    static void stop() {
        System.clearProperty(SpeculativeCall.PROPERTY);
        platform.close();
    }

    private static SpeculationTuning tuning(int cap, int window, int log) {
        return new SpeculationTuning(
                cap, window, 1, window, log, log, 1 << 30, 10_000, 0, Long.MAX_VALUE);
    }

    /** Random limits: restart or selective, windows of 1 to 64, logs of 1 to 8 or as suggested. */
    private static SpeculationTuning random(Random random) {
        int log = random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(8);
        int longest = random.nextInt(4) == 0 ? 1 + random.nextInt(8) : 1 << 30;
        int window = 1 + random.nextInt(64);
        return new SpeculationTuning(
                random.nextBoolean() ? 8 : random.nextInt(3),
                1 + random.nextInt(window),
                1,
                window,
                log,
                log,
                longest,
                1 + random.nextInt(1000),
                0,
                Long.MAX_VALUE);
    }

    private static SpeculatedLoop loop(LongBody body, int n, boolean counts) {
        Revealed revealed = BodyResolver.open(body, "J");
        Lifted lifted = Lifter.lift(revealed);
        Inputs inputs = new Inputs(lifted, revealed.captured());
        SpeculatedLoop loop = new SpeculatedLoop(lifted, inputs);
        if (loop.obstacle() == null) {
            loop.prepare(
                    counts
                            ? Judgement.of(lifted.body(), inputs, 0, n).nest()::isCounted
                            : label -> false);
        }
        return loop;
    }

    private static SpeculationFigures speculate(LongBody body, int n, SpeculationTuning tuning) {
        SpeculatedLoop loop = loop(body, n, true);
        assertEquals(null, loop.obstacle());
        SpeculatedRun run = new SpeculatedRun(platform.platform(), loop, inOrder(body), tuning);
        run.run(0, n);
        return run.figures();
    }

    private static Iterations inOrder(LongBody body) {
        return (low, high, done) -> {
            for (long i = low; i < high; i++) {
                done[0] = i;
                body.run(i);
            }
            done[0] = high;
        };
    }

    /** Returns the exception that running throws, or the empty string. */
    private static String thrown(Iterations iterations, int n) {
        long[] done = new long[1];
        try {
            iterations.run(0, n, done);
            return "";
        } catch (IllegalStateException failure) {
            return failure.toString();
        } catch (RuntimeException failure) {
            // compiled code may throw an exception of the virtual machine without a text
            return failure.getClass().getName();
        }
    }

    @Test
    @DisplayName("JA-17: random bodies have the bits, memory and exceptions of running in order")
    void ja17RandomBodies() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            long seed = FIRST + round;
            String source = new RandomBodies(seed).source("Plain", BODIES, false);
            Method method =
                    Arrays.stream(Compilers.values()[round % 4].load("Plain", source).getMethods())
                            .filter(one -> one.getName().equals("body"))
                            .findFirst()
                            .orElseThrow();
            for (int call = 0; call < BODIES * DATA; call++) {
                check(method, call, seed);
            }
        }
        System.out.printf(
                "%d speculated, %d threw, %d obstacles, %d iterations again, %d in Java%n",
                speculated, threw, obstacles, again, inJava);
        assertTrue(speculated > obstacles && threw > 0 && again > 0 && inJava > 0);
    }

    private void check(Method method, int call, long seed) throws Exception {
        Random random = new Random(seed * BODIES * DATA + call);
        int n = 1 + random.nextInt(60);
        int m = random.nextInt(6);
        int k = call % BODIES;
        long data = random.nextLong();
        boolean alias = random.nextInt(4) == 0;
        BodyData expected = BodyData.of(data, alias);
        String thrown = thrown(inOrder(expected.body(method, k, n, m)), n);
        BodyData found = BodyData.of(data, alias);
        LongBody body = found.body(method, k, n, m);
        SpeculatedLoop loop;
        try {
            loop = loop(body, n, call % 16 == 0);
        } catch (BodyRefusal refusal) {
            obstacles++;
            return;
        }
        if (loop.obstacle() != null) {
            obstacles++;
            return;
        }
        SpeculationTuning tuning = random(random);
        SpeculatedRun run = new SpeculatedRun(platform.platform(), loop, inOrder(body), tuning);
        String what = "seed " + seed + " call " + call + " body " + k + ": " + tuning;
        assertEquals(thrown, thrown((low, high, done) -> run.run(low, high), n), what);
        BodyData.same(expected, found, () -> what);
        speculated++;
        threw += thrown.isEmpty() ? 0 : 1;
        again += run.figures().again();
        inJava += run.figures().inJava();
    }

    @Test
    @DisplayName("JA-17: places and conditions from data, densities of 0 to 0.5, shared arrays")
    void ja17DataDependentPlaces() throws Exception {
        long iterations = 0;
        for (int call = 0; call < CALLS * ROUNDS; call++) {
            long seed = FIRST + call;
            DependentData expected = new DependentData(seed);
            String thrown = thrown(inOrder(expected.body()), expected.n);
            DependentData found = new DependentData(seed);
            LongBody body = found.body();
            SpeculatedLoop loop = loop(body, found.n, call % 16 == 0);
            SpeculationTuning tuning = random(new Random(seed));
            String what = "seed " + seed + ": " + tuning;
            assertEquals(null, loop.obstacle(), what);
            SpeculatedRun run = new SpeculatedRun(platform.platform(), loop, inOrder(body), tuning);
            assertEquals(thrown, thrown((low, high, done) -> run.run(low, high), found.n), what);
            assertEquals(expected.text(), found.text(), what);
            threw += thrown.isEmpty() ? 0 : 1;
            again += run.figures().again();
            iterations += run.figures().iterations();
        }
        System.out.printf(
                "%d loops, %d threw, %d of %d iterations again%n",
                CALLS * ROUNDS, threw, again, iterations);
        assertTrue(threw > CALLS / 50 && again > 0);
    }

    @Test
    @DisplayName("JA-18: rounds of a window are at most the chain, and the cap, and one")
    void ja18RoundsOfAWindow() {
        for (int cap : new int[] {0, 1, 3, 8}) {
            for (double density : new double[] {0, 0.012, 0.1, 0.5}) {
                for (int window : new int[] {64, 1000}) {
                    int n = 20_000;
                    int[] ref = DependentData.references(new Random(cap), n, density, 64);
                    float[] price = new float[n];
                    float[] same = new float[n];
                    LongBody body = i -> price[(int) i] += 1 + price[ref[(int) i]] / 2;
                    for (int i = 0; i < n; i++) {
                        same[i] += 1 + same[ref[i]] / 2;
                    }
                    SpeculationFigures figures = speculate(body, n, tuning(cap, window, 0));
                    assertArrayEquals(same, price);
                    int most = Math.min(cap, DependentData.longestChain(ref)) + 1;
                    assertTrue(figures.mostRounds() <= most, () -> figures + " of " + most);
                }
            }
        }
    }

    @Test
    @DisplayName("JA-18: at a density of 0.012 a million iterations take at most 30 rounds")
    void ja18RoundsOfAMillion() {
        int n = 1 << 20;
        int[] ref = DependentData.references(new Random(1), n, 0.012, 64);
        float[] price = new float[n];
        float[] same = new float[n];
        LongBody body = i -> price[(int) i] += 1 + price[ref[(int) i]] / 2;
        for (int i = 0; i < n; i++) {
            same[i] += 1 + same[ref[i]] / 2;
        }
        SpeculationFigures figures = speculate(body, n, tuning(8, 1 << 17, 0));
        assertArrayEquals(same, price);
        assertTrue(figures.rounds() <= 30, figures::toString);
        assertEquals(0.012, figures.density(), 0.0024);
        System.out.println(figures);
    }

    @Test
    @DisplayName("JA-18: selective execution takes a tenth of the rounds of the restart rule")
    void ja18RestartRule() {
        int n = 20_000;
        long[] rounds = new long[2];
        for (int rule = 0; rule < 2; rule++) {
            int[] ref = DependentData.references(new Random(1), n, 0.012, 64);
            float[] price = new float[n];
            LongBody body = i -> price[(int) i] += 1 + price[ref[(int) i]] / 2;
            SpeculationTuning all = tuning(8 * rule, 4096, 0);
            rounds[rule] = speculate(body, n, all).rounds();
        }
        assertTrue(rounds[1] * 5 <= rounds[0], () -> Arrays.toString(rounds));
        System.out.println("restart, selective: " + Arrays.toString(rounds));
    }

    @Test
    @DisplayName("JA-11: data that become dependent in the fifth of ten runs: right, and the mode")
    void ja11DataBecomeDependent() {
        int n = 10_000;
        int[] key = new int[n];
        float[] price = new float[n];
        float[] same = new float[n];
        LongBody body = DependentData.linked(key, price, DependentData.unlinked(n), 20);
        LongBody plain = DependentData.linked(key, same, DependentData.unlinked(n), 20);
        LiftedLoops loops = LiftedLoops.of(platform.platform(), true);
        for (int run = 1; run <= 10; run++) {
            for (int i = 0; i < n; i++) {
                key[i] = run < 5 || i % 80 > 0 ? n + i : n;
            }
            for (int i = 0; i < n; i++) {
                plain.run(i);
            }
            LoopMode expected = run < 5 ? LoopMode.CHECKED : LoopMode.B;
            SpeculationFigures figures = speculate(body, n, tuning(8, 1024, 0));
            assertArrayEquals(same, price, "run " + run);
            assertEquals(expected, LoopMode.named(figures), "run " + run);
            for (int i = 0; i < n; i++) {
                plain.run(i);
            }
            LoopRun whole = loops.parallel(0, n, body);
            assertArrayEquals(same, price, "run " + run);
            assertTrue(whole.reason().contains("(mode "), whole::reason);
            assertEquals(whole.parallel(), whole.reason().contains("speculated, "), whole::reason);
        }
    }

    @Test
    @DisplayName("JA-12: an exception of a loop that is called often is the same in each mode")
    void ja12ExceptionInEachMode() {
        int n = 10_000;
        int[] key = new int[n];
        Arrays.setAll(key, i -> n + i);
        key[7777] = -1;
        float[] price = new float[n];
        float[] same = new float[n];
        LongBody body = DependentData.linked(key, price, DependentData.unlinked(n), 200);
        LongBody plain = DependentData.linked(key, same, DependentData.unlinked(n), 200);
        LiftedLoops loops = LiftedLoops.of(platform.platform(), true);
        for (int run = 0; run < 6; run++) {
            String expected = thrown(inOrder(plain), n);
            String found = thrown((low, high, done) -> loops.parallel(low, high, body), n);
            assertEquals(expected, found);
            assertArrayEquals(same, price);
        }
    }
}
