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
import org.anabranch.launch.Anabranch;
import org.anabranch.loops.IntBody;
import org.anabranch.loops.LoopRun;
import org.anabranch.loops.Loops;
import org.anabranch.loops.run.LiftedLoops;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * A run of one contestant on one loop, in a JVM of its own: prints the median and the least
 * milliseconds of its rounds, and a hash of the result, which must be the same for all contestants.
 */
public final class LoopContest {
    private static final long LEAST_NANOS = 3_000_000_000L;
    private static final int LEAST_ROUNDS = 5;

    private static final int WARM_CALLS = 3000;

    private static final int LEAST_ITERATIONS = 64;

    private LoopContest() {}

    /**
     * Runs the contestant.
     *
     * @param words loop, contestant, file with the kernels by hand, and optionally {@code --quick}
     * @throws Exception if anything fails
     */
    public static void main(String[] words) throws Exception {
        boolean quick = List.of(words).contains("--quick");
        PlainLoop loop = PlainLoop.of(words[0], quick);
        if (words[1].equals("java")) {
            print(loop, measure(loop::inJava, quick));
            return;
        }
        try (Anabranch anabranch = Anabranch.start()) {
            Platform platform = anabranch.platform();
            Domain device = Devices.first(platform);
            LiftedLoops loops = new LiftedLoops(platform);
            switch (words[1]) {
                case "hand" ->
                        byHand(loop, loop.name(), device, platform, Path.of(words[2]), quick);
                case "bound", "divider" ->
                        byHand(
                                loop,
                                loop.name() + "_" + words[1],
                                device,
                                platform,
                                Path.of(words[2]),
                                quick);
                case "host" -> lifted(loop, loops, "", quick);
                case "lifted", "device" -> {
                    warm(loops.on(device), loop.body(), quick);
                    lifted(loop, loops.on(device), "on " + device.id(), quick);
                }
                case "shared", "one" -> lifted(loop, loops.on(Place.anywhere()), "on ", quick);
                default -> throw new IllegalArgumentException("no contestant " + words[1]);
            }
        }
    }

    /**
     * Makes calls of a few iterations, until the JIT compiler has compiled the code of a call
     * around its loop.
     */
    private static void warm(Loops loops, IntBody body, boolean quick) {
        long end = System.nanoTime() + (quick ? LEAST_NANOS / 30 : LEAST_NANOS);
        for (int k = 0; k < WARM_CALLS && System.nanoTime() < end; k++) {
            loops.parallelInts(0, LEAST_ITERATIONS, body);
        }
    }

    private static void lifted(PlainLoop loop, Loops loops, String where, boolean quick) {
        IntBody body = loop.body();
        print(
                loop,
                measure(
                        () -> {
                            LoopRun run = loops.parallelInts(0, loop.count, body);
                            if (!run.parallel() || !run.reason().startsWith(where)) {
                                throw new IllegalStateException(run.toString());
                            }
                        },
                        quick));
    }

    private static void byHand(
            PlainLoop loop,
            String function,
            Domain device,
            Platform platform,
            Path file,
            boolean quick)
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
        try (Stream stream = device.stream()) {
            print(
                    loop,
                    measure(
                            () -> {
                                stream.run(kernel, Loop.of(0, loop.count / loop.perItem), all);
                                PlainLoop.memory(loop.result)
                                        .copyFrom(
                                                buffers.getFirst()
                                                        .read()
                                                        .asSlice(
                                                                0,
                                                                PlainLoop.memory(loop.result)
                                                                        .byteSize()));
                            },
                            quick));
        }
    }

    /** Returns the milliseconds of the rounds after the first third. */
    private static double[] measure(Runnable round, boolean quick) {
        long start = System.nanoTime();
        long length = quick ? LEAST_NANOS / 30 : LEAST_NANOS;
        List<Double> times = new ArrayList<>();
        while (times.size() < LEAST_ROUNDS || System.nanoTime() - start < length) {
            long begin = System.nanoTime();
            round.run();
            times.add((System.nanoTime() - begin) / (double) TimeUnit.MILLISECONDS.toNanos(1));
        }
        return times.stream()
                .skip(times.size() / 3)
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
    }

    private static void print(PlainLoop loop, double[] times) {
        int hash = loop.isRepeatable() ? loop.hash() : 0;
        System.out.printf(
                Locale.ROOT,
                "%.4f %.4f %08x%n",
                times[times.length / 2],
                Arrays.stream(times).min().orElseThrow(),
                hash);
    }
}
