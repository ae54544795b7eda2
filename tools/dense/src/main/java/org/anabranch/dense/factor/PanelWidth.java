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
 * The best width of panels for this arithmetic on this machine: narrow ones lead to products with
 * few columns, wide ones to more triangular solves, which are slower. It is measured once, in about
 * a fifth of a second on one thread, and cached in a file. The system property {@code
 * anabranch.dense.widths} names the file, by default {@code anabranch/dense-widths.properties} in
 * the user's cache folder. If the file cannot be read or written, it is ignored.
 */
record PanelWidth(Path file, String key) {
    static final int USUAL = 384;

    /** The width for matrices that would otherwise have too few panels, and in Java. */
    static final int SMALL = 320;

    private static final String PROPERTY = "anabranch.dense.widths";
    private static final int[] WIDTHS = {USUAL, 128, 192, 256, 320, 448};
    private static final int WIDEST = 512;
    private static final int HEIGHT = 1024;
    private static final double EXTENT = 4096;
    private static final int ROUNDS = 3;

    /** The factor by which another width must be faster, twice: more than measurements differ. */
    private static final double CLEARLY = 0.95;

    /** The width, measured at its first use. */
    private static final class Kept {
        static final int WIDTH =
                new PanelWidth(
                                place(),
                                Arithmetics.describe() + " " + System.getProperty("os.arch"))
                        .find(width -> seconds(Arithmetics.chosen(), width));
    }

    /**
     * Returns the width for the chosen arithmetic; for Java, which is compiled while it runs, the
     * small one.
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
     * Returns the cached width, or else the best, which it then caches.
     *
     * @param seconds the predicted time of a factorisation with panels of a width
     */
    int find(IntToDoubleFunction seconds) {
        Properties widths = read();
        Optional<Integer> kept = width(widths.getProperty(key));
        if (kept.isPresent()) {
            return kept.get();
        }
        int best = best(seconds);
        if (best != USUAL && best(seconds) != best) {
            best = USUAL; // the machine is busy, so the measurements do not agree
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
                    .filter(width -> width >= PanelPartition.LEAST && width <= WIDEST);
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

    /** Replaces the file as a whole, since other processes may read it. */
    private void write(Properties widths) {
        try {
            Path folder = file.toAbsolutePath().getParent();
            Files.createDirectories(folder);
            Path whole = Files.createTempFile(folder, "widths", ".new");
            try {
                try (OutputStream output = Files.newOutputStream(whole)) {
                    widths.store(output, "widths of panels that were measured to be best");
                }
                Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(whole);
            }
        } catch (IOException unwritable) {
            return; // the next process measures again
        }
    }

    /** Returns the predicted time of a Cholesky factorisation of 4096 rows on one thread. */
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

    /** Returns a diagonal matrix: the speed does not depend on the numbers. */
    private static View matrix(Arena arena, int rows, int columns, double diagonal) {
        MemorySegment memory = arena.allocate(ValueLayout.JAVA_DOUBLE, (long) rows * columns);
        for (long i = 0; i < columns; i++) {
            memory.setAtIndex(ValueLayout.JAVA_DOUBLE, i * rows + i, diagonal);
        }
        return View.of(memory, false, true, rows, rows, columns);
    }

    /** Returns the operations per second of the fastest round. */
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
