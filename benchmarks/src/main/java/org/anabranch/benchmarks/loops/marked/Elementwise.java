package org.anabranch.benchmarks.loops.marked;

import org.anabranch.benchmarks.loops.TableLoop;
import org.anabranch.loops.Parallel;

/** Loops over elements. */
public final class Elementwise {
    private Elementwise() {}

    /** {@code y += a * x}. */
    public static TableLoop saxpy(int size) {
        float[] x = Data.floats(size);
        float[] y = Data.floats(size);
        float a = 0.25f;
        return new TableLoop(
                y,
                () -> {
                    for (@Parallel int i = 0; i < y.length; i++) {
                        y[i] += a * x[i];
                    }
                },
                y.length,
                i -> y[i] += a * x[i]);
    }

    /** {@code a = b + s * c} of doubles. */
    public static TableLoop triad(int size) {
        double[] a = new double[size];
        double[] b = Data.doubles(size);
        double[] c = Data.doubles(size);
        double s = 3;
        return new TableLoop(
                a,
                () -> {
                    for (@Parallel int i = 0; i < a.length; i++) {
                        a[i] = b[i] + s * c[i];
                    }
                },
                a.length,
                i -> a[i] = b[i] + s * c[i]);
    }

    /** {@code b = 3 * a + i} of ints. */
    public static TableLoop scale(int size) {
        int[] a = Data.ints(size, 1000);
        int[] b = new int[size];
        return new TableLoop(
                b,
                () -> {
                    for (@Parallel int i = 0; i < b.length; i++) {
                        b[i] = a[i] * 3 + i;
                    }
                },
                b.length,
                i -> b[i] = a[i] * 3 + i);
    }

    /** Square roots. */
    public static TableLoop roots(int size) {
        double[] x = Data.doubles(size);
        double[] y = new double[size];
        return new TableLoop(
                y,
                () -> {
                    for (@Parallel int i = 0; i < y.length; i++) {
                        y[i] = Math.sqrt(x[i]) + 1 / (x[i] + 2);
                    }
                },
                y.length,
                i -> y[i] = Math.sqrt(x[i]) + 1 / (x[i] + 2));
    }

    /** A polynomial of degree eight. */
    public static TableLoop polynomial(int size) {
        float[] x = Data.floats(size);
        float[] y = new float[size];
        return new TableLoop(
                y,
                () -> {
                    for (@Parallel int i = 0; i < y.length; i++) {
                        float v = x[i];
                        float p = 0.5f;
                        for (int k = 0; k < 8; k++) {
                            p = p * v + 0.25f;
                        }
                        y[i] = p;
                    }
                },
                y.length,
                i -> {
                    float v = x[i];
                    float p = 0.5f;
                    for (int k = 0; k < 8; k++) {
                        p = p * v + 0.25f;
                    }
                    y[i] = p;
                });
    }

    /** {@code y[i] = x[p[i]]}. */
    public static TableLoop gather(int size) {
        float[] x = Data.floats(size);
        float[] y = new float[size];
        int[] p = Data.permutation(size);
        return new TableLoop(
                y,
                () -> {
                    for (@Parallel int i = 0; i < y.length; i++) {
                        y[i] = x[p[i]];
                    }
                },
                y.length,
                i -> y[i] = x[p[i]]);
    }

    /** {@code y[p[i]] = x[i]}, of a permutation. */
    public static TableLoop scatter(int size) {
        float[] x = Data.floats(size);
        float[] y = new float[size];
        int[] p = Data.permutation(size);
        return new TableLoop(
                y,
                () -> {
                    for (@Parallel int i = 0; i < p.length; i++) {
                        y[p[i]] = x[i];
                    }
                },
                p.length,
                i -> y[p[i]] = x[i]);
    }

    /** Every second element. */
    public static TableLoop strided(int size) {
        int[] x = Data.ints(size, 1000);
        int[] y = new int[size];
        int n = y.length / 2;
        return new TableLoop(
                y,
                () -> {
                    for (@Parallel int i = 0; i < n; i++) {
                        y[2 * i] = x[i] + x[2 * i + 1];
                    }
                },
                n,
                i -> y[2 * i] = x[i] + x[2 * i + 1]);
    }

    /** A condition on data. */
    public static TableLoop clamp(int size) {
        int[] x = Data.ints(size, 1000);
        int[] y = new int[size];
        return new TableLoop(
                y,
                () -> {
                    for (@Parallel int i = 0; i < y.length; i++) {
                        if (x[i] > 500) {
                            y[i] = 500;
                        } else {
                            y[i] = x[i];
                        }
                    }
                },
                y.length,
                i -> {
                    if (x[i] > 500) {
                        y[i] = 500;
                    } else {
                        y[i] = x[i];
                    }
                });
    }

    /** Shifts and products of longs. */
    public static TableLoop mix(int size) {
        long[] y = new long[size];
        return new TableLoop(
                y,
                () -> {
                    for (@Parallel int i = 0; i < y.length; i++) {
                        long h = i * 0x9E3779B97F4A7C15L;
                        h ^= h >>> 31;
                        h *= 0xBF58476D1CE4E5B9L;
                        h ^= h >>> 27;
                        y[i] += h;
                    }
                },
                y.length,
                i -> {
                    long h = i * 0x9E3779B97F4A7C15L;
                    h ^= h >>> 31;
                    h *= 0xBF58476D1CE4E5B9L;
                    h ^= h >>> 27;
                    y[i] += h;
                });
    }

    /** Bytes to ints. */
    public static TableLoop widen(int size) {
        byte[] x = new byte[size];
        for (int i = 0; i < size; i++) {
            x[i] = (byte) (i * 37);
        }
        int[] y = new int[size];
        return new TableLoop(
                y,
                () -> {
                    for (@Parallel int i = 0; i < y.length; i++) {
                        y[i] = (x[i] & 255) * 2;
                    }
                },
                y.length,
                i -> y[i] = (x[i] & 255) * 2);
    }
}
