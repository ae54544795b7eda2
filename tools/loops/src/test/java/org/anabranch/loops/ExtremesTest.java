package org.anabranch.loops;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.anabranch.loops.run.LiftedLoops;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;

/** Loops that keep the greatest or least value: each way to write it, and what only looks alike. */
class ExtremesTest {
    private static final int N = 3001;
    private static TestPlatform platform;
    private static Loops loops;

    @BeforeAll
    static void start() {
        platform = TestPlatform.start();
        loops = new LiftedLoops(platform.platform());
    }

    @AfterAll
    static void stop() {
        platform.close();
    }

    /** What a loop works on. */
    private static final class Data {
        final int[] a = new Random(3).ints(N, -40, 41).toArray();
        final int[] b = new int[N];
        final int[] most = {25};
        final int[] at = {-1};

        @Override
        public String toString() {
            return Arrays.toString(most) + Arrays.toString(at) + Arrays.toString(b);
        }
    }

    private interface Body {
        IntBody over(Data data);
    }

    /** Runs a loop, which has to have the bits of running in order, and in parallel or not. */
    private static void runs(boolean parallel, Body body) {
        Data expected = new Data();
        IntBody inOrder = body.over(expected);
        for (int i = 0; i < N; i++) {
            inOrder.run(i);
        }
        Data found = new Data();
        LoopRun run = loops.parallelInts(0, N, body.over(found));
        assertEquals(expected.toString(), found.toString(), run.reason());
        assertEquals(parallel, run.parallel(), run.reason());
    }

    @Test
    @DisplayName("JA-06: what is set beside a value that is taken and used later runs in order")
    void ja06SetBeside() {
        runs(
                false,
                data ->
                        i -> {
                            int t = 0;
                            data.b[i] = 7;
                            if (data.a[i] > data.most[0]) {
                                t = data.a[i];
                                data.most[0] = t;
                            }
                            data.b[i] += t;
                        });
        runs(
                false,
                data ->
                        i -> {
                            int t = 0;
                            for (int k = 0; k < 2; k++) {
                                data.b[i] += 7;
                                if (data.a[i] > data.most[0]) {
                                    data.at[0] = t;
                                    t = k + 1;
                                    data.most[0] = data.a[i];
                                }
                            }
                        });
    }
}
