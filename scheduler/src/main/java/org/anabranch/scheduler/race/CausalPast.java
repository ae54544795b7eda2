package org.anabranch.scheduler.race;

import java.util.Arrays;

/**
 * The past of an operation, as a set of the numbers of operations: all below a base, and some
 * above. Immutable.
 */
final class CausalPast {
    static final CausalPast NONE = new CausalPast(0, new long[0]);

    /** A multiple of 64. */
    private final long base;

    private final long[] words;

    private CausalPast(long base, long[] words) {
        this.base = base;
        this.words = words;
    }

    /** All numbers below one. */
    static CausalPast below(long number) {
        long rest = (1L << number) - 1; // by its last six bits
        return new CausalPast(number & -64, rest == 0 ? NONE.words : new long[] {rest});
    }

    boolean contains(long number) {
        long at = number - base;
        return at < 0 || at >> 6 < words.length && (words[(int) (at >> 6)] >>> at & 1) != 0;
    }

    CausalPast with(long number) {
        if (contains(number)) {
            return this;
        }
        int at = (int) (number - base >> 6);
        long[] more = Arrays.copyOf(words, Math.max(words.length, at + 1));
        more[at] |= 1L << number;
        return normal(base, more);
    }

    CausalPast union(CausalPast other) {
        if (other.base > base) {
            return other.union(this);
        }
        int skipped = (int) Math.min(other.words.length, base - other.base >> 6);
        int length = Math.max(words.length, other.words.length - skipped);
        long[] both = Arrays.copyOf(words, length);
        boolean more = false;
        for (int i = skipped; i < other.words.length; i++) {
            long word = both[i - skipped] | other.words[i];
            more |= word != both[i - skipped];
            both[i - skipped] = word;
        }
        return more ? normal(base, both) : this;
    }

    CausalPast intersection(CausalPast other) {
        if (other.base < base) {
            return other.intersection(this);
        }
        long[] both = words.clone();
        long shift = other.base - base >> 6;
        for (int i = (int) Math.min(both.length, shift); i < both.length; i++) {
            int there = (int) (i - shift);
            both[i] &= there < other.words.length ? other.words[there] : 0;
        }
        return normal(base, both);
    }

    /** Returns this past with all numbers below one, which will not be queried. */
    CausalPast andBelow(long floor) {
        return (floor & -64) <= base ? this : union(new CausalPast(floor & -64, NONE.words));
    }

    private static CausalPast normal(long base, long[] words) {
        int from = 0;
        while (from < words.length && words[from] == -1) {
            from++;
        }
        int to = words.length;
        while (to > from && words[to - 1] == 0) {
            to--;
        }
        return new CausalPast(base + 64L * from, Arrays.copyOfRange(words, from, to));
    }
}
