package org.anabranch.examples.factor;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Buffer;
import org.anabranch.api.BufferOptions;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Platform;
import org.anabranch.api.ProgramException;
import org.anabranch.dense.factor.ColumnBlocks;
import org.anabranch.dense.factor.PanelFactorization;
import org.anabranch.dense.file.MatrixFile;
import org.anabranch.dense.file.MatrixWriter;
import org.anabranch.examples.job.DenseCost;
import org.anabranch.examples.job.Stopwatch;
import org.anabranch.spi.support.Arguments;

import java.io.PrintWriter;
import java.lang.foreign.MemorySegment;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.SplittableRandom;

/**
 * The user's matrix, and right-hand sides if there are any. To be closed.
 *
 * @param platform the platform of the matrix
 * @param name of the matrix, for messages
 * @param matrix column by column; unchanged
 * @param entries number of entries in the file
 * @param sides right-hand sides, or null
 */
record Problem(Platform platform, String name, Buffer matrix, long entries, Buffer sides)
        implements AutoCloseable {
    private static final int COPIES = 3;

    static Problem of(Arguments given, Platform platform, PrintWriter progress, FactorJob<?> job) {
        long most = platform.host().memory().getOrDefault(MemoryKind.NORMAL, 0L);
        long elements = most / Double.BYTES / COPIES;
        if (given.words() == 0) {
            return model(given, platform, elements, job);
        }
        for (String option : new String[] {"rows", "matrix"}) {
            if (given.has(option)) {
                throw given.complaint("--" + option + " is for a model matrix, without a file");
            }
        }
        try (MatrixFile file = MatrixFile.open(given.word(0, "a file"), elements);
                MatrixFile sides =
                        given.has("solve")
                                ? MatrixFile.open(given.value("solve").orElseThrow(), elements)
                                : null) {
            job.checkExtents(file.name(), file.rows(), file.columns(), sides != null);
            checkSides(file.name(), file.rows(), sides);
            double flops = job.flops(file.rows(), file.columns());
            DenseCost.tell(platform, file, true, flops, progress);
            Stopwatch watch = new Stopwatch(progress);
            Buffer matrix = load(platform, file, "A");
            try {
                Buffer right = sides == null ? null : load(platform, sides, "B");
                progress.println(said(file, watch.seconds()));
                return new Problem(platform, file.name(), matrix, file.entries(), right);
            } catch (RuntimeException e) {
                matrix.close();
                throw e;
            }
        }
    }

    private static String said(MatrixFile file, double seconds) {
        return String.format(
                Locale.ROOT,
                "read %d x %d, %d entries, %s, in %.3f s",
                file.rows(),
                file.columns(),
                file.entries(),
                file.format(),
                seconds);
    }

    private static Problem model(
            Arguments given, Platform platform, long elements, FactorJob<?> job) {
        long n = given.number("rows", 512, 1, (long) Math.sqrt(elements));
        String kind = given.choice("matrix", ModelMatrix.KINDS.toArray(String[]::new));
        job.checkExtents("the model", n, n, given.has("solve"));
        Buffer sides = null;
        if (given.has("solve")) {
            try (MatrixFile file = MatrixFile.open(given.value("solve").orElseThrow(), elements)) {
                checkSides("the model", n, file);
                sides = load(platform, file, "B");
            }
        }
        Buffer matrix = platform.buffer(BufferOptions.named("A"), JAVA_DOUBLE, n, n);
        ModelMatrix.fill(kind, matrix.write(), n);
        return new Problem(platform, "the " + kind + " matrix", matrix, n * n, sides);
    }

    private static void checkSides(String name, long rows, MatrixFile sides) {
        if (sides != null && sides.rows() != rows) {
            throw new ProgramException(
                    sides.name() + " has " + sides.rows() + " rows, but " + name + " has " + rows);
        }
    }

    private static Buffer load(Platform platform, MatrixFile file, String name) {
        Buffer buffer =
                platform.buffer(
                        BufferOptions.named(name), JAVA_DOUBLE, file.columns(), file.rows());
        try {
            file.load(buffer.write());
            return buffer;
        } catch (RuntimeException e) {
            buffer.close();
            throw e;
        }
    }

    long rows() {
        return matrix.shape().columns();
    }

    long columns() {
        return matrix.shape().rows();
    }

    /** Returns a copy of the matrix, to be factored; the caller's. */
    Buffer copy() {
        return copy(matrix, "factors");
    }

    private Buffer copy(Buffer of, String name) {
        Buffer copy =
                platform.buffer(
                        BufferOptions.named(name),
                        JAVA_DOUBLE,
                        of.shape().rows(),
                        of.shape().columns());
        copy.write().copyFrom(of.read());
        return copy;
    }

    /**
     * Solves for the right-hand sides, or for a random one; returns LAPACK's measure of the error
     * if there is a single solution.
     */
    OptionalDouble solve(
            Platform platform, PanelFactorization factors, int width, MatrixWriter writer) {
        boolean square = rows() == columns();
        if (sides == null && !square) {
            return OptionalDouble.empty();
        }
        Buffer right = sides == null ? random() : sides;
        try (Buffer x = copy(right, "X")) {
            factors.solve(new ColumnBlocks(x, width));
            if (writer != null) {
                writer.write(first(x), columns(), x.shape().rows());
            }
            return square
                    ? OptionalDouble.of(new SystemCheck(platform, matrix, right).ratio(x))
                    : OptionalDouble.empty();
        } finally {
            if (right != sides) {
                right.close();
            }
        }
    }

    /** Returns the first rows of each column, as many as the matrix has columns, without gaps. */
    private MemorySegment first(Buffer x) {
        MemorySegment all = x.read();
        if (rows() == columns()) {
            return all;
        }
        long count = x.shape().rows();
        MemorySegment packed =
                MemorySegment.ofArray(new double[Math.toIntExact(columns() * count)]);
        for (long j = 0; j < count; j++) {
            Sample.column(packed, columns(), j, columns())
                    .copyFrom(Sample.column(all, rows(), j, columns()));
        }
        return packed;
    }

    private Buffer random() {
        Buffer made = platform.buffer(BufferOptions.named("B"), JAVA_DOUBLE, 1, rows());
        MemorySegment memory = made.write();
        SplittableRandom random = new SplittableRandom(rows());
        for (long i = 0; i < rows(); i++) {
            memory.setAtIndex(JAVA_DOUBLE, i, random.nextDouble(-1, 1));
        }
        return made;
    }

    @Override
    public void close() {
        matrix.close();
        if (sides != null) {
            sides.close();
        }
    }
}
