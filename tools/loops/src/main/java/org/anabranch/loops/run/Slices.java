package org.anabranch.loops.run;

import org.anabranch.loops.lift.ClassCache;
import org.anabranch.loops.weave.IntRange;
import org.anabranch.loops.weave.LongRange;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;

/**
 * The slices of the bodies of one class: a runner compiled for it alone, and the recent time of an
 * iteration, which decides where loops run, never if they may. Thread-safe; a lost time does no
 * harm.
 */
final class Slices {
    private static final byte[] TEMPLATE = template();
    private static final ClassValue<Slices> ALL = new ClassCache<>(Slices::new);
    private final IterationRunner runner;
    private volatile double nanos = Double.POSITIVE_INFINITY;

    private Slices(Class<?> type) {
        boolean hasRanges =
                IntRange.class.isAssignableFrom(type) || LongRange.class.isAssignableFrom(type);
        runner = hasRanges ? Slices::range : define();
    }

    /** Runs iterations of a woven loop by code that in-order runs have warmed up. */
    private static void range(Object body, long low, long high, long[] done) {
        done[0] = low;
        if (body instanceof IntRange ints) {
            ints.run((int) low, (int) high);
        } else {
            ((LongRange) body).run(low, high);
        }
        done[0] = high;
    }

    static Slices of(Object body) {
        return ALL.get(body.getClass());
    }

    /** Runs iterations as {@link IterationRunner#run} does. */
    void run(Object body, long low, long high, long[] done) {
        runner.run(body, low, high, done);
    }

    /** Returns the expected time of so many iterations; a large value as long as it is unknown. */
    double nanosOf(long count) {
        return nanos * count;
    }

    /** Records the latest time. */
    void took(long busy, long count) {
        nanos = (double) busy / count;
    }

    private static IterationRunner define() {
        try {
            MethodHandles.Lookup hidden = MethodHandles.lookup().defineHiddenClass(TEMPLATE, true);
            return (IterationRunner) hidden.lookupClass().getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static byte[] template() {
        try (InputStream in = BodySlice.class.getResourceAsStream("BodySlice.class")) {
            return in.readAllBytes();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
