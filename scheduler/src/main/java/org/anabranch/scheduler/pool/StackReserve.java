package org.anabranch.scheduler.pool;

/**
 * The check for stack headroom. A recursion that opens a scope at each level ends by an overflow at
 * an arbitrary point. In the middle of starting or counting a task it would lose the task or count
 * it twice, and a thread would wait for ever. So a deeply nested scope is opened only if there is
 * room for all its later operations. The overflow then comes before anything has been done.
 */
public final class StackReserve {
    /** Scopes around one that are so many are nested by a recursion, which may have no end. */
    public static final int DEEP_SCOPES = 64;

    /** Of about a hundred bytes each when compiled, more when interpreted. */
    private static final int FRAMES = 320;

    /** The frames needed by a thread of the program to hand a task to the workers. */
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
     * Throws if there is too little stack to hand a task to workers; after an overflow it would be
     * unknown if they have it.
     *
     * @throws StackOverflowError now, and not later
     */
    public static void requireForTask() {
        long deepest = probe(FRAMES_OF_TASK, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
        assert deepest > FRAMES_OF_TASK;
    }

    /** Returns true if there is enough for an operation that must not be cut off. */
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
