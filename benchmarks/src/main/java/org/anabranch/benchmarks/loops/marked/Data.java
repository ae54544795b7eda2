package org.anabranch.benchmarks.loops.marked;

import org.anabranch.loops.Parallel;

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

    /** Returns a number in [0, 1) that depends on another one alone. */
    static double noise(int k) {
        int h = (k ^ k >>> 16) * 0x45d9f3b;
        h = (h ^ h >>> 13) * 0x45d9f3b;
        return ((h ^ h >>> 16) >>> 8) * 0x1p-24;
    }

    /** Returns a matrix of such numbers, larger on its diagonal. */
    static double[][] square(int side) {
        double[][] rows = new double[side][side];
        for (@Parallel int i = 0; i < side; i++) {
            for (int j = 0; j < side; j++) {
                rows[i][j] = noise(i * side + j) + (i == j ? 1 : 0);
            }
        }
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
