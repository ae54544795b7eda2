package org.anabranch.loops.weave;

import org.anabranch.loops.device.Pieces;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Calls of ranges that are compiled apart from their callers. C2 does not follow a method handle
 * that is no constant; if it moved a range into the method of the loop, the calls around it would
 * leave the range without registers.
 */
final class CallsApart {
    // not final: a constant would be followed
    private static volatile MethodHandle ints = handle(IntRange.class, int.class);
    private static volatile MethodHandle longs = handle(LongRange.class, long.class);

    private CallsApart() {}

    private static MethodHandle handle(Class<?> range, Class<?> index) {
        try {
            MethodType type = MethodType.methodType(void.class, index, index);
            return MethodHandles.lookup().findVirtual(range, "run", type);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Returns true for a body that has its iterations as a range. */
    static boolean isRange(Object body) {
        return body instanceof IntRange || body instanceof LongRange;
    }

    /** Runs iterations of a range. */
    static void run(Object range, long low, long high) {
        if (range instanceof IntRange ints) {
            runInts(ints, (int) low, (int) high);
        } else {
            runLongs((LongRange) range, low, high);
        }
    }

    private static void runInts(IntRange range, int low, int high) {
        try {
            ints.invokeExact(range, low, high);
        } catch (Throwable thrown) {
            Pieces.rethrow(thrown);
        }
    }

    private static void runLongs(LongRange range, long low, long high) {
        try {
            longs.invokeExact(range, low, high);
        } catch (Throwable thrown) {
            Pieces.rethrow(thrown);
        }
    }
}
