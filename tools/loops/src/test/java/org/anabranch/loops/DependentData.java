package org.anabranch.loops;

import java.util.Arrays;
import java.util.Random;

/** Random data for one of several loops whose iterations depend on each other as the data says. */
final class DependentData {
    final int n;
    private final int kind;
    private final int[] ref;
    private final int[] key;
    private final int[] last;
    private final int[] parent;
    private final int[] next;
    private final float[] price;
    private final double[] weight;
    private final byte[] small;
    private final char[] letters;
    private final boolean[] seen;
    private final long[] sums;

    DependentData(long seed) {
        Random random = new Random(seed);
        n = 1 + random.nextInt(random.nextInt(8) == 0 ? 2000 : 300);
        kind = random.nextInt(14);
        double density = random.nextInt(4) == 0 ? 0 : random.nextDouble() / 2;
        ref = references(random, n, density, 1 + random.nextInt(64));
        int buckets = 1 + random.nextInt(2 * n);
        key = random.ints(n, 0, buckets).toArray();
        last = new int[2 * n];
        parent = references(random, n, density, 64);
        next = random.ints(n, 0, n).toArray();
        price = new float[n];
        weight = random.doubles(n).toArray();
        small = new byte[2 * n];
        letters = new char[n];
        seen = new boolean[n];
        sums = random.longs(n, -5, 5).toArray();
        for (int i = 0; i < n; i++) {
            price[i] = random.nextInt(9) - 4;
        }
        if (random.nextInt(4) == 0) {
            int at = random.nextInt(n);
            ref[at] = random.nextBoolean() ? -1 : n;
            sums[at] = 0;
            key[at] = 3 * n;
        }
    }

    /** Returns for each iteration itself, or, at a density, an earlier one. */
    static int[] references(Random random, int n, double density, int distance) {
        int[] ref = new int[n];
        for (int i = 0; i < n; i++) {
            boolean depends = random.nextDouble() < density;
            ref[i] = depends ? Math.max(0, i - 1 - random.nextInt(distance)) : i;
        }
        return ref;
    }

    /** Returns the most dependences that follow from each other. */
    static int longestChain(int[] ref) {
        int[] chain = new int[ref.length];
        for (int i = 0; i < ref.length; i++) {
            chain[i] = ref[i] == i ? 0 : chain[ref[i]] + 1;
        }
        return Arrays.stream(chain).max().orElse(0);
    }

    /** Returns for key {@code n + i} iteration {@code i}. */
    static int[] unlinked(int n) {
        int[] last = new int[2 * n];
        Arrays.setAll(last, k -> Math.max(0, k - n));
        return last;
    }

    /**
     * Returns a loop whose iterations are linked through an array that it writes: by the last one
     * with the same key.
     *
     * @param key of each iteration
     * @param price a value of each
     * @param last the last iteration of each key
     * @param steps the work of an iteration
     */
    static LongBody linked(int[] key, float[] price, int[] last, int steps) {
        return i -> {
            float x = price[(int) i] + 0.25f * price[last[key[(int) i]]];
            for (int s = 0; s < steps; s++) {
                x = x * 0.999f + 0.5f / (1 + x * x);
            }
            price[(int) i] = x;
            last[key[(int) i]] = (int) i;
        };
    }

    LongBody body() {
        LongBody body = onElements();
        body = body == null ? onConditions() : body;
        return body == null ? onMore() : body;
    }

    /** Bodies that set one or two elements. */
    private LongBody onElements() {
        // each lambda captures what it uses
        int[] r = ref;
        int[] k = key;
        int[] l = last;
        int[] x = next;
        float[] f = price;
        float[] g = price;
        byte[] s = small;
        char[] c = letters;
        long[] t = sums;
        return switch (kind) {
            case 0 -> i -> f[(int) i] = f[(int) i] * 0.5f + 0.25f * f[r[(int) i]];
            case 1 ->
                    i -> {
                        int before = l[k[(int) i]];
                        f[(int) i] += f[before];
                        l[k[(int) i]] = (int) i;
                    };
            case 4 -> i -> x[(int) i] = x[x[r[(int) i]]];
            case 5 -> i -> s[k[(int) i]] += (byte) (s[r[(int) i]] * 31 + i);
            case 6 -> i -> c[(int) i] = (char) (c[r[(int) i]] * 7 + s[(int) i] - 1);
            case 7 -> i -> t[(int) i] = t[r[(int) i]] + 7 / t[(int) i];
            case 8 -> i -> f[(int) i] = Math.max(g[r[(int) i]], f[(int) i]) * 0.75f;
            default -> null;
        };
    }

    /** Bodies with conditions. */
    private LongBody onConditions() {
        // each lambda captures what it uses
        int[] r = ref;
        int[] l = last;
        int[] p = parent;
        int[] x = next;
        double[] w = weight;
        boolean[] b = seen;
        return switch (kind) {
            case 2 ->
                    i -> {
                        int root = (int) i;
                        while (p[root] != root) {
                            root = p[root];
                        }
                        p[(int) i] = root;
                        l[root]++;
                    };
            case 3 ->
                    i -> {
                        if (w[r[(int) i]] < 0.5) {
                            w[(int) i] += 0.25;
                            b[x[(int) i]] = true;
                        } else if (b[(int) i]) {
                            w[x[(int) i]] /= 2;
                        }
                    };
            case 10 -> i -> b[(int) i] = !b[r[(int) i]] ^ b[x[(int) i]];
            case 12 ->
                    i -> {
                        if (x[r[(int) i]] % 3 == 0) {
                            throw new IllegalStateException("at " + i);
                        }
                        x[(int) i] = 3 * x[(int) i] + 1;
                    };
            default -> null;
        };
    }

    /** Bodies with loops or arrays of their own, and one that swaps. */
    private LongBody onMore() {
        // each lambda captures what it uses
        int[] r = ref;
        int[] k = key;
        int[] l = last;
        int[] x = next;
        long[] t = sums;
        return switch (kind) {
            case 9 ->
                    i -> {
                        for (int j = 0; j < 5; j++) {
                            t[(int) i] += t[r[(int) i]] * j;
                            l[(k[(int) i] + j) % l.length] ^= (int) t[x[(int) i]];
                        }
                    };
            case 11 ->
                    i -> {
                        int[] own = new int[4];
                        for (int j = 0; j < 4; j++) {
                            own[j] = l[(k[(int) i] + j) % l.length];
                        }
                        l[(int) i] = own[(int) i & 3] + own[0];
                    };
            default ->
                    i -> {
                        int at = x[(int) i];
                        x[(int) i] = x[at];
                        x[at] = (int) i;
                    };
        };
    }

    String text() {
        return Arrays.deepToString(
                new Object[] {
                    last, parent, next, price, weight, small, letters, seen, sums, new int[] {kind}
                });
    }
}
