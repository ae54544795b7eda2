package org.anabranch.benchmarks.loops.marked;

import org.anabranch.benchmarks.loops.TableLoop;
import org.anabranch.loops.Parallel;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Loops whose iterations depend on each other, and reductions. */
public final class Reductions {
    private Reductions() {}

    /** A sum of ints. */
    public static TableLoop sum(int size) {
        int[] x = Data.ints(size, 1000);
        int[] s = new int[1];
        return new TableLoop(
                s,
                () -> {
                    int t = 0;
                    for (@Parallel int i = 0; i < x.length; i++) {
                        t += x[i];
                    }
                    s[0] = t;
                },
                () -> {
                    s[0] = IntStream.range(0, x.length).parallel().map(i -> x[i]).sum();
                });
    }

    /** A product of vectors of doubles, in order. */
    public static TableLoop dot(int size) {
        double[] x = Data.doubles(size);
        double[] y = Data.doubles(size);
        double[] s = new double[1];
        return new TableLoop(
                s,
                () -> {
                    double t = 0;
                    for (@Parallel int i = 0; i < x.length; i++) {
                        t += x[i] * y[i];
                    }
                    s[0] = t;
                });
    }

    /** The greatest int. */
    public static TableLoop greatest(int size) {
        int[] x = Data.ints(size, 1_000_000);
        int[] s = new int[1];
        return new TableLoop(
                s,
                () -> {
                    int m = 0;
                    for (@Parallel int i = 0; i < x.length; i++) {
                        m = Math.max(m, x[i]);
                    }
                    s[0] = m;
                },
                () -> {
                    s[0] = IntStream.range(0, x.length).parallel().map(i -> x[i]).max().orElse(0);
                });
    }

    /** A conditional count. */
    public static TableLoop count(int size) {
        int[] x = Data.ints(size, 1000);
        int[] s = new int[1];
        return new TableLoop(
                s,
                () -> {
                    int k = 0;
                    for (@Parallel int i = 0; i < x.length; i++) {
                        if ((x[i] & 3) == 1) {
                            k++;
                        }
                    }
                    s[0] = k;
                },
                () -> {
                    s[0] =
                            (int)
                                    IntStream.range(0, x.length)
                                            .parallel()
                                            .filter(i -> (x[i] & 3) == 1)
                                            .count();
                });
    }

    /** An exclusive or of mixed longs. */
    public static TableLoop parity(int size) {
        long[] x = new long[size];
        Arrays.setAll(x, i -> i * 0x9E3779B97F4A7C15L);
        long[] s = new long[1];
        return new TableLoop(
                s,
                () -> {
                    long k = 0;
                    for (@Parallel int i = 0; i < x.length; i++) {
                        k ^= x[i] * (x[i] >>> 7);
                    }
                    s[0] = k;
                },
                () -> {
                    s[0] =
                            IntStream.range(0, x.length)
                                    .parallel()
                                    .mapToLong(i -> x[i] * (x[i] >>> 7))
                                    .reduce(0, (a, b) -> a ^ b);
                });
    }

    /** Counts of 256 values. */
    public static TableLoop histogram(int size) {
        int[] x = Data.ints(size, 256);
        int[] h = new int[256];
        return new TableLoop(
                h,
                () -> {
                    for (@Parallel int i = 0; i < x.length; i++) {
                        h[x[i]]++;
                    }
                },
                () -> {
                    int pieces = Math.max(1, x.length >> 16);
                    int[] all =
                            IntStream.range(0, pieces)
                                    .parallel()
                                    .mapToObj(piece -> Data.counts(x, piece, pieces))
                                    .reduce(new int[256], Data::plus);
                    for (int k = 0; k < 256; k++) {
                        h[k] += all[k];
                    }
                });
    }

    /** {@code x[i] = x[i - 1] * .5 + y[i]}. */
    public static TableLoop recurrence(int size) {
        double[] x = Data.doubles(size);
        double[] y = Data.doubles(size);
        return new TableLoop(
                x,
                () -> {
                    for (@Parallel int i = 1; i < x.length; i++) {
                        x[i] = x[i - 1] * 0.5 + y[i];
                    }
                });
    }

    /** {@code x[i] = x[i + 1] * .5 + 1}. */
    public static TableLoop shift(int size) {
        double[] x = Data.doubles(size);
        return new TableLoop(
                x,
                () -> {
                    int n = x.length - 1;
                    for (@Parallel int i = 0; i < n; i++) {
                        x[i] = x[i + 1] * 0.5 + 1;
                    }
                });
    }

    /** Sums so far. */
    public static TableLoop prefix(int size) {
        int[] x = Data.ints(size, 1000);
        int[] y = new int[size];
        return new TableLoop(
                y,
                () -> {
                    int t = 0;
                    for (@Parallel int i = 0; i < x.length; i++) {
                        t += x[i];
                        y[i] = t;
                    }
                });
    }

    /** A variable outside the loop, set first. */
    public static TableLoop temporary(int size) {
        float[] x = Data.floats(size);
        float[] y = new float[size];
        return new TableLoop(
                y,
                () -> {
                    float t;
                    for (@Parallel int i = 0; i < x.length; i++) {
                        t = x[i] * 2;
                        y[i] = t * t + 1;
                    }
                });
    }

    /** A counter stepped beside the variable. */
    public static TableLoop counter(int size) {
        int[] x = Data.ints(size, 1000);
        int[] y = new int[size];
        return new TableLoop(
                y,
                () -> {
                    int k = 0;
                    for (@Parallel int i = 0; i < y.length; i++) {
                        y[i] = x[k] + 1;
                        k++;
                    }
                });
    }

    /** Counting down by two. */
    public static TableLoop downwards(int size) {
        int[] x = Data.ints(size, 1000);
        int[] y = new int[size];
        return new TableLoop(
                y,
                () -> {
                    for (@Parallel int i = y.length - 1; i >= 0; i -= 2) {
                        y[i] = x[i] ^ 5;
                    }
                });
    }
}
