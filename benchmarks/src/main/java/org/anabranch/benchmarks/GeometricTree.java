package org.anabranch.benchmarks;

/**
 * A node of an unbalanced tree like T1 of the UTS benchmark (Olivier and others, "UTS: An
 * Unbalanced Tree Search Benchmark", LCPC 2006): the number of children is geometrically
 * distributed with mean 4 down to a fixed depth. A node is a 64-bit state; that of a child is the
 * state mixed with the child's number by the finaliser of SplitMix64, where UTS uses SHA-1, so the
 * tree is another one and its counts are our own.
 */
record GeometricTree(long state, int levels) implements CountedTree.Node {
    /** The probabilities, scaled to 2^63, of more than 0, 1, 2 ... children. */
    private static final long[] MORE = new long[100];

    static {
        double chance = 1;
        for (int i = 0; i < MORE.length; i++) {
            chance *= 4.0 / 5.0;
            MORE[i] = (long) (chance * Long.MAX_VALUE);
        }
    }

    static GeometricTree of(long seed, int levels) {
        return new GeometricTree(mixed(seed), levels);
    }

    private static long mixed(long value) {
        long z = value + 0x9E3779B97F4A7C15L;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }

    @Override
    public long weight() {
        return 1;
    }

    @Override
    public int children() {
        if (levels == 0) {
            return 0;
        }
        long draw = state >>> 1;
        int children = 0;
        while (children < MORE.length && draw < MORE[children]) {
            children++;
        }
        return children;
    }

    @Override
    public GeometricTree child(int index) {
        return new GeometricTree(mixed(state + index), levels - 1);
    }
}
