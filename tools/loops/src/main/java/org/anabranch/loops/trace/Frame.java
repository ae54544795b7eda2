package org.anabranch.loops.trace;

/** The values of an iteration's variables at one place, as far as they are known. */
final class Frame {
    /** Numbers as in {@link JavaOperators}. */
    final long[] numbers;

    /** Arrays. */
    final Object[] references;

    /** True if the variable's value is known. */
    final boolean[] known;

    Frame(int size) {
        this(new long[size], new Object[size], new boolean[size]);
    }

    private Frame(long[] numbers, Object[] references, boolean[] known) {
        this.numbers = numbers;
        this.references = references;
        this.known = known;
    }

    Frame copy() {
        return new Frame(numbers.clone(), references.clone(), known.clone());
    }

    void set(Frame other) {
        System.arraycopy(other.numbers, 0, numbers, 0, numbers.length);
        System.arraycopy(other.references, 0, references, 0, references.length);
        System.arraycopy(other.known, 0, known, 0, known.length);
    }

    /** Keeps only the values that are the same in another frame; returns this frame. */
    Frame meet(Frame other) {
        for (int v = 0; v < known.length; v++) {
            known[v] &=
                    other.known[v]
                            && numbers[v] == other.numbers[v]
                            && references[v] == other.references[v];
        }
        return this;
    }
}
