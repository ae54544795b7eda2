package org.anabranch.benchmarks.loops;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.Loop;
import org.anabranch.api.Mapping;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;
import org.anabranch.api.Platform;
import org.anabranch.api.SourceCode;
import org.anabranch.api.Stream;
import org.anabranch.benchmarks.Spread;
import org.anabranch.examples.add.ArrayAddition;
import org.anabranch.examples.nbody.GravityKernels;
import org.anabranch.examples.series.FourierKernel;
import org.anabranch.launch.Anabranch;

import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The comparison of kernels translated from the examples' Java code with hand-written ones, in
 * turns on the first OpenCL device. Also {@code y = a x + y} over buffers that stay on the device,
 * compared with Java on arrays. Prints "name ratio" lines, where the ratio is the speed-up.
 */
record TranslatedKernels(Platform platform, Domain device, String text) {
    private static final int ROUNDS = 60;
    private static final int COUNT = 4 << 20;
    private static final int BODIES = 5;
    private static final int CLOUD = 2048;
    private static final int PAIRS = 256;

    private static final Kernel SAXPY =
            Kernel.of("saxpy", Parameter.inOut("y"), Parameter.in("x"), Parameter.scalar("a"))
                    .java(TranslatedKernels::saxpy);

    private static void saxpy(Piece piece, KernelArguments arguments) {
        MemorySegment y = arguments.segment(0);
        MemorySegment x = arguments.segment(1);
        float a = (float) arguments.doubleAt(2);
        for (long i = piece.low0(); i < piece.high0(); i += piece.stride0()) {
            float old = y.getAtIndex(JAVA_FLOAT, i);
            y.setAtIndex(JAVA_FLOAT, i, a * x.getAtIndex(JAVA_FLOAT, i) + old);
        }
    }

    /**
     * Runs the comparison.
     *
     * @param words the file with the kernels by hand
     * @throws Exception if anything fails
     */
    public static void main(String[] words) throws Exception {
        String text = Files.readString(Path.of(words[0]));
        try (Anabranch anabranch = Anabranch.start()) {
            Domain device = anabranch.domains("opencl", Duration.ofSeconds(30)).getFirst();
            TranslatedKernels kernels = new TranslatedKernels(anabranch.platform(), device, text);
            kernels.addition();
            kernels.advance();
            kernels.kick();
            kernels.series();
            kernels.saxpy();
        }
    }

    private Kernel byHand(Kernel kernel, String function) {
        return kernel.with(new SourceCode("opencl-c", text, function, ""));
    }

    private void addition() {
        try (Buffer a = platform.buffer(JAVA_INT, COUNT);
                Buffer b = platform.buffer(JAVA_INT, COUNT);
                Buffer c = platform.buffer(JAVA_INT, COUNT);
                Stream stream = device.stream()) {
            b.write().fill((byte) 1);
            c.write().fill((byte) 2);
            Argument[] all = {a.out(Mapping.each()), b.in(Mapping.each()), c.in(Mapping.each())};
            compare("add", stream, ArrayAddition.ADD, "array_addition", Loop.of(0, COUNT), all);
        }
    }

    private void advance() {
        try (Buffer position = platform.buffer(JAVA_DOUBLE, 3, BODIES);
                Buffer velocity = platform.buffer(JAVA_DOUBLE, 3, BODIES);
                Buffer mass = platform.buffer(JAVA_DOUBLE, BODIES);
                Stream stream = device.stream()) {
            for (int i = 0; i < 3 * BODIES; i++) {
                position.write().setAtIndex(JAVA_DOUBLE, i, i * i % 7);
                velocity.write().setAtIndex(JAVA_DOUBLE, i, 0);
                mass.write().setAtIndex(JAVA_DOUBLE, i % BODIES, 1e-3);
            }
            Argument[] all = {
                position.all().inOut(),
                velocity.all().inOut(),
                mass.all().in(),
                Argument.of(BODIES),
                Argument.of(1e-3),
                Argument.of(20_000L)
            };
            Kernel hand = byHand(GravityKernels.ADVANCE, "gravity_advance");
            print(
                    "advance",
                    () -> stream.run(GravityKernels.ADVANCE, all).await(),
                    () -> stream.run(hand, all).await());
        }
    }

    private void kick() {
        try (Buffer position = platform.buffer(JAVA_DOUBLE, 3, CLOUD);
                Buffer velocity = platform.buffer(JAVA_DOUBLE, 3, CLOUD);
                Buffer mass = platform.buffer(JAVA_DOUBLE, CLOUD);
                Stream stream = device.stream()) {
            for (int i = 0; i < 3 * CLOUD; i++) {
                position.write().setAtIndex(JAVA_DOUBLE, i, i * 7919L % 1000 / 1000.0);
                mass.write().setAtIndex(JAVA_DOUBLE, i % CLOUD, 1e-3);
            }
            Argument[] all = {
                velocity.inOut(Mapping.whole()),
                position.in(Mapping.whole()),
                mass.in(Mapping.whole()),
                Argument.of(CLOUD),
                Argument.of(1e-3),
                Argument.of(1e-4)
            };
            compare("kick", stream, GravityKernels.KICK, "gravity_kick", Loop.of(0, CLOUD), all);
        }
    }

    /**
     * Compares with a hand-written kernel that uses the device's own functions, which have other
     * bits.
     */
    private void series() {
        try (Buffer coefficients = platform.buffer(JAVA_DOUBLE, 2, PAIRS);
                Stream stream = device.stream()) {
            Argument[] all = {
                coefficients.out(Mapping.whole()),
                Argument.of((long) PAIRS),
                Argument.of(1000),
                Argument.of(999)
            };
            compare(
                    "series",
                    stream,
                    FourierKernel.SERIES,
                    "fourier_series",
                    Loop.of(0, PAIRS),
                    all);
        }
    }

    private void saxpy() {
        PlainLoop loop = PlainLoops.of("saxpy", 1);
        List<Buffer> buffers = new ArrayList<>();
        Argument[] all = loop.arguments(platform, buffers).toArray(Argument[]::new);
        try (Stream stream = device.stream()) {
            Loop range = Loop.of(0, loop.count());
            compare("saxpy", stream, SAXPY, "buffer_saxpy", range, all);
            print("saxpy-of-java", () -> stream.run(SAXPY, range, all).await(), loop.inJava());
        } finally {
            buffers.forEach(Buffer::close);
        }
    }

    private void compare(
            String name,
            Stream stream,
            Kernel kernel,
            String function,
            Loop loop,
            Argument... all) {
        Kernel hand = byHand(kernel, function);
        print(
                name,
                () -> stream.run(kernel, loop, all).await(),
                () -> stream.run(hand, loop, all).await());
    }

    private static void print(String name, Runnable translated, Runnable peer) {
        double[] ours = new double[ROUNDS];
        double[] theirs = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            ours[round] = nanos(translated);
            theirs[round] = nanos(peer);
        }
        double ratio = median(theirs) / median(ours);
        System.out.printf(Locale.ROOT, "translated-%s %.4f%n", name, ratio);
    }

    private static double nanos(Runnable run) {
        long start = System.nanoTime();
        run.run();
        return System.nanoTime() - start;
    }

    /** Returns the median of all but the first third. */
    private static double median(double[] times) {
        return Spread.of(Arrays.stream(times).skip(ROUNDS / 3)).median();
    }
}
