package org.anabranch.loops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Place;
import org.anabranch.loops.run.LiftedLoops;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Random bodies over rows, fields, segments and small elements: bits, memory and exceptions of
 * running in order; what is proved to be independent has them in any order of its iterations, too.
 */
class RandomMemoryTest {
    private static final int BODIES = 200;
    private static final int ROUNDS =
            Integer.getInteger(
                    "anabranch.loops.rounds", Boolean.getBoolean("anabranch.nightly") ? 1000 : 2);
    private static final long FIRST = Long.getLong("anabranch.loops.seed", 500);
    private static final int EACH_IN_TEXT = Integer.getInteger("anabranch.loops.text", 40);
    private static final int ORDERS = 3;

    private int bodies;
    private int faults;
    private int doall;
    private int treated;
    private int inText;
    private int refused;

    @Test
    @DisplayName("JA-09, JA-12: rows, fields, segments that overlap: the bits of running in order")
    void ja12RandomMemory() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            try (TestPlatform platform = TestPlatform.start()) {
                LiftedLoops loops = new LiftedLoops(platform.platform());
                String name = "Memory" + round;
                String source = new RandomMemory(FIRST + round).source(name, BODIES);
                Compilers compiler = Compilers.values()[round % 4];
                Method bodyOf =
                        Arrays.stream(compiler.load(name, source).getMethods())
                                .filter(method -> method.getName().equals("body"))
                                .findFirst()
                                .orElseThrow();
                for (int k = 0; k < BODIES; k++) {
                    new Case(bodyOf, k, (FIRST + round) * BODIES + k).check(loops);
                }
            }
        }
        System.out.println(
                "%d bodies, %d at fault, %d refused, %d independent, %d in OpenCL C, %d treated"
                        .formatted(bodies, faults, refused, doall, inText, treated));
        assertTrue(doall > 0 && treated > 0 && faults > 0);
    }

    /** One body with its data. */
    private final class Case {
        private final Method bodyOf;
        private final int k;
        private final long seed;
        private final int n;
        private final int m;

        Case(Method bodyOf, int k, long seed) {
            Random random = new Random(seed);
            this.bodyOf = bodyOf;
            this.k = k;
            this.seed = seed;
            this.n = 1 + random.nextInt(16);
            this.m = random.nextInt(5);
        }

        private LongBody body(MemoryData data) throws Exception {
            return (LongBody) bodyOf.invoke(null, k, data, n, m);
        }

        void check(LiftedLoops loops) throws Exception {
            bodies++;
            List<Integer> order = new ArrayList<>();
            for (int i = 0; i < n; i++) {
                order.add(i);
            }
            MemoryData data = new MemoryData(seed);
            String thrown = run(order, body(data));
            String expected = data.text();
            faults += thrown == null ? 0 : 1;
            MemoryData found = new MemoryData(seed);
            LongBody body = body(found);
            Explanation explained = loops.explain(0, n, body);
            Verdict.Kind kind = explained.verdict().kind();
            refused += kind == Verdict.Kind.REFUSED ? 1 : 0;
            long before = loops.ranParallel();
            same(expected, thrown, found, loops, body, explained);
            boolean proved = kind == Verdict.Kind.DOALL;
            doall += proved ? 1 : 0;
            treated += !proved && loops.ranParallel() > before ? 1 : 0;
            for (int other = 0; other < ORDERS && proved && thrown == null; other++) {
                Collections.shuffle(order, new Random(other));
                MemoryData mixed = new MemoryData(seed);
                run(order, body(mixed));
                assertEquals(expected, mixed.text(), () -> order + ": " + text(explained));
            }
            if (proved && bodies % EACH_IN_TEXT == 0) {
                MemoryData there = new MemoryData(seed);
                same(
                        expected,
                        thrown,
                        there,
                        loops.on(Place.kind("opencl")),
                        body(there),
                        explained);
                boolean onHost = loops.recent().getLast().reason().startsWith("on the host");
                inText += onHost ? 0 : 1;
            }
        }

        private void same(
                String expected,
                String thrown,
                MemoryData found,
                Loops loops,
                LongBody body,
                Explanation explained) {
            String also = null;
            try {
                loops.parallel(0, n, body);
            } catch (RuntimeException failure) {
                also = said(failure);
            }
            assertEquals(thrown, also, () -> text(explained));
            assertEquals(expected, found.text(), () -> text(explained));
        }

        private String run(List<Integer> order, LongBody body) {
            try {
                order.forEach(body::run);
                return null;
            } catch (RuntimeException failure) {
                return said(failure);
            }
        }

        /** Without addresses, which are others for other data. */
        private static String said(RuntimeException failure) {
            return failure.toString().replaceAll("0x[0-9a-f]+|@[0-9a-f]+", "");
        }

        private String text(Explanation explained) {
            return "seed "
                    + Math.floorDiv(seed, BODIES)
                    + " body "
                    + k
                    + " n "
                    + n
                    + " m "
                    + m
                    + ": "
                    + explained.text();
        }
    }
}
