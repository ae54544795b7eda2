package org.anabranch.loops.emit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.loops.IntBody;
import org.anabranch.loops.LoopRun;
import org.anabranch.loops.lift.BodyResolver;
import org.anabranch.loops.lift.Lifter;
import org.anabranch.loops.run.LiftedLoops;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.SplittableRandom;

/** {@code (float) Math.sqrt(x)} of a float. */
class FloatRootTest {
    private static IntBody roots(float[] from, float[] to) {
        return i -> to[i] = (float) Math.sqrt(from[i]);
    }

    @Test
    @DisplayName("JA-12: the root of a float is not computed in double")
    void noDouble() throws Exception {
        IntBody body = roots(new float[1], new float[1]);
        KernelText text =
                OpenClEmitter.emit(
                        Lifter.lift(BodyResolver.open(body, "I")).body(),
                        EmitOptions.scalar().lanes(16));
        assertFalse(text.doubles(), text.code().text());
    }

    @Test
    @DisplayName("JA-12: roots of floats of all exponents have Java's bits on a device")
    void bits() throws Exception {
        float[] from = new float[200_003];
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < from.length; i++) {
            from[i] = Float.intBitsToFloat(random.nextInt());
        }
        float[] expected = new float[from.length];
        IntBody java = roots(from, expected);
        for (int i = 0; i < from.length; i++) {
            java.run(i);
        }
        float[] actual = new float[from.length];
        try (OpenClRun device = new OpenClRun()) {
            LoopRun run =
                    new LiftedLoops(device.platform())
                            .on(device.domain())
                            .parallelInts(0, from.length, roots(from, actual));
            assertTrue(run.reason().startsWith("on "), run.reason());
        }
        assertArrayEquals(expected, actual);
    }
}
