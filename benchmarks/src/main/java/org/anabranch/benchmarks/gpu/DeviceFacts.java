package org.anabranch.benchmarks.gpu;

import org.anabranch.api.Domain;
import org.anabranch.api.Platform;
import org.anabranch.launch.Anabranch;
import org.anabranch.loops.IntBody;
import org.anabranch.loops.LoopRun;
import org.anabranch.loops.Loops;
import org.anabranch.loops.run.LiftedLoops;

import java.time.Duration;
import java.util.Locale;

/**
 * The facts about the devices: properties, and how a loop in int, float and double runs on each,
 * which tells what the arithmetic self-test found. Prints Markdown.
 */
public final class DeviceFacts {
    private static final int ITERATIONS = 1 << 16;

    private DeviceFacts() {}

    /**
     * Prints the facts.
     *
     * @param words none
     * @throws Exception if there is no device
     */
    public static void main(String[] words) throws Exception {
        try (Anabranch anabranch = Anabranch.start()) {
            Platform platform = anabranch.platform();
            anabranch.domains("opencl", Duration.ofSeconds(30));
            Loops loops = new LiftedLoops(platform);
            for (Domain domain : platform.domains()) {
                System.out.printf(
                        Locale.ROOT,
                        "- `%s`: memory %s, %s%n",
                        domain.id(),
                        domain.memory(),
                        domain.properties());
                if (domain.kind().equals("opencl")) {
                    System.out.println("  - ints: " + ints(loops.on(domain)));
                    System.out.println("  - floats: " + floats(loops.on(domain)));
                    System.out.println("  - doubles: " + doubles(loops.on(domain)));
                }
            }
        }
    }

    private static String ints(Loops loops) {
        int[] a = new int[ITERATIONS];
        return said(loops, i -> a[i] = i * 7 / (i % 3 + 1));
    }

    private static String floats(Loops loops) {
        float[] a = new float[ITERATIONS];
        return said(loops, i -> a[i] = (float) Math.sqrt(i) / (i + 0.3f));
    }

    private static String doubles(Loops loops) {
        double[] a = new double[ITERATIONS];
        return said(loops, i -> a[i] = Math.sqrt(i) / (i + 0.3));
    }

    private static String said(Loops loops, IntBody body) {
        LoopRun run = loops.parallelInts(0, ITERATIONS, body);
        return run.reason();
    }
}
