package org.anabranch.scheduler.pool;

/**
 * Makes sure that some stack is left. A recursion that opens a scope at each level ends by an
 * overflow, and where that strikes is a matter of chance: if it were in the midst of starting or
 * counting a task, the task would be lost or counted twice, and somebody would wait for ever. So a
 * deeply nested scope is opened only where there is room for all that is done for it later. The
 * overflow comes then, when nothing has been done yet.
 */
public final class StackReserve {
    /** Scopes around one that are so many are nested by a recursion, which may have no end. */
    public static final int DEEP_SCOPES = 64;

    /** Of about a hundred bytes each when compiled, more when interpreted. */
    private static final int FRAMES = 320;

    /** What handing a task to the workers takes, which is done by a thread of the program. */
    private static final int FRAMES_OF_TASK = 64;

    private StackReserve() {}

    /**
     * Throws if there is too little for a scope within {@link #DEEP_SCOPES} others, of which the
     * last was opened by the same task (the tasks on one stack are few, and their number is
     * bounded), or beside as many that threads of the program have opened.
     *
     * @throws StackOverflowError now, and not later
     */
    public static void require() {
        long deepest = probe(FRAMES, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
        assert deepest > FRAMES;
    }

    /**
     * Throws if there is too little to hand a task to workers, of which nobody could say after an
     * overflow whether they have it.
     *
     * @throws StackOverflowError now, and not later
     */
    public static void requireForTask() {
        long deepest = probe(FRAMES_OF_TASK, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
        assert deepest > FRAMES_OF_TASK;
    }

    /** Whether there is enough for what must not end in the midst. */
    static boolean isEnough() {
        try {
            return probe(FRAMES, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) >= FRAMES;
        } catch (StackOverflowError deep) {
            return false;
        }
    }

    /** The parameters make its frame large, and are all of use, so that none is left out. */
    private static long probe(
            int frames,
            long a,
            long b,
            long c,
            long d,
            long e,
            long f,
            long g,
            long h,
            long i,
            long j) {
        if (frames == 0) {
            return a + b + c + d + e;
        }
        return 1 + probe(frames - 1, b, c, d, e, f, g, h, i, j, a) + (f ^ g) + (h ^ i) + (j & 1);
    }
}
