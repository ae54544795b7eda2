package org.anabranch.product;

import static org.anabranch.api.Mapping.each;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Finish;
import org.anabranch.api.Job;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.Parameter;
import org.anabranch.api.Place;
import org.anabranch.api.Platform;
import org.anabranch.api.Stream;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

import java.io.PrintWriter;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The job {@code endless}, which works until the file {@code enough} is in the folder of plugins,
 * then compares its result with that of as many steps in order. With {@code streams} each of its
 * domains has a stream. Of one class, as it goes into a jar.
 */
public final class EndlessJob implements Job, BundleActivator {
    private static final int LENGTH = 1 << 14;
    private static final Kernel STEP =
            Kernel.of("endless step", Parameter.inOut("x"))
                    .java(
                            (piece, arguments) ->
                                    step(arguments.segment(0), piece.low0(), piece.end(0)));

    @Override
    public void start(BundleContext context) {
        context.registerService(Job.class, this, null);
    }

    @Override
    public void stop(BundleContext context) {}

    @Override
    public String name() {
        return "endless";
    }

    @Override
    public String usage() {
        return "endless [streams]";
    }

    private static void step(MemorySegment x, long from, long to) {
        for (long i = from; i < to; i++) {
            x.setAtIndex(JAVA_LONG, i, next(x.getAtIndex(JAVA_LONG, i), i));
        }
    }

    private static long next(long before, long index) {
        return before * 0x5851F42D4C957F2DL + index;
    }

    @Override
    public Report run(
            Platform platform, List<Domain> domains, List<String> arguments, PrintWriter progress) {
        try (Buffer x = platform.buffer(JAVA_LONG, LENGTH)) {
            long steps = 0;
            while (!Files.exists(Path.of(System.getProperty("anabranch.plugins"), "enough"))) {
                if (arguments.contains("streams")) {
                    stream(domains.get((int) (steps % domains.size())), x);
                } else {
                    loop(platform, Place.among(domains), x);
                }
                steps++;
            }
            long wrong = 0;
            MemorySegment result = x.read();
            for (long i = 0; i < LENGTH; i++) {
                long expected = 0;
                for (long step = 0; step < steps; step++) {
                    expected = next(expected, i);
                }
                wrong += result.getAtIndex(JAVA_LONG, i) == expected ? 0 : 1;
            }
            return new Report(wrong == 0, wrong + " are wrong", 1, 0, Map.of("steps", steps));
        }
    }

    private static void stream(Domain domain, Buffer x) {
        try (Stream stream = domain.stream()) {
            stream.run(STEP, Loop.of(0, LENGTH), x.inOut(each())).await();
        }
    }

    private static void loop(Platform platform, Place place, Buffer x) {
        try (Finish finish = platform.finish()) {
            finish.forasync(place, Loop.of(0, LENGTH).tile(256), STEP, x.inOut(each()));
        }
    }
}
