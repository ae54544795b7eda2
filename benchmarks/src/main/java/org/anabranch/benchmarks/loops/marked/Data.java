package org.anabranch.benchmarks.loops.marked;

import java.util.Arrays;
import java.util.Random;

/** The data of the loops, the same for each contestant. */
final class Data {
    private static final int SEED = 7;

    private Data() {}

    static float[] floats(int size) {
        Random random = new Random(SEED);
        float[] all = new float[size];
        for (int i = 0; i < size; i++) {
            all[i] = random.nextFloat();
        }
        return all;
    }

    static double[] doubles(int size) {
        Random random = new Random(SEED);
        double[] all = new double[size];
        Arrays.setAll(all, i -> random.nextFloat());
        return all;
    }

    static int[] ints(int size, int bound) {
        Random random = new Random(SEED);
        int[] all = new int[size];
        Arrays.setAll(all, i -> random.nextInt(bound));
        return all;
    }

    static double[][] matrix(int side) {
        double[][] rows = new double[side][];
        Arrays.setAll(rows, i -> doubles(side));
        return rows;
    }

    /** Returns a permutation without a pattern that a processor could foresee. */
    static int[] permutation(int size) {
        Random random = new Random(SEED);
        int[] all = new int[size];
        Arrays.setAll(all, i -> i);
        for (int i = size - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int kept = all[i];
            all[i] = all[other];
            all[other] = kept;
        }
        return all;
    }

    static int[] counts(int[] x, int piece, int pieces) {
        int[] counts = new int[256];
        int from = (int) ((long) x.length * piece / pieces);
        int to = (int) ((long) x.length * (piece + 1) / pieces);
        for (int i = from; i < to; i++) {
            counts[x[i]]++;
        }
        return counts;
    }

    static int[] plus(int[] a, int[] b) {
        int[] sum = a.clone();
        for (int k = 0; k < sum.length; k++) {
            sum[k] += b[k];
        }
        return sum;
    }
}
