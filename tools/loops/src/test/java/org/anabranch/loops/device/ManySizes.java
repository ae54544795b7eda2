package org.anabranch.loops.device;

import org.anabranch.api.Domain;
import org.anabranch.launch.Anabranch;
import org.anabranch.loops.IntBody;
import org.anabranch.loops.LoopRun;
import org.anabranch.loops.Loops;
import org.anabranch.loops.run.LiftedLoops;
import org.anabranch.opencl.OpenClBackend;
import org.anabranch.spi.Backend;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A program that runs five loops at eight sizes on the first OpenCL device, and prints the number
 * of kernels that the driver has compiled for them into an empty cache: {@code POCL_CACHE_DIR}.
 */
final class ManySizes {
    private static final int[] SIZES = {1, 17, 64, 1000, 4099, 65_536, 300_001, 1_200_000};

    private final Loops loops;
    private final Domain device;
    private int elsewhere;

    private ManySizes(Loops loops, Domain device) {
        this.loops = loops.on(device);
        this.device = device;
    }

    public static void main(String[] words) throws IOException {
        OpenClBackend backend = new OpenClBackend(Map.of());
        try (Anabranch anabranch = Anabranch.start()) {
            anabranch.framework().registerService(Backend.class, backend, null);
            Domain device = anabranch.domains("opencl", Duration.ofSeconds(60)).getFirst();
            ManySizes sizes = new ManySizes(new LiftedLoops(anabranch.platform()), device);
            double[] count = new double[1];
            sizes.run(1, i -> count[i]++); // the arithmetic of the device is tried first
            long before = compiled();
            long start = System.nanoTime();
            boolean right = true;
            for (int size : SIZES) {
                right &= sizes.areRight(size);
            }
            System.out.printf(
                    "compiled %d, right %s, elsewhere %d, ms %d%n",
                    compiled() - before,
                    right,
                    sizes.elsewhere,
                    (System.nanoTime() - start) / 1_000_000);
        }
    }

    /** Returns the number of kernels in the driver's cache. */
    private static long compiled() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of(System.getenv("POCL_CACHE_DIR")))) {
            List<Path> kernels = files.filter(file -> file.toString().endsWith(".so")).toList();
            if (Boolean.getBoolean("verbose")) {
                kernels.forEach(System.out::println);
            }
            return kernels.size();
        }
    }

    private void run(int size, IntBody body) {
        LoopRun run = loops.parallelInts(0, size, body);
        elsewhere += run.place().equals(device.id()) ? 0 : 1;
    }

    private boolean areRight(int n) {
        float[] x = new float[n + 2];
        float[] y = new float[n + 2];
        float[] z = new float[n + 2];
        int[] steps = new int[n];
        double[] roots = new double[n];
        IntStream.range(0, n + 2).forEach(i -> x[i] = 2f * i / n - 1);
        run(n, i -> y[i] = 1.5f * x[i] + y[i]);
        run(n, i -> z[i + 1] = 0.5f * (x[i] + x[i + 2]));
        run(n, i -> steps[i] = escape(x[i]));
        run(n, i -> roots[i] = Math.sqrt(Math.abs((double) x[i])));
        run(n, i -> y[i] = y[i] > 0 ? y[i] - z[i] : z[i]);
        boolean right = true;
        for (int i = 0; i < n; i++) {
            float mean = i == 0 ? 0 : 0.5f * (x[i - 1] + x[i + 1]);
            float sum = 1.5f * x[i];
            right &= y[i] == (sum > 0 ? sum - mean : mean);
            right &= steps[i] == escape(x[i]) && roots[i] == Math.sqrt(Math.abs((double) x[i]));
        }
        return right;
    }

    private static int escape(float from) {
        float x = from;
        int steps = 0;
        while (steps < 20 && x * x < 4) {
            x = x * x + from;
            steps++;
        }
        return steps;
    }
}
