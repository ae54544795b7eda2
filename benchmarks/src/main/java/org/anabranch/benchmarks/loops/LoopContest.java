package org.anabranch.benchmarks.loops;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.MappedOperand;
import org.anabranch.api.Parameter;
import org.anabranch.api.Place;
import org.anabranch.api.Platform;
import org.anabranch.api.SourceCode;
import org.anabranch.api.Stream;
import org.anabranch.benchmarks.Spread;
import org.anabranch.launch.Anabranch;
import org.anabranch.loops.IntBody;
import org.anabranch.loops.LoopRun;
import org.anabranch.loops.Loops;
import org.anabranch.loops.run.LiftedLoops;
import org.anabranch.spi.support.Arguments;

import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * A run of one contestant on one loop, in a JVM of its own: prints the median and the least
 * milliseconds of its rounds, and a hash of the result, which must be the same for all contestants.
 */
public final class LoopContest {
    private static final double SECONDS = 3;
    private static final int LEAST_ROUNDS = 5;

    private static final int WARM_CALLS = 3000;

    private static final int LEAST_ITERATIONS = 64;

    private final String name;
    private final PlainLoop loop;
    private final long leastNanos;

    /** True if a work-item of the loop by hand computes one element of the result. */
    private final boolean elements;

    private LoopContest(String name, int scale, double seconds, boolean elements) {
        this.name = name;
        this.loop = PlainLoops.of(name, scale);
        this.leastNanos = (long) (seconds * TimeUnit.SECONDS.toNanos(1));
        this.elements = elements;
    }

    /**
     * Runs the contestant.
     *
     * @param words loop, contestant, file with the kernels by hand, and optionally {@code --quick}
     *     for small sizes and a short look, {@code --large} for sizes that suit a GPU, {@code
     *     --seconds=S} for the length of the measurement, {@code --elements} if a work-item of a
     *     kernel by hand computes one element
     * @throws Exception if anything fails
     */
    public static void main(String[] words) throws Exception {
        Arguments options =
                new Arguments(
                        "LoopContest",
                        List.of(words),
                        Set.of("seconds"),
                        Set.of("quick", "large", "elements"));
        boolean quick = options.has("quick");
        double seconds =
                options.value("seconds")
                        .map(Double::valueOf)
                        .orElse(quick ? SECONDS / 30 : SECONDS);
        int scale = options.has("large") ? 2 : quick ? 0 : 1;
        new LoopContest(words[0], scale, seconds, options.has("elements")).run(words[1], words[2]);
    }

    private void run(String contestant, String kernels) throws Exception {
        switch (contestant) {
            case "java" -> print(measure(loop.inJava()));
            case "cores" -> print(measure(this::onCores));
            default -> {
                try (Anabranch anabranch = Anabranch.start()) {
                    onPlatform(contestant, anabranch, Path.of(kernels));
                }
            }
        }
    }

    private void onCores() {
        IntStream.range(0, loop.count()).parallel().forEach(loop.body()::run);
    }

    private void onPlatform(String contestant, Anabranch anabranch, Path kernels) throws Exception {
        Platform platform = anabranch.platform();
        Domain device = anabranch.domains("opencl", Duration.ofSeconds(30)).getFirst();
        LiftedLoops loops = new LiftedLoops(platform);
        switch (contestant) {
            case "hand" -> byHand(name, device, platform, kernels);
            case "bound", "divider" -> byHand(name + "_" + contestant, device, platform, kernels);
            case "host" -> lifted(loops, "");
            case "lifted", "device" -> {
                warm(loops.on(device), loop.body());
                lifted(loops.on(device), "on " + device.id());
            }
            case "shared", "one" -> lifted(loops.on(Place.anywhere()), "");
            default -> throw new IllegalArgumentException("no contestant " + contestant);
        }
    }

    /**
     * Makes calls of a few iterations, until the JIT compiler has compiled the code of a call
     * around its loop.
     */
    private void warm(Loops loops, IntBody body) {
        long end = System.nanoTime() + leastNanos;
        for (int k = 0; k < WARM_CALLS && System.nanoTime() < end; k++) {
            loops.parallelInts(0, LEAST_ITERATIONS, body);
        }
    }

    /** Measures the loop, wherever it runs, or in one place only. */
    private void lifted(Loops loops, String where) {
        IntBody body = loop.body();
        print(
                measure(
                        () -> {
                            LoopRun run = loops.parallelInts(0, loop.count(), body);
                            if (!run.reason().startsWith(where)) {
                                throw new IllegalStateException(run.toString());
                            }
                        }));
    }

    private void byHand(String function, Domain device, Platform platform, Path file)
            throws Exception {
        List<Buffer> buffers = new ArrayList<>();
        List<Argument> arguments = loop.arguments(platform, buffers);
        List<Parameter> parameters = new ArrayList<>();
        for (Argument argument : arguments) {
            parameters.add(
                    argument instanceof MappedOperand operand
                            ? new Parameter("memory", operand.mode())
                            : Parameter.scalar("number"));
        }
        Kernel kernel =
                Kernel.of("by-hand", parameters.toArray(Parameter[]::new))
                        .with(new SourceCode("opencl-c", Files.readString(file), function, ""));
        Argument[] all = arguments.toArray(Argument[]::new);
        MemorySegment result = loop.memory();
        Loop range =
                Loop.of(
                        0,
                        elements ? result.byteSize() / Float.BYTES : loop.count() / loop.perItem());
        try (Stream stream = device.stream()) {
            print(
                    measure(
                            () -> {
                                stream.run(kernel, range, all);
                                result.copyFrom(
                                        buffers.getFirst().read().asSlice(0, result.byteSize()));
                            }));
        }
    }

    /** Measures the milliseconds of the rounds after the first third. */
    private Spread measure(Runnable round) {
        long start = System.nanoTime();
        List<Double> times = new ArrayList<>();
        while (times.size() < LEAST_ROUNDS || System.nanoTime() - start < leastNanos) {
            long begin = System.nanoTime();
            round.run();
            times.add((System.nanoTime() - begin) / (double) TimeUnit.MILLISECONDS.toNanos(1));
        }
        return Spread.of(times.subList(times.size() / 3, times.size()));
    }

    private void print(Spread times) {
        int hash = name.equals("saxpy") ? 0 : loop.hash(); // which adds to its result each round
        System.out.printf(Locale.ROOT, "%.4f %.4f %08x%n", times.median(), times.least(), hash);
    }
}
