package org.anabranch.k2h.protocol;

import org.anabranch.k2h.machine.UncachedWords;

/**
 * The free flags (K2H-S3): a word per DSP, written by that DSP only and read by all. Its low byte
 * is 0 while the DSP runs something; while it looks for work, one more than the depth of the finish
 * that it waits for, so that nobody offers it what it would refuse. The rest counts the tasks that
 * it has begun of those that ARM cores sent, so that one on its way is not taken for none. A hint.
 */
public final class FreeFlags {
    private static final int BITS = 8;
    private static final int DEEPEST = (1 << BITS) - 2;
    private static final int FLAG = (1 << BITS) - 1;

    private final UncachedWords words;

    /** Flags of DSPs that run something. */
    public FreeFlags(int dsps) {
        words = new UncachedWords(dsps);
    }

    /** A DSP looks for tasks of this depth, and of deeper ones. */
    public void looks(int dsp, int depth) {
        words.put(dsp, words.get(dsp) & ~FLAG | Math.min(depth, DEEPEST) + 1);
    }

    /** A DSP runs something. */
    public void runs(int dsp) {
        words.put(dsp, words.get(dsp) & ~FLAG);
    }

    /** A DSP runs a task of the ARM side that it has not run before. */
    public void begins(int dsp) {
        words.put(dsp, (words.get(dsp) >>> BITS) + 1 << BITS);
    }

    /** {@return whether a DSP looks for work} */
    public boolean isFree(int dsp) {
        return (words.get(dsp) & FLAG) != 0;
    }

    /** {@return how many DSPs look for work of this depth} */
    public int free(int depth) {
        int count = 0;
        for (int i = 0; i < words.count(); i++) {
            int flag = words.get(i) & FLAG;
            count += flag > 0 && flag <= Math.min(depth, DEEPEST) + 1 ? 1 : 0;
        }
        return count;
    }

    /**
     * Of tasks that were sent, how many no DSP has begun.
     *
     * @param sent all that were sent so far
     */
    public int onTheWay(int sent) {
        int begun = 0;
        for (int i = 0; i < words.count(); i++) {
            begun += words.get(i) >>> BITS;
        }
        return (sent - begun << BITS) >>> BITS;
    }
}
