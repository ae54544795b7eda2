package org.anabranch.examples.add;

import static org.anabranch.api.Mapping.each;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Finish;
import org.anabranch.api.Job;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.Loop;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;
import org.anabranch.api.Place;
import org.anabranch.api.Platform;
import org.anabranch.examples.job.PlainMain;
import org.anabranch.examples.job.Stopwatch;
import org.anabranch.spi.support.Arguments;
import org.osgi.service.component.annotations.Component;

import java.io.PrintWriter;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;

/**
 * The job for parallel array addition, a = b + c, of figure 3 of the HC-K2H paper, with 32-bit
 * integers.
 */
@Component
public final class ArrayAddition implements Job {
    /** The sum of two elements for each index. */
    public static final Kernel ADD =
            Kernel.of("add", Parameter.out("a"), Parameter.in("b"), Parameter.in("c"))
                    .java(ArrayAddition::add);

    private static final long MOST = 1L << 34;

    private static void add(Piece piece, KernelArguments arguments) {
        MemorySegment a = arguments.segment(0);
        MemorySegment b = arguments.segment(1);
        MemorySegment c = arguments.segment(2);
        for (long i = piece.low0(); i < piece.high0(); i += piece.stride0()) {
            a.setAtIndex(JAVA_INT, i, b.getAtIndex(JAVA_INT, i) + c.getAtIndex(JAVA_INT, i));
        }
    }

    @Override
    public String name() {
        return "add";
    }

    @Override
    public String usage() {
        return "add [N] [--tile T]: adds two arrays of N integers (default 1048576) in tiles of T"
                + " (default 1024)";
    }

    @Override
    public Report run(
            Platform platform, List<Domain> domains, List<String> arguments, PrintWriter progress) {
        Arguments given = Arguments.of(this, arguments, 1, "tile");
        long n = given.number(0, "N", 1 << 20, 1, MOST);
        long tile = given.number("tile", 1024, 1, MOST);
        Place place = Place.among(domains);
        try (Buffer a = platform.buffer(JAVA_INT, n);
                Buffer b = platform.buffer(JAVA_INT, n);
                Buffer c = platform.buffer(JAVA_INT, n)) {
            fill(b.write(), c.write(), n);
            Stopwatch watch = new Stopwatch(progress);
            try (Finish finish = platform.finish()) {
                finish.forasync(
                        place,
                        Loop.of(0, n).tile(tile),
                        ADD,
                        a.out(each()),
                        b.in(each()),
                        c.in(each()));
            }
            double seconds = watch.seconds();
            long wrong = wrong(a.read(), n);
            String verification =
                    wrong == 0
                            ? "all " + n + " sums are exact"
                            : wrong + " of " + n + " sums are wrong";
            return new Report(
                    wrong == 0, verification, seconds, n, Map.of("elements", n, "tile", tile));
        }
    }

    private static void fill(MemorySegment b, MemorySegment c, long n) {
        for (long i = 0; i < n; i++) {
            b.setAtIndex(JAVA_INT, i, first(i));
            c.setAtIndex(JAVA_INT, i, second(i));
        }
    }

    private static long wrong(MemorySegment a, long n) {
        long wrong = 0;
        for (long i = 0; i < n; i++) {
            if (a.getAtIndex(JAVA_INT, i) != first(i) + second(i)) {
                wrong++;
            }
        }
        return wrong;
    }

    private static int first(long i) {
        return (int) (i * 0x9E3779B9L);
    }

    private static int second(long i) {
        return (int) (i >>> 3) ^ 0x55555555;
    }

    /**
     * Runs outside OSGi.
     *
     * @param arguments as for {@link #usage}, and {@code --domains} with a list of domains
     */
    public static void main(String... arguments) {
        PlainMain.run(new ArrayAddition(), arguments);
    }
}
