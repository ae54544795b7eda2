package org.anabranch.loops.emit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.anabranch.loops.compile.BodyCompiler;
import org.anabranch.loops.compile.Changes;
import org.anabranch.loops.compile.CompiledBody;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.LoopBody;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.Map;
import java.util.SplittableRandom;

/** Bodies compiled to classes, against an interpreter with Java's operators. */
class CompiledBodiesTest {
    private static final int ITERATIONS = 67;
    private static final int BODIES = 8;
    private static final int SEEDS =
            Integer.getInteger(
                            "anabranch.loops.random",
                            Boolean.getBoolean("anabranch.nightly") ? 1_000_000 : 1200)
                    / BODIES;
    private static final long FIRST = Long.getLong("anabranch.loops.seed", 0);

    @Test
    @DisplayName("JA-12: random bodies of all types, compiled to classes, have Java's bits")
    void ja12CompiledBodies() {
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
            RandomBody random = new RandomBody(new SplittableRandom(seed), ITERATIONS, BODIES);
            LoopBody body = random.body();
            Map<Local, Object> expected = random.values(BODIES);
            Map<Local, Object> actual = RandomBody.copy(expected);
            JavaBody java = new JavaBody(body, expected);
            for (int i = 0; i < ITERATIONS; i++) {
                java.run(i);
            }
            CompiledBody compiled = BodyCompiler.define(BodyCompiler.compile(body, Changes.NONE));
            Object[] memory = new Object[body.inputs().size()];
            long[] numbers = new long[memory.length];
            for (int i = 0; i < memory.length; i++) {
                Local local = body.inputs().get(i).local();
                if (local.kind() == Kind.REFERENCE) {
                    memory[i] = actual.get(local);
                } else {
                    numbers[i] = (Long) actual.get(local);
                }
            }
            long[] done = new long[1];
            long cut = Math.floorMod(seed, ITERATIONS) + 1L;
            compiled.run(memory, numbers, cut, ITERATIONS, done);
            compiled.run(memory, numbers, 0, cut, done);
            assertEquals(cut, done[0]);
            for (Local local : expected.keySet()) {
                assertEquals(
                        OpenClEmitterTest.list(expected.get(local)),
                        OpenClEmitterTest.list(actual.get(local)),
                        local + " of seed " + seed);
            }
        }
    }
}
