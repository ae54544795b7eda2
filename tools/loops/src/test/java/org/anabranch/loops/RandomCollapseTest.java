package org.anabranch.loops;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.loops.compile.BodyCompiler;
import org.anabranch.loops.compile.Changes;
import org.anabranch.loops.compile.CompiledBody;
import org.anabranch.loops.emit.CollapsedLoop;
import org.anabranch.loops.emit.OpenClEmitter;
import org.anabranch.loops.ir.Input;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.ir.Source;
import org.anabranch.loops.lift.BodyResolver;
import org.anabranch.loops.lift.Lifted;
import org.anabranch.loops.lift.Lifter;
import org.anabranch.loops.lift.Revealed;
import org.anabranch.loops.nest.InnerDimension;
import org.anabranch.loops.nest.Inputs;
import org.anabranch.loops.nest.Judgement;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Random bodies whose loop inside is proved to be a dimension of the index space: its iterations,
 * compiled and run in random order, against running in order.
 */
class RandomCollapseTest {
    private static final int BODIES = 250;
    private static final int ROUNDS =
            Integer.getInteger(
                    "anabranch.loops.rounds", Boolean.getBoolean("anabranch.nightly") ? 1000 : 4);
    private static final long FIRST = Long.getLong("anabranch.loops.seed", 3000);

    private int collapsed;
    private int withoutProof;
    private int wrongWithoutProof;

    private static Method compile(Compilers compiler, long seed) throws Exception {
        return Arrays.stream(compiler.load("Nests", source(new Random(seed))).getMethods())
                .filter(method -> method.getName().equals("body"))
                .findFirst()
                .orElseThrow();
    }

    private static String source(Random random) {
        StringBuilder text = new StringBuilder("import org.anabranch.loops.*;\n");
        text.append("public class Nests {\n");
        StringBuilder cases = new StringBuilder();
        for (int body = 0; body < BODIES; body++) {
            text.append("static LongBody b" + body + "(Object[] x, int n, int m) {\n");
            for (int k = 0; k < BodyData.NAMES.length; k++) {
                String name = BodyData.NAMES[k];
                String type = name.substring(0, name.indexOf(' '));
                text.append(name + " = (" + type + ") x[" + k + "];\n");
            }
            text.append("return i0 -> { int i = (int) i0;\n" + nest(random) + "};\n}\n");
            cases.append("case " + body + ": return b" + body + "(x, n, m);\n");
        }
        return text.append("public static LongBody body(int k, Object[] x, int n, int m) {\n")
                .append("switch (k) {\n" + cases + "default: return null; } } }\n")
                .toString();
    }

    /** A row of 16 cells for each iteration; its loop is often a dimension, but not always. */
    private static String nest(Random random) {
        StringBuilder text = new StringBuilder("int row = i, t = 3;\n");
        if (random.nextInt(3) == 0) {
            text.append("int q = i / 3; row = q * 3 + i % 3;\n");
        }
        if (random.nextInt(3) == 0) {
            text.append("t = " + cell(random, "0") + ";\n");
        }
        boolean some = random.nextInt(4) == 0;
        text.append(some ? "if (i % 4 != " + random.nextInt(4) + ") {\n" : "");
        text.append(
                random.nextInt(4) == 0
                        ? "for (int j = m; j > 0; j--) {\n"
                        : "for (int j = " + random.nextInt(2) + "; j < m; j++) {\n");
        for (int s = random.nextInt(3); s >= 0; s--) {
            text.append(random.nextInt(4) == 0 ? "if (j % 3 != 1) " : "");
            text.append(
                    random.nextInt(6) == 0
                            ? "t += j;\n"
                            : "a[row * 16 + %s] = %s + t;\n"
                                    .formatted(at(random), cell(random, "j")));
        }
        text.append("}\n" + (some ? "}\n" : ""));
        return text.append(random.nextInt(6) == 0 ? "a[row * 16 + 15] = t;\n" : "").toString();
    }

    private static String at(Random random) {
        return (random.nextInt(8) == 0 ? "" : "j * " + (1 + random.nextInt(2)) + " + ")
                + random.nextInt(4);
    }

    private static String cell(Random random, String j) {
        String array = random.nextInt(3) == 0 ? "a[row * 16 + " : "b[row * 16 + ";
        return array + at(random).replace("j", j) + "]";
    }

    @Test
    @DisplayName("JA-12: random loops inside run in any order where they are proved to do so")
    void ja12RandomOrder() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            long seed = FIRST + round;
            Method plain = compile(Compilers.values()[round % 4], seed);
            for (int k = 0; k < BODIES; k++) {
                check(plain, k, seed * BODIES + k);
            }
        }
        System.out.println(
                "%d collapsed; of %d without a proof %d are wrong"
                        .formatted(collapsed, withoutProof, wrongWithoutProof));
        assertTrue(collapsed > 50 * ROUNDS, "only " + collapsed + " of them are proved");
        assertTrue(wrongWithoutProof > 0, "the order matters for none");
    }

    private void check(Method method, int k, long seed) throws Exception {
        Random random = new Random(seed);
        int n = 1 + random.nextInt(10);
        int m = random.nextInt(6);
        boolean alias = random.nextInt(4) == 0;
        BodyData expected = BodyData.of(seed, alias);
        LongBody body = expected.body(method, k, n, m);
        BodyData found = BodyData.of(seed, alias);
        Revealed revealed = BodyResolver.open(found.body(method, k, n, m), "J");
        Lifted lifted = Lifter.lift(revealed);
        Optional<CollapsedLoop> loop = CollapsedLoop.of(lifted.body());
        if (loop.isEmpty()) {
            return;
        }
        Inputs inputs = new Inputs(lifted, revealed.captured());
        Judgement judgement = Judgement.of(lifted.body(), inputs, 0, n);
        if (judgement.verdict().kind() != Verdict.Kind.DOALL
                || !judgement.nest().hazards().isEmpty()) {
            return;
        }
        for (int i = 0; i < n; i++) {
            body.run(i);
        }
        Optional<InnerDimension> proved =
                OpenClEmitter.collapsible(lifted.body())
                        .flatMap(inner -> InnerDimension.of(judgement.nest(), inner));
        long rounds = proved.map(InnerDimension::rounds).orElse((long) m);
        shuffled(loop.get(), inputs, n, rounds, random);
        if (proved.isPresent()) {
            collapsed++;
            BodyData.same(expected, found, () -> "seed %d body %d".formatted(seed / BODIES, k));
        } else {
            withoutProof++;
            wrongWithoutProof += Arrays.deepEquals(expected.arrays(), found.arrays()) ? 0 : 1;
        }
    }

    /** Runs all work-items of a loop, in random order. */
    private static void shuffled(
            CollapsedLoop loop, Inputs inputs, int n, long rounds, Random random) {
        LoopBody one = loop.body();
        String kind = loop.column().kind() == Kind.LONG ? "J" : "I";
        List<Input> all = new ArrayList<>(one.inputs());
        all.add(new Input(loop.column(), new Source.Captured(all.size()), kind));
        LoopBody item =
                new LoopBody(
                        one.name(), one.file(), one.index(), all, one.locals(), one.statements());
        CompiledBody compiled = BodyCompiler.define(BodyCompiler.compile(item, Changes.NONE));
        Object[] memory = new Object[all.size()];
        long[] numbers = new long[all.size()];
        for (int p = 0; p < one.inputs().size(); p++) {
            if (all.get(p).local().kind() == Kind.REFERENCE) {
                memory[p] = inputs.of(all.get(p).local());
            } else {
                numbers[p] = inputs.number(all.get(p).local());
            }
        }
        List<long[]> items = new ArrayList<>();
        for (long i = 0; i < n; i++) {
            for (long j = 0; j < rounds; j++) {
                items.add(new long[] {i, j});
            }
        }
        Collections.shuffle(items, random);
        for (long[] at : items) {
            numbers[all.size() - 1] = at[1];
            try {
                compiled.run(memory, numbers, at[0], at[0] + 1, new long[1]);
            } catch (RuntimeException outside) {
                // only possible without a proof
            }
        }
    }
}
