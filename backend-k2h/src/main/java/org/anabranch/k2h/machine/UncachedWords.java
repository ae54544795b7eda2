package org.anabranch.k2h.machine;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Words of shared memory mapped without cache: every core reads what was written last. There is no
 * atomic update: that is what makes them usable from a DSP (K2H-P4). A word should have one writer.
 */
public final class UncachedWords {
    private final AtomicIntegerArray words;

    /** Words of value 0. */
    public UncachedWords(int count) {
        words = new AtomicIntegerArray(count);
    }

    /** Reads. */
    public int get(int index) {
        return words.get(index);
    }

    /** Writes. */
    public void put(int index, int value) {
        words.set(index, value);
    }

    /** {@return how many words} */
    public int count() {
        return words.length();
    }
}
