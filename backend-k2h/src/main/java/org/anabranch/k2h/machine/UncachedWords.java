package org.anabranch.k2h.machine;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Words of shared memory mapped without cache: every core reads the last value written. There is no
 * atomic update, so a DSP can use them (K2H-P4). A word should have one writer.
 */
public final class UncachedWords {
    private final AtomicIntegerArray words;

    /** Creates words of value 0. */
    public UncachedWords(int count) {
        words = new AtomicIntegerArray(count);
    }

    /** Returns a word. */
    public int get(int index) {
        return words.get(index);
    }

    /** Writes a word. */
    public void put(int index, int value) {
        words.set(index, value);
    }

    /** {@return the number of words} */
    public int count() {
        return words.length();
    }
}
