package org.anabranch.loops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Place;
import org.anabranch.loops.run.LiftedLoops;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Random;

/** Random bodies: verdicts against recorded accesses, results against running in order. */
class RandomLoopsTest {
    private static final int BODIES = 250;
    private static final int ROUNDS = Boolean.getBoolean("anabranch.nightly") ? 4000 : 3;
    private static final int OTHER_DATA = 8;
    private static final int EACH_ON_DEVICE = 20;

    private Method recorded;
    private int independent;
    private int proved;
    private int refused;
    private int bodies;
    private int faults;
    private int onDevice;

    /** The arrays of one run. */
    record Data(int[] a, int[] b, float[] f, byte[] g, int[] p) {
        static Data of(long seed, boolean alias) {
            Random random = new Random(seed);
            int[] a = random.ints(200, -100, 100).toArray();
            int[] b = alias ? a : random.ints(200, -100, 100).toArray();
            float[] f = new float[200];
            byte[] g = new byte[200];
            random.nextBytes(g);
            for (int i = 0; i < f.length; i++) {
                f[i] = random.nextInt(100) / 7f;
            }
            return new Data(a, b, f, g, random.ints(32, 0, 64).toArray());
        }

        LongBody body(Method method, int k, int n, int m) throws Exception {
            return (LongBody) method.invoke(null, k, a, b, f, g, p, n, m);
        }

        String text() {
            return Arrays.toString(a)
                    + Arrays.toString(b)
                    + Arrays.toString(f)
                    + Arrays.toString(g)
                    + Arrays.toString(p);
        }
    }

    @Test
    @DisplayName("JA-07: no unsound verdict on random bodies, and the bits of running in order")
    void ja07RandomBodies() throws Exception {
        try (TestPlatform platform = TestPlatform.start()) {
            LiftedLoops loops = new LiftedLoops(platform.platform());
            for (int round = 0; round < ROUNDS; round++) {
                long seed = 1000L + round;
                Compilers compiler = Compilers.values()[round % 4];
                Method plain = compile(compiler, seed, false);
                Method recorded = compile(Compilers.JAVAC_BARE, seed, true);
                for (int k = 0; k < BODIES; k++) {
                    this.recorded = recorded;
                    check(loops, plain, recorded, k, seed * BODIES + k);
                }
            }
        }
        String figures =
                "%d bodies, %d at fault, %d refused; of %d independent for all data %d proved; %d on a device"
                        .formatted(bodies, faults, refused, independent, proved, onDevice);
        System.out.println(figures);
        assertEquals(0, refused, "refused bodies");
        assertTrue(proved >= independent * 0.95, figures);
    }

    private static Method compile(Compilers compiler, long seed, boolean recorded)
            throws Exception {
        String name = recorded ? "Recorded" : "Plain";
        String source = new RandomBodies(seed).source(name, BODIES, recorded);
        return Arrays.stream(compiler.load(name, source).getMethods())
                .filter(method -> method.getName().equals("body"))
                .findFirst()
                .orElseThrow();
    }

    private void check(LiftedLoops loops, Method plain, Method recorded, int k, long seed)
            throws Exception {
        Random random = new Random(seed);
        int n = 1 + random.nextInt(12);
        int m = random.nextInt(6);
        boolean alias = random.nextInt(4) == 0;
        Data expected = Data.of(seed, alias);
        String thrown = inOrder(recorded, k, n, m, expected);
        boolean collided = Recorder.collided();
        Data found = Data.of(seed, alias);
        LongBody body = found.body(plain, k, n, m);
        Verdict verdict = loops.explain(0, n, body).verdict();
        String what =
                "seed %d body %d n %d m %d alias %s: %s"
                        .formatted(seed / BODIES, k, n, m, alias, loops.explain(0, n, body).text());
        bodies++;
        refused += verdict.kind() == Verdict.Kind.REFUSED ? 1 : 0;
        faults += thrown == null ? 0 : 1;
        boolean doall = verdict.kind() == Verdict.Kind.DOALL;
        if (!collided && thrown == null && independent(k, n, m, seed, alias)) {
            independent++;
            proved += doall ? 1 : 0;
        }
        agrees(verdict, collided, thrown, what);
        runs(loops, n, body, thrown, what);
        assertEquals(expected.text(), found.text(), what);
        if (doall && thrown == null) {
            Data reversed = Data.of(seed, alias);
            backwards(n, reversed.body(plain, k, n, m));
            assertEquals(expected.text(), reversed.text(), "in reverse: " + what);
            if (bodies % EACH_ON_DEVICE == 0) {
                Data there = Data.of(seed, alias);
                LongBody same = there.body(plain, k, n, m);
                LoopRun run = loops.on(Place.kind("opencl")).parallel(0, n, same);
                onDevice += run.reason().startsWith("on the host") ? 0 : 1;
                assertEquals(expected.text(), there.text(), run.reason() + ": " + what);
            }
        }
    }

    private static void agrees(Verdict verdict, boolean collided, String thrown, String what) {
        if (collided) {
            assertFalse(verdict.kind() == Verdict.Kind.DOALL, "unsound: " + what);
        } else if (thrown == null) {
            assertFalse(verdict.kind() == Verdict.Kind.DEPENDENT, "not dependent: " + what);
        }
        if (thrown != null) {
            assertFalse(verdict.hazards().isEmpty(), "no hazard but " + thrown + ": " + what);
        }
    }

    /** Whether no iterations collide with other contents of the arrays either, and none throws. */
    private boolean independent(int k, int n, int m, long seed, boolean alias) throws Exception {
        for (int other = 1; other <= OTHER_DATA; other++) {
            Data data = Data.of(seed + other * 1_000_003L, alias);
            if (inOrder(recorded, k, n, m, data) != null || Recorder.collided()) {
                return false;
            }
        }
        return true;
    }

    private static void runs(LiftedLoops loops, int n, LongBody body, String thrown, String what) {
        String also = null;
        try {
            loops.parallel(0, n, body);
        } catch (RuntimeException failure) {
            also = failure.getClass().getName();
        }
        assertEquals(thrown, also, what);
    }

    private static void backwards(int n, LongBody body) {
        for (int i = n - 1; i >= 0; i--) {
            body.run(i);
        }
    }

    private static String inOrder(Method recorded, int k, int n, int m, Data data)
            throws Exception {
        Recorder.begin();
        LongBody body = data.body(recorded, k, n, m);
        try {
            for (int i = 0; i < n; i++) {
                Recorder.iteration(i);
                body.run(i);
            }
            return null;
        } catch (RuntimeException failure) {
            return failure.getClass().getName();
        }
    }
}
