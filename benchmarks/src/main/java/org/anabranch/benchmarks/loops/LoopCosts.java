package org.anabranch.benchmarks.loops;

import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.Mapping;
import org.anabranch.api.Parameter;
import org.anabranch.api.Place;
import org.anabranch.api.Platform;
import org.anabranch.api.SourceCode;
import org.anabranch.api.Stream;
import org.anabranch.benchmarks.Spread;
import org.anabranch.launch.Anabranch;
import org.anabranch.loops.Explanation;
import org.anabranch.loops.IntBody;
import org.anabranch.loops.LoopRun;
import org.anabranch.loops.Loops;
import org.anabranch.loops.run.LiftedLoops;

import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The costs of a verdict, of a first kernel and of a call besides the loop; prints "name value"
 * lines.
 */
public final class LoopCosts {
    private static final int CALLS = 100_000;
    private static final int ITERATIONS = 16;
    private static final int VERDICTS = 2000;

    private LoopCosts() {}

    /**
     * Runs the measurement.
     *
     * @param words {@code meanwhile} for the first loop anywhere alone
     * @throws Exception if anything fails
     */
    public static void main(String[] words) throws Exception {
        try (Anabranch anabranch = Anabranch.start()) {
            Domain device = anabranch.domains("opencl", Duration.ofSeconds(30)).getFirst();
            LiftedLoops loops = new LiftedLoops(anabranch.platform());
            if (List.of(words).contains("meanwhile")) {
                PlainLoop loop = PlainLoops.of("product", 0);
                print(
                        "first-loop-anywhere-ms",
                        once(loops.on(Place.anywhere()), loop, "on the host"));
                return;
            }
            verdicts(loops);
            print("first-kernel-of-one-line-ms", byHand(anabranch.platform(), device, 2));
            firstKernels(loops.on(device));
            print("later-kernel-of-one-line-ms", byHand(anabranch.platform(), device, 3));
            calls(loops);
        }
    }

    /**
     * Measures the second verdict in the virtual machine, and the first one of a body after other
     * verdicts.
     */
    private static void verdicts(Loops loops) {
        explained(loops, PlainLoops.of("bodies", 0));
        print("verdict-second-ms", explained(loops, PlainLoops.of("mandelbrot", 0)) / 1e6);
        PlainLoop bodies = PlainLoops.of("bodies", 0);
        PlainLoop mandelbrot = PlainLoops.of("mandelbrot", 0);
        for (int i = 0; i < VERDICTS; i++) {
            explained(loops, i % 2 == 0 ? bodies : mandelbrot);
        }
        PlainLoop loop = PlainLoops.of("product", 0);
        print("verdict-first-ms", explained(loops, loop) / 1e6);
        double[] times = new double[VERDICTS];
        for (int i = 0; i < times.length; i++) {
            times[i] = explained(loops, loop);
        }
        print("verdict-later-ms", later(times) / 1e6);
    }

    /** Measures an explanation, which includes the text of the kernel. */
    private static double explained(Loops loops, PlainLoop loop) {
        IntBody body = loop.body();
        long start = System.nanoTime();
        Explanation explanation = loops.explainInts(0, loop.count(), body);
        long nanos = System.nanoTime() - start;
        if (explanation.code().isEmpty()) {
            throw new IllegalStateException(explanation.text());
        }
        return nanos;
    }

    /** Measures the driver's time for a kernel of one line. */
    private static double byHand(Platform platform, Domain device, int factor) {
        String text = "__kernel void one(__global float *x) { x[get_global_id(0)] *= %d; }";
        Kernel kernel =
                Kernel.of("one", Parameter.inOut("x"))
                        .with(new SourceCode("opencl-c", text.formatted(factor), "one", ""));
        try (Buffer x = platform.buffer(ValueLayout.JAVA_FLOAT, ITERATIONS);
                Stream stream = device.stream()) {
            x.write().fill((byte) 0);
            long start = System.nanoTime();
            stream.run(kernel, Loop.of(0, ITERATIONS), x.inOut(Mapping.each())).await();
            return (System.nanoTime() - start) / 1e6;
        }
    }

    /**
     * Measures the first kernels: the first call waits for the device's arithmetic self-test, later
     * ones do not.
     */
    private static void firstKernels(Loops device) {
        print("first-kernel-with-trial-ms", onDevice(device, "product"));
        print("first-kernel-of-mandelbrot-ms", onDevice(device, "mandelbrot"));
        print("first-kernel-of-bodies-ms", onDevice(device, "bodies"));
        print("first-kernel-of-saxpy-ms", onDevice(device, "saxpy"));
    }

    private static double onDevice(Loops device, String loop) {
        return once(device, PlainLoops.of(loop, 0), "on opencl");
    }

    private static double once(Loops loops, PlainLoop loop, String where) {
        IntBody body = loop.body();
        long start = System.nanoTime();
        LoopRun run = loops.parallelInts(0, loop.count(), body);
        double time = (System.nanoTime() - start) / 1e6;
        if (!run.reason().startsWith(where)) {
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
        print("call-beyond-loop-us", (later(times) - later(plain)) / 1e3);
    }

    /** Returns the median of the second half. */
    private static double later(double[] times) {
        return Spread.of(Arrays.stream(times).skip(times.length / 2)).median();
    }

    private static void print(String name, double value) {
        System.out.printf(Locale.ROOT, "%s %.4f%n", name, value);
    }
}
