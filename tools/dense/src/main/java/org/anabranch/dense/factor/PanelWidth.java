package org.anabranch.dense.factor;

import org.anabranch.dense.Arithmetics;
import org.anabranch.dense.arithmetic.Arithmetic;
import org.anabranch.dense.arithmetic.View;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.Properties;
import java.util.function.IntToDoubleFunction;

/**
 * How wide panels should be with this arithmetic on this machine: narrow ones have more products
 * with few columns, wide ones more triangular solves, which are slower. Measured once, in about a
 * fifth of a second on one thread, and kept in a file: that of the system property {@code
 * anabranch.dense.widths}, by default {@code anabranch/dense-widths.properties} in the folder of
 * the user's caches. A file that cannot be read or written is done without.
 */
final class PanelWidth {
    static final int USUAL = 384;

    /** Of matrices that would have too few panels otherwise, and in Java. */
    static final int SMALL = 320;

    private static final String PROPERTY = "anabranch.dense.widths";
    private static final int[] WIDTHS = {USUAL, 128, 192, 256, 320, 448};
    private static final int WIDEST = 512;
    private static final int HEIGHT = 1024;
    private static final double EXTENT = 4096;
    private static final int ROUNDS = 3;

    /** Another width must be better by more than measurements differ, twice. */
    private static final double CLEARLY = 0.95;

    private final Path file;
    private final String key;

    PanelWidth(Path file, String key) {
        this.file = file;
        this.key = key;
    }

    /** Measured when it is first needed. */
    private static final class Kept {
        static final int WIDTH =
                new PanelWidth(
                                place(),
                                Arithmetics.describe() + " " + System.getProperty("os.arch"))
                        .find(width -> seconds(Arithmetics.chosen(), width));
    }

    /**
     * The width for the arithmetic that is chosen; in Java, which is compiled as it runs, the small
     * one.
     */
    static int kept() {
        return Arithmetics.chosen().isNative() ? Kept.WIDTH : SMALL;
    }

    private static Path place() {
        String given = System.getProperty(PROPERTY);
        if (given != null) {
            return Path.of(given);
        }
        String caches = System.getenv("XDG_CACHE_HOME");
        Path folder =
                caches == null || caches.isEmpty()
                        ? Path.of(System.getProperty("user.home"), ".cache")
                        : Path.of(caches);
        return folder.resolve("anabranch").resolve("dense-widths.properties");
    }

    /**
     * The width that is kept, or else the best, which is then kept.
     *
     * @param seconds what a factorisation is predicted to take with panels of a width
     */
    int find(IntToDoubleFunction seconds) {
        Properties widths = read();
        Optional<Integer> kept = width(widths.getProperty(key));
        if (kept.isPresent()) {
            return kept.get();
        }
        int best = best(seconds);
        if (best != USUAL && best(seconds) != best) {
            best = USUAL; // others are busy, so nothing is clear
        }
        widths.setProperty(key, Integer.toString(best));
        write(widths);
        return best;
    }

    private static int best(IntToDoubleFunction seconds) {
        int best = USUAL;
        double least = seconds.applyAsDouble(USUAL) * CLEARLY;
        for (int width : WIDTHS) {
            double needed = width == USUAL ? least : seconds.applyAsDouble(width);
            if (needed < least) {
                best = width;
                least = needed;
            }
        }
        return best;
    }

    private static Optional<Integer> width(String text) {
        try {
            return Optional.ofNullable(text)
                    .map(Integer::valueOf)
                    .filter(width -> width >= Partition.LEAST && width <= WIDEST);
        } catch (NumberFormatException spoiled) {
            return Optional.empty();
        }
    }

    private Properties read() {
        Properties widths = new Properties();
        try (InputStream input = Files.newInputStream(file)) {
            widths.load(input);
        } catch (IOException | IllegalArgumentException unreadable) {
            widths.clear();
        }
        return widths;
    }

    /** As a whole, since other processes may read it. */
    private void write(Properties widths) {
        try {
            Path folder = file.toAbsolutePath().getParent();
            Files.createDirectories(folder);
            Path whole = Files.createTempFile(folder, "widths", ".new");
            try (OutputStream output = Files.newOutputStream(whole)) {
                widths.store(output, "widths of panels that were measured to be best");
            }
            Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException unwritable) {
            return; // it is measured again by the next process
        }
    }

    /** What one thread would need for a Cholesky factorisation of 4096 rows. */
    private static double seconds(Arithmetic arithmetic, int width) {
        try (Arena arena = Arena.ofConfined()) {
            View diagonal = matrix(arena, width, width, 1);
            View left = matrix(arena, HEIGHT, width, 0);
            View right = matrix(arena, HEIGHT, width, 0);
            View top = left.part(0, 0, width, width).transposed();
            double tall = 2.0 * HEIGHT * width * width;
            double product = rate(tall, () -> arithmetic.gemm(-1, left, top, 1, right));
            double solve =
                    rate(
                            tall / 2,
                            () -> arithmetic.trsm(true, false, 1, diagonal, left.transposed()));
            double square =
                    rate(
                            (double) width * width * width,
                            () -> arithmetic.syrk(-1, left.part(0, 0, width, width), 1, diagonal));
            double edge = EXTENT * EXTENT * width / 2;
            return (EXTENT * EXTENT * EXTENT / 3 - 2 * edge) / product
                    + edge / solve
                    + edge / square;
        }
    }

    /** Zeros, with this on the diagonal: how fast it is does not depend on the numbers. */
    private static View matrix(Arena arena, int rows, int columns, double diagonal) {
        MemorySegment memory = arena.allocate(ValueLayout.JAVA_DOUBLE, (long) rows * columns);
        for (long i = 0; i < columns; i++) {
            memory.setAtIndex(ValueLayout.JAVA_DOUBLE, i * rows + i, diagonal);
        }
        return View.of(memory, false, true, rows, rows, columns);
    }

    /** Operations per second, of the fastest round. */
    private static double rate(double operations, Runnable work) {
        long least = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long start = System.nanoTime();
            work.run();
            least = Math.min(least, System.nanoTime() - start);
        }
        return operations / (least / 1e9);
    }
}
