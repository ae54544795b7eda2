package org.anabranch.loops.run;

import org.anabranch.loops.lift.ClassCache;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;

/** A cache of slices, one for each class of bodies. */
final class Slices {
    private static final byte[] TEMPLATE = template();

    private static final ClassValue<IterationRunner> SLICES = new ClassCache<>(type -> define());

    private static final ClassValue<IterationTime> PACES =
            new ClassCache<>(type -> new IterationTime());

    private Slices() {}

    static IterationTime pace(Object body) {
        return PACES.get(body.getClass());
    }

    static IterationRunner of(Object body) {
        return SLICES.get(body.getClass());
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
