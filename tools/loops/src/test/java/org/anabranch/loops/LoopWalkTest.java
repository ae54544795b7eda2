package org.anabranch.loops;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.loops.run.LiftedLoops;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Loops inside a body whose variables turn out, one after the other, to be no inductions. */
class LoopWalkTest {

    /**
     * Variable k + 1 fits in an int as long as the test on variable k ends the loop; so that each
     * is found to be no induction only after the one before.
     */
    private static String chain(int variables) {
        StringBuilder text = new StringBuilder();
        text.append("import org.anabranch.loops.*;\npublic class Chain {\n")
                .append("public static LongBody body(int[] a) { return i -> {\n")
                .append("int t = 0;\n");
        for (int k = 0; k < variables; k++) {
            text.append("int x" + k + " = 0;\n");
        }
        text.append("while (true) {\n");
        for (int k = variables - 1; k >= 0; k--) {
            long bound = (2 * k + 1) * step(k);
            text.append("if (x" + k + " > " + bound + ") break;\n");
            if (k + 1 < variables) {
                text.append("x" + (k + 1) + " += " + step(k + 1) + ";\n");
            }
        }
        text.append("x0 += " + step(0) + ";\n").append("a[(x1 >>> 28) & 7] += (int) i + 1;\n");
        text.append("if (t++ > 100) break;\n");
        return text.append("} }; } }\n").toString();
    }

    /** Times 2 k + 1 it is below 2 to the 31, times 2 k + 2 it is not. */
    private static long step(int k) {
        return (long) ((1L << 31) / (2 * k + 1.5));
    }

    @Test
    @DisplayName("JA-08: a loop that is walked often ends in a verdict with line and reason")
    void ja08ManyWalks() throws Exception {
        for (Compilers compiler : Compilers.values()) {
            for (int variables : new int[] {2, 12, 13, 16, 30}) {
                Chain.check(compiler, chain(variables));
            }
        }
    }

    @Test
    @DisplayName(
            "JA-07: a loop that a remainder or two conditions end is not taken for one that a bound"
                    + " ends")
    void ja07Remainders() {
        int[] a = new int[60];
        try (TestPlatform platform = TestPlatform.start()) {
            LiftedLoops loops = new LiftedLoops(platform.platform());
            LongBody none =
                    i -> {
                        for (int j = 1; j <= i; j++) {
                            if (j % 2 == 1) {
                                return;
                            }
                            a[39] = j;
                        }
                    };
            assertTrue(
                    loops.explain(0, 12, none).verdict().kind() != Verdict.Kind.DEPENDENT,
                    loops.explain(0, 12, none).text());
            LongBody first =
                    i -> {
                        for (int j = 0; j < i; j++) {
                            if (i + 4L * j > -3 && 2 * j < 9) {
                                break;
                            }
                            a[39] = j;
                        }
                    };
            assertTrue(
                    loops.explain(0, 12, first).verdict().kind() != Verdict.Kind.DEPENDENT,
                    loops.explain(0, 12, first).text());
            LongBody halves =
                    i -> {
                        for (int j = 0; j < i / 2; j++) {
                            a[(int) i * 4 + j] = j;
                        }
                    };
            Verdict proved = loops.explain(0, 8, halves).verdict();
            assertEquals(Verdict.Kind.DOALL, proved.kind(), proved.toString());
            assertEquals(Verdict.Kind.DEPENDENT, loops.explain(0, 12, halves).verdict().kind());
        }
    }

    @Test
    @DisplayName("JA-08: the variables of loops that are tested at their ends are inductions")
    void ja08DoWhile() {
        int[] a = new int[100];
        int m = a.length / 25;
        try (TestPlatform platform = TestPlatform.start()) {
            LiftedLoops loops = new LiftedLoops(platform.platform());
            LongBody body =
                    i -> {
                        int k = 0;
                        int at = (int) i * 5;
                        do {
                            a[at] = k;
                            k += 2;
                            at++;
                        } while (k < m);
                    };
            Verdict apart = loops.explain(0, 20, body).verdict();
            assertEquals(Verdict.Kind.DOALL, apart.kind(), apart.toString());
            assertEquals(java.util.List.of(), apart.hazards());
            LongBody close =
                    i -> {
                        int k = 10;
                        do {
                            a[(int) i + k] = k;
                        } while (--k > 8);
                    };
            assertEquals(Verdict.Kind.DEPENDENT, loops.explain(0, 20, close).verdict().kind());
            LongBody wraps =
                    i -> {
                        int k = 0;
                        do {
                            a[(int) i + (k & 1)] = 1;
                            k += 1 << 30;
                        } while (k < 2000);
                    };
            assertTrue(loops.explain(0, 2, wraps).verdict().kind() != Verdict.Kind.DEPENDENT);
        }
    }

    /** One chain, explained and run. */
    private static final class Chain {
        static void check(Compilers compiler, String source) throws Exception {
            var make = compiler.load("Chain", source).getMethod("body", int[].class);
            int[] expected = new int[8];
            LongBody plain = (LongBody) make.invoke(null, (Object) expected);
            for (int i = 0; i < 20; i++) {
                plain.run(i);
            }
            int[] found = new int[8];
            LongBody body = (LongBody) make.invoke(null, (Object) found);
            try (TestPlatform platform = TestPlatform.start()) {
                LiftedLoops loops = new LiftedLoops(platform.platform());
                Verdict verdict = loops.explain(0, 20, body).verdict();
                assertEquals(Verdict.Kind.UNKNOWN, verdict.kind(), verdict.toString());
                assertTrue(verdict.reason().contains("depends on data"), verdict.reason());
                assertEquals(compiler.hasLines(), verdict.line() > 0, verdict.toString());
                loops.parallel(0, 20, body);
            }
            assertArrayEquals(expected, found);
        }
    }
}
