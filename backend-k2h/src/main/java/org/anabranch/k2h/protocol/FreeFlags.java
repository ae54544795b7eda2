package org.anabranch.k2h.protocol;

import org.anabranch.k2h.machine.UncachedWords;

/**
 * The free flags (K2H-S3): a word per DSP, written by that DSP only and read by all. Its low byte
 * is 0 while the DSP is busy. While it searches for work, it is one more than the depth of the
 * finish that it waits for, so that it is not offered tasks that it would refuse. The other bytes
 * count the tasks sent by ARM cores that it has begun, so that tasks on their way are known. A
 * hint.
 */
public final class FreeFlags {
    private static final int BITS = 8;
    private static final int DEEPEST = (1 << BITS) - 2;
    private static final int FLAG = (1 << BITS) - 1;

    private final UncachedWords words;

    /** Creates flags of busy DSPs. */
    public FreeFlags(int dsps) {
        words = new UncachedWords(dsps);
    }

    /** Sets the flag of a DSP that searches for tasks of this depth or deeper. */
    public void looks(int dsp, int depth) {
        words.put(dsp, words.get(dsp) & ~FLAG | Math.min(depth, DEEPEST) + 1);
    }

    /** Clears the flag of a DSP. */
    public void runs(int dsp) {
        words.put(dsp, words.get(dsp) & ~FLAG);
    }

    /** Records that a DSP begins another task of the ARM side. */
    public void begins(int dsp) {
        words.put(dsp, (words.get(dsp) >>> BITS) + 1 << BITS);
    }

    /** {@return true if a DSP searches for work} */
    public boolean isFree(int dsp) {
        return (words.get(dsp) & FLAG) != 0;
    }

    /** {@return the number of DSPs that search for work of this depth} */
    public int free(int depth) {
        int count = 0;
        for (int i = 0; i < words.count(); i++) {
            int flag = words.get(i) & FLAG;
            count += flag > 0 && flag <= Math.min(depth, DEEPEST) + 1 ? 1 : 0;
        }
        return count;
    }

    /**
     * Returns the number of tasks that were sent and that no DSP has begun.
     *
     * @param sent number of all tasks sent so far
     */
    public int onTheWay(int sent) {
        int begun = 0;
        for (int i = 0; i < words.count(); i++) {
            begun += words.get(i) >>> BITS;
        }
        return (sent - begun << BITS) >>> BITS;
    }
}
