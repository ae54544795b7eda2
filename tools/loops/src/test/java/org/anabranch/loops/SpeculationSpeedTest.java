package org.anabranch.loops;

import org.anabranch.loops.run.LiftedLoops;
import org.anabranch.loops.speculate.SpeculativeCall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

import java.util.Arrays;
import java.util.Random;

/** Prints the speed of loops with links from data, relative to plain Java loops. */
@EnabledIfSystemProperty(named = "anabranch.loops.speed", matches = "true")
class SpeculationSpeedTest {
    private static final int N = 1 << 17;
    private static final int RUNS = 12;

    @Test
    void speeds() {
        System.setProperty(SpeculativeCall.PROPERTY, "true");
        try (TestPlatform platform = TestPlatform.start()) {
            for (boolean always : new boolean[] {true, false}) {
                LiftedLoops loops = LiftedLoops.of(platform.platform(), always);
                for (int steps : new int[] {10, 200}) {
                    for (double density : new double[] {0, 0.012, 0.1}) {
                        new Row(steps, density).print(loops, always);
                    }
                }
            }
        } finally {
            System.clearProperty(SpeculativeCall.PROPERTY);
        }
    }

    /** A loop with so much work and so many links. */
    private record Row(int steps, double density) {
        void print(LiftedLoops loops, boolean always) {
            int[] key = new int[N];
            Random random = new Random(1);
            int[] ref = DependentData.references(random, N, density, 64);
            for (int i = 0; i < N; i++) {
                key[i] = ref[i] == i ? N + i : key[ref[i]];
            }
            float[] price = new float[N];
            int[] last = DependentData.unlinked(N);
            LongBody body = DependentData.linked(key, price, last, steps);
            double[] plain = new double[RUNS];
            double[] lifted = new double[RUNS];
            String reason = "";
            for (int run = 0; run < RUNS; run++) {
                Arrays.fill(price, 1);
                long start = System.nanoTime();
                for (int i = 0; i < N; i++) {
                    body.run(i);
                }
                plain[run] = (System.nanoTime() - start) / 1e6;
                Arrays.fill(price, 1);
                start = System.nanoTime();
                reason = loops.parallel(0, N, body).reason();
                lifted[run] = (System.nanoTime() - start) / 1e6;
            }
            System.out.printf(
                    "%s, %d steps, density %.3f: plain %s ms, loops %s ms; %s%n",
                    always ? "always" : "weighed",
                    steps,
                    density,
                    text(plain),
                    text(lifted),
                    reason);
        }

        private static String text(double[] times) {
            StringBuilder text = new StringBuilder();
            for (double time : times) {
                text.append("%.1f ".formatted(time));
            }
            return text.toString().trim();
        }
    }
}
