package org.anabranch.benchmarks.loops.marked;

import org.anabranch.loops.Parallel;

/** Programs in the shape of Java Grande. */
public final class JavaGrande {
    private JavaGrande() {}

    /** Computes Fourier coefficients of a power. */
    public static Object series() {
        int count = 1_500;
        double[][] coefficients = new double[2][count];
        for (@Parallel int i = 0; i < count; i++) {
            double even = 0;
            double odd = 0;
            for (int k = 1; k < 1000; k++) {
                double x = k * 0.002;
                double value = Math.pow(x + 1, x) * 0.002;
                even += value * Math.cos(Math.PI * i * x);
                odd += value * Math.sin(Math.PI * i * x);
            }
            coefficients[0][i] = even;
            coefficients[1][i] = odd;
        }
        return coefficients;
    }

    /** Encrypts a text by rounds of products modulo 65537, and decrypts it. */
    public static Object crypt() {
        byte[] plain = new byte[3_000_000];
        byte[] secret = new byte[plain.length];
        byte[] again = new byte[plain.length];
        int[] key = new int[52];
        int[] inverse = new int[52];
        for (@Parallel int i = 0; i < plain.length; i++) {
            plain[i] = (byte) i;
        }
        for (@Parallel int i = 0; i < key.length; i++) {
            key[i] = (int) (Data.noise(i) * 65536);
            inverse[i] = key[51 - i];
        }
        cipher(plain, secret, key);
        cipher(secret, again, inverse);
        return new Object[] {secret, again};
    }

    private static void cipher(byte[] from, byte[] to, int[] key) {
        for (@Parallel int i = 0; i < from.length; i += 8) {
            int x1 = from[i] & 0xff | (from[i + 1] & 0xff) << 8;
            int x2 = from[i + 2] & 0xff | (from[i + 3] & 0xff) << 8;
            int x3 = from[i + 4] & 0xff | (from[i + 5] & 0xff) << 8;
            int x4 = from[i + 6] & 0xff | (from[i + 7] & 0xff) << 8;
            int at = 0;
            for (int round = 0; round < 8; round++) {
                x1 = times(x1, key[at++]);
                x2 = x2 + key[at++] & 0xffff;
                x3 = x3 + key[at++] & 0xffff;
                x4 = times(x4, key[at++]);
                int t2 = times(x1 ^ x3, key[at++]);
                int t1 = times(t2 + (x2 ^ x4) & 0xffff, key[at++]);
                t2 = t1 + t2 & 0xffff;
                x1 ^= t1;
                x4 ^= t2;
                t2 ^= x2;
                x2 = x3 ^ t1;
                x3 = t2;
            }
            write(to, i, x1, x2);
            write(to, i + 4, x3, x4);
        }
    }

    private static void write(byte[] to, int at, int one, int two) {
        to[at] = (byte) one;
        to[at + 1] = (byte) (one >>> 8);
        to[at + 2] = (byte) two;
        to[at + 3] = (byte) (two >>> 8);
    }

    private static int times(int a, int b) {
        if (a == 0 || b == 0) {
            return 65537 - a - b & 0xffff;
        }
        return (int) ((long) a * b % 65537) & 0xffff;
    }

    /** Splits a matrix stored by columns, each step a row operation on all later columns. */
    public static Object lufact() {
        int n = 600;
        double[][] columns = Data.square(n);
        for (int k = 0; k < n - 1; k++) {
            double[] left = columns[k];
            double scale = -1 / left[k];
            for (@Parallel int i = k + 1; i < n; i++) {
                left[i] *= scale;
            }
            for (@Parallel int j = k + 1; j < n; j++) {
                double[] column = columns[j];
                axpy(column[k], left, column, k + 1);
            }
        }
        return columns;
    }

    private static void axpy(double a, double[] x, double[] y, int from) {
        if (a != 0) {
            for (int i = from; i < y.length; i++) {
                y[i] += a * x[i];
            }
        }
    }

    /** Multiplies a sparse matrix by a vector, element by element. */
    public static Object scatter() {
        int n = 50_000;
        int count = 5 * n;
        int[] rows = new int[count];
        int[] columns = new int[count];
        double[] values = new double[count];
        double[] x = new double[n];
        double[] y = new double[n];
        for (@Parallel int k = 0; k < count; k++) {
            rows[k] = (int) (Data.noise(k) * n);
            columns[k] = (int) (Data.noise(k + count) * n);
            values[k] = Data.noise(k ^ 0x55555);
        }
        for (@Parallel int i = 0; i < n; i++) {
            x[i] = Data.noise(-i);
        }
        for (int round = 0; round < 200; round++) {
            for (@Parallel int k = 0; k < count; k++) {
                y[rows[k]] += x[columns[k]] * values[k];
            }
        }
        return y;
    }

    /** Prices an option by paths of a random walk, each with a generator of its own. */
    public static Object paths() {
        int count = 20_000;
        int steps = 400;
        double[] ends = new double[count];
        for (@Parallel int p = 0; p < count; p++) {
            long seed = (p * 0x5DEECE66DL ^ 0x12345L) & (1L << 48) - 1;
            double price = 100;
            for (int s = 0; s < steps; s++) {
                seed = seed * 0x5DEECE66DL + 0xBL & (1L << 48) - 1;
                double up = (seed >>> 22) * 0x1p-26 - 0.5;
                price += price * (0.0001 + 0.01 * up);
            }
            ends[p] = price;
        }
        double mean = 0;
        for (@Parallel int p = 0; p < count; p++) {
            mean += Math.max(0, ends[p] - 100) / count;
        }
        return new Object[] {ends, new double[] {mean}};
    }
}
