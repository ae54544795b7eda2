package org.anabranch.loops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Place;
import org.anabranch.loops.run.LiftedLoops;
import org.anabranch.spi.Backend;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Random bodies: verdicts against recorded accesses; bits, memory and exceptions against running in
 * order, on the host in slices, on devices that run Java, and, one of twenty, in OpenCL C.
 */
class RandomLoopsTest {
    private static final int BODIES = 250;
    private static final int ROUNDS =
            Integer.getInteger(
                    "anabranch.loops.rounds", Boolean.getBoolean("anabranch.nightly") ? 4000 : 3);
    private static final long FIRST = Long.getLong("anabranch.loops.seed", 1000);
    private static final int OTHER_DATA = 8;

    /** Where a loop is not proved: as many before it is said to be independent. */
    private static final int MORE_DATA = 400;

    private static final int[] SPREADS = {100, 1, 2, 4, 10, 40, 1 << 20};

    private static final int EACH_IN_TEXT = Integer.getInteger("anabranch.loops.text", 20);

    /** Kernels stay loaded as long as their platform is there. */
    private static final int ROUNDS_OF_A_PLATFORM = 20;

    private final Map<String, Integer> unproved = new TreeMap<>();
    private Method recorded;
    private int independent;
    private int proved;
    private int refused;
    private int bodies;
    private int faults;
    private int inJava;
    private int inText;
    private int faultsOnDevices;
    private int colliding;
    private int treated;

    /** One call of a body, with its data by a seed. */
    private record Call(Method method, int k, int n, int m, long seed, boolean alias) {
        static Call of(Method method, int k, long seed) {
            Random random = new Random(seed);
            int n = 1 + random.nextInt(12);
            int m = random.nextInt(6);
            return new Call(method, k, n, m, seed, random.nextInt(4) == 0);
        }

        BodyData data() {
            return BodyData.of(seed, alias);
        }

        LongBody body(BodyData data) throws Exception {
            return data.body(method, k, n, m);
        }

        @Override
        public String toString() {
            return "seed %d body %d n %d m %d alias %s"
                    .formatted(Math.floorDiv(seed, BODIES), k, n, m, alias);
        }
    }

    @Test
    @DisplayName("JA-07: no unsound verdict on random bodies, and the bits of running in order")
    void ja07RandomBodies() throws Exception {
        for (int round = 0; round < ROUNDS; round += ROUNDS_OF_A_PLATFORM) {
            rounds(round, Math.min(ROUNDS, round + ROUNDS_OF_A_PLATFORM));
            if (ROUNDS > ROUNDS_OF_A_PLATFORM) {
                System.out.println(figures());
            }
        }
        System.out.println(figures());
        unproved.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(ROUNDS > ROUNDS_OF_A_PLATFORM ? 40 : 5)
                .forEach(reason -> System.out.println("  not proved: " + reason));
        assertEquals(0, refused, "refused bodies");
        assertTrue(proved >= independent * 0.97, this::figures);
        assertTrue(inJava > 0, "none on devices that run Java");
        assertTrue(treated > 0, "none that collides in parallel");
    }

    private String figures() {
        return "%d bodies, %d at fault, %d refused; of %d independent for all data %d proved; of %d that collide %d in parallel; on devices %d in Java, %d in OpenCL C, %d at fault"
                .formatted(
                        bodies,
                        faults,
                        refused,
                        independent,
                        proved,
                        colliding,
                        treated,
                        inJava,
                        inText,
                        faultsOnDevices);
    }

    private void rounds(int from, int to) throws Exception {
        try (TestPlatform platform = TestPlatform.start()) {
            platform.anabranch()
                    .framework()
                    .registerService(Backend.class, new UnlikeDevices(), null);
            assertEquals(2, platform.anabranch().domains("fake", Duration.ofSeconds(60)).size());
            LiftedLoops loops = new LiftedLoops(platform.platform());
            for (int round = from; round < to; round++) {
                long seed = FIRST + round;
                Method plain = compile(Compilers.values()[round % 4], seed, false);
                recorded = compile(Compilers.JAVAC_BARE, seed, true);
                for (int k = 0; k < BODIES; k++) {
                    check(loops, Call.of(plain, k, seed * BODIES + k));
                }
            }
        }
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

    private void check(LiftedLoops loops, Call call) throws Exception {
        BodyData expected = call.data();
        String thrown = inOrder(call, expected);
        boolean collided = Recorder.collided();
        BodyData found = call.data();
        LongBody body = call.body(found);
        Explanation explained = loops.explain(0, call.n, body);
        Verdict verdict = explained.verdict();
        Supplier<String> what = () -> call + ": " + explained.text();
        bodies++;
        boolean catches = catches(verdict);
        refused += verdict.kind() == Verdict.Kind.REFUSED && !catches ? 1 : 0;
        faults += thrown == null ? 0 : 1;
        boolean doall = verdict.kind() == Verdict.Kind.DOALL;
        if (!catches
                && !collided
                && thrown == null
                && independent(call, doall ? OTHER_DATA : MORE_DATA)) {
            independent++;
            proved += doall ? 1 : 0;
            if (!doall) {
                unproved.merge(verdict.reason().replaceAll("\\d+", "#"), 1, Integer::sum);
                unprovedBody(call, verdict);
            }
        }
        agrees(verdict, collided, thrown, what);
        long before = loops.ranParallel();
        String reason = runs(loops, call, body, thrown, what);
        BodyData.same(expected, found, () -> reason + ": " + what.get());
        colliding += collided ? 1 : 0;
        treated += collided && loops.ranParallel() > before ? 1 : 0;
        if (doall) {
            doall(loops, call, expected, thrown, what);
        }
    }

    private static boolean catches(Verdict verdict) {
        return verdict.reason().startsWith("it catches exceptions");
    }

    private static void unprovedBody(Call call, Verdict verdict) {
        if (Boolean.getBoolean("anabranch.loops.unproved")) {
            System.out.println("unproved " + call + ": " + verdict);
        }
    }

    /** In another order, and elsewhere. */
    private void doall(
            LiftedLoops loops, Call call, BodyData expected, String thrown, Supplier<String> what)
            throws Exception {
        if (thrown == null) {
            BodyData reversed = call.data();
            backwards(call.n, call.body(reversed));
            BodyData.same(expected, reversed, () -> "in reverse: " + what.get());
        }
        boolean text = bodies % EACH_IN_TEXT == 0;
        Place place = text ? Place.kind("opencl") : Place.kind("fake");
        BodyData there = call.data();
        String reason = runs(loops.on(place), call, call.body(there), thrown, what);
        BodyData.same(expected, there, () -> reason + ": " + what.get());
        if (thrown != null) {
            faultsOnDevices++;
        } else if (!reason.startsWith("on the host")) {
            inText += text ? 1 : 0;
            inJava += text ? 0 : 1;
        }
    }

    private static void agrees(
            Verdict verdict, boolean collided, String thrown, Supplier<String> what) {
        if (collided) {
            assertFalse(verdict.kind() == Verdict.Kind.DOALL, () -> "unsound: " + what.get());
        } else if (thrown == null) {
            assertFalse(
                    verdict.kind() == Verdict.Kind.DEPENDENT, () -> "not dependent: " + what.get());
        }
        if (thrown != null && !catches(verdict)) {
            assertFalse(verdict.hazards().isEmpty(), () -> "no hazard but " + thrown + what.get());
        }
    }

    /**
     * Returns true if no iterations conflict with other contents of the arrays either, and none
     * throws.
     */
    private boolean independent(Call call, int times) throws Exception {
        for (int other = 1; other <= times; other++) {
            int spread = SPREADS[other / OTHER_DATA % SPREADS.length];
            BodyData data = BodyData.of(call.seed + other * 1_000_003L, call.alias, spread);
            if (inOrder(call, data) != null || Recorder.collided()) {
                return false;
            }
        }
        return true;
    }

    /** Runs a loop, which is to throw the same; where it ran. */
    private static String runs(
            Loops loops, Call call, LongBody body, String thrown, Supplier<String> what) {
        String also = null;
        String reason = "thrown";
        try {
            reason = loops.parallel(0, call.n, body).reason();
        } catch (RuntimeException failure) {
            also = failure.toString();
        }
        assertEquals(thrown, also, what);
        return reason;
    }

    private static void backwards(int n, LongBody body) {
        for (int i = n - 1; i >= 0; i--) {
            body.run(i);
        }
    }

    private String inOrder(Call call, BodyData data) throws Exception {
        Recorder.begin();
        LongBody body = data.body(recorded, call.k, call.n, call.m);
        try {
            for (int i = 0; i < call.n; i++) {
                Recorder.iteration(i);
                body.run(i);
            }
            return null;
        } catch (RuntimeException failure) {
            return failure.toString();
        }
    }
}
