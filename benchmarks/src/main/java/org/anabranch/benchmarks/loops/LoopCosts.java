package org.anabranch.benchmarks.loops;

import org.anabranch.api.Domain;
import org.anabranch.launch.Anabranch;
import org.anabranch.loops.Explanation;
import org.anabranch.loops.IntBody;
import org.anabranch.loops.LoopRun;
import org.anabranch.loops.Loops;
import org.anabranch.loops.run.LiftedLoops;

import java.util.Arrays;
import java.util.Locale;

/** What a verdict, a first kernel and a call cost beside the loop; prints "name value" lines. */
public final class LoopCosts {
    private static final int CALLS = 100_000;
    private static final int ITERATIONS = 16;

    private LoopCosts() {}

    /**
     * Measures.
     *
     * @param words none
     * @throws Exception if anything fails
     */
    public static void main(String[] words) throws Exception {
        try (Anabranch anabranch = Anabranch.start()) {
            Domain device = Devices.first(anabranch.platform());
            LiftedLoops loops = new LiftedLoops(anabranch.platform());
            verdicts(loops);
            firstKernels(loops.on(device));
            calls(loops);
        }
    }

    private static void verdicts(Loops loops) {
        PlainLoop warm = PlainLoop.of("bodies", true);
        explained(loops, warm);
        PlainLoop loop = PlainLoop.of("product", true);
        print("verdict-first-ms", explained(loops, loop) / 1e6);
        double[] times = new double[2000];
        for (int i = 0; i < times.length; i++) {
            times[i] = explained(loops, loop);
        }
        Arrays.sort(times, times.length / 2, times.length);
        print("verdict-later-ms", times[times.length * 3 / 4] / 1e6);
    }

    /** With the text of its kernel, which an explanation shows. */
    private static double explained(Loops loops, PlainLoop loop) {
        IntBody body = loop.body();
        long start = System.nanoTime();
        Explanation explanation = loops.explainInts(0, loop.count, body);
        long nanos = System.nanoTime() - start;
        if (explanation.code().isEmpty()) {
            throw new IllegalStateException(explanation.text());
        }
        return nanos;
    }

    /** The first one waits for the trial of the device's arithmetic, the next ones do not. */
    private static void firstKernels(Loops device) {
        print("first-kernel-with-trial-ms", once(device, PlainLoop.of("product", true)));
        print("first-kernel-of-mandelbrot-ms", once(device, PlainLoop.of("mandelbrot", true)));
        print("first-kernel-of-bodies-ms", once(device, PlainLoop.of("bodies", true)));
        print("first-kernel-of-saxpy-ms", once(device, PlainLoop.of("saxpy", true)));
    }

    private static double once(Loops device, PlainLoop loop) {
        IntBody body = loop.body();
        long start = System.nanoTime();
        LoopRun run = device.parallelInts(0, loop.count, body);
        double time = (System.nanoTime() - start) / 1e6;
        if (!run.reason().startsWith("on opencl")) {
            throw new IllegalStateException(run.toString());
        }
        return time;
    }

    private static void calls(Loops loops) {
        int[] a = new int[ITERATIONS];
        IntBody body = i -> a[i] = a[i] * 3 + i;
        double[] times = new double[CALLS];
        double[] plain = new double[CALLS];
        for (int call = 0; call < CALLS; call++) {
            long start = System.nanoTime();
            loops.parallelInts(0, ITERATIONS, body);
            long middle = System.nanoTime();
            for (int i = 0; i < ITERATIONS; i++) {
                body.run(i);
            }
            plain[call] = System.nanoTime() - middle;
            times[call] = middle - start;
        }
        Arrays.sort(times, CALLS / 2, CALLS);
        Arrays.sort(plain, CALLS / 2, CALLS);
        print("call-beyond-loop-us", (times[CALLS * 3 / 4] - plain[CALLS * 3 / 4]) / 1e3);
    }

    private static void print(String name, double value) {
        System.out.printf(Locale.ROOT, "%s %.4f%n", name, value);
    }
}
