package org.anabranch.loops.run;

import org.anabranch.loops.IntBody;
import org.anabranch.loops.LongBody;

/**
 * The template of slices, which is never run itself. {@link Slices} defines it again as a hidden
 * class for each class of bodies, so that the compiler sees one body at each call and inlines it.
 */
final class BodySlice implements IterationRunner {
    BodySlice() {}

    @Override
    public void run(Object body, long low, long high, long[] done) {
        if (body instanceof IntBody ints) {
            runInts(ints, (int) low, (int) high, done);
        } else {
            runLongs((LongBody) body, low, high, done);
        }
    }

    private static void runInts(IntBody body, int low, int high, long[] done) {
        int i = low;
        try {
            for (; i < high; i++) {
                body.run(i);
            }
        } finally {
            done[0] = i;
        }
    }

    private static void runLongs(LongBody body, long low, long high, long[] done) {
        long i = low;
        try {
            for (; i < high; i++) {
                body.run(i);
            }
        } finally {
            done[0] = i;
        }
    }
}
