package org.anabranch.benchmarks.loops.marked;

import org.anabranch.benchmarks.loops.TableLoop;
import org.anabranch.loops.Parallel;

import java.util.stream.IntStream;

/** Loops whose iterations depend on each other, and reductions. */
public final class Reductions {
    private Reductions() {}

    /** A sum of ints. */
    public static final class Sum implements TableLoop {
        private int[] x;
        private int s;

        @Override
        public void prepare(int size) {
            x = Data.ints(size, 1000);
        }

        @Override
        public void loop() {
            int[] x = this.x;
            int t = 0;
            for (@Parallel int i = 0; i < x.length; i++) {
                t += x[i];
            }
            s = t;
        }

        @Override
        public boolean stream() {
            int[] x = this.x;
            s = IntStream.range(0, x.length).parallel().map(i -> x[i]).sum();
            return true;
        }

        @Override
        public Object result() {
            return s;
        }
    }

    /** A product of vectors of doubles, in order. */
    public static final class Dot implements TableLoop {
        private double[] x;
        private double[] y;
        private double s;

        @Override
        public void prepare(int size) {
            x = Data.doubles(size);
            y = Data.doubles(size);
        }

        @Override
        public void loop() {
            double[] x = this.x;
            double[] y = this.y;
            double t = 0;
            for (@Parallel int i = 0; i < x.length; i++) {
                t += x[i] * y[i];
            }
            s = t;
        }

        @Override
        public Object result() {
            return s;
        }
    }

    /** The greatest int. */
    public static final class Greatest implements TableLoop {
        private int[] x;
        private int s;

        @Override
        public void prepare(int size) {
            x = Data.ints(size, 1_000_000);
        }

        @Override
        public void loop() {
            int[] x = this.x;
            int m = 0;
            for (@Parallel int i = 0; i < x.length; i++) {
                m = Math.max(m, x[i]);
            }
            s = m;
        }

        @Override
        public boolean stream() {
            int[] x = this.x;
            s = IntStream.range(0, x.length).parallel().map(i -> x[i]).max().orElse(0);
            return true;
        }

        @Override
        public Object result() {
            return s;
        }
    }

    /** A conditional count. */
    public static final class Count implements TableLoop {
        private int[] x;
        private int s;

        @Override
        public void prepare(int size) {
            x = Data.ints(size, 1000);
        }

        @Override
        public void loop() {
            int[] x = this.x;
            int k = 0;
            for (@Parallel int i = 0; i < x.length; i++) {
                if ((x[i] & 3) == 1) {
                    k++;
                }
            }
            s = k;
        }

        @Override
        public boolean stream() {
            int[] x = this.x;
            s = (int) IntStream.range(0, x.length).parallel().filter(i -> (x[i] & 3) == 1).count();
            return true;
        }

        @Override
        public Object result() {
            return s;
        }
    }

    /** An exclusive or of mixed longs. */
    public static final class Parity implements TableLoop {
        private long[] x;
        private long s;

        @Override
        public void prepare(int size) {
            x = new long[size];
            for (int i = 0; i < size; i++) {
                x[i] = i * 0x9E3779B97F4A7C15L;
            }
        }

        @Override
        public void loop() {
            long[] x = this.x;
            long k = 0;
            for (@Parallel int i = 0; i < x.length; i++) {
                k ^= x[i] * (x[i] >>> 7);
            }
            s = k;
        }

        @Override
        public boolean stream() {
            long[] x = this.x;
            s =
                    IntStream.range(0, x.length)
                            .parallel()
                            .mapToLong(i -> x[i] * (x[i] >>> 7))
                            .reduce(0, (a, b) -> a ^ b);
            return true;
        }

        @Override
        public Object result() {
            return s;
        }
    }

    /** Counts of 256 values. */
    public static final class Histogram implements TableLoop {
        private int[] x;
        private int[] h;

        @Override
        public void prepare(int size) {
            x = Data.ints(size, 256);
            h = new int[256];
        }

        @Override
        public void loop() {
            int[] x = this.x;
            int[] h = this.h;
            for (@Parallel int i = 0; i < x.length; i++) {
                h[x[i]]++;
            }
        }

        @Override
        public boolean stream() {
            int[] x = this.x;
            int[] h = this.h;
            int pieces = Math.max(1, x.length >> 16);
            int[] all =
                    IntStream.range(0, pieces)
                            .parallel()
                            .mapToObj(piece -> Data.counts(x, piece, pieces))
                            .reduce(new int[256], Data::plus);
            for (int k = 0; k < 256; k++) {
                h[k] += all[k];
            }
            return true;
        }

        @Override
        public Object result() {
            return h;
        }
    }

    /** {@code x[i] = x[i - 1] * .5 + y[i]}. */
    public static final class Recurrence implements TableLoop {
        private double[] x;
        private double[] y;

        @Override
        public void prepare(int size) {
            x = Data.doubles(size);
            y = Data.doubles(size);
        }

        @Override
        public void loop() {
            double[] x = this.x;
            double[] y = this.y;
            for (@Parallel int i = 1; i < x.length; i++) {
                x[i] = x[i - 1] * 0.5 + y[i];
            }
        }

        @Override
        public Object result() {
            return x;
        }
    }

    /** {@code x[i] = x[i + 1] * .5 + 1}. */
    public static final class Shift implements TableLoop {
        private double[] x;

        @Override
        public void prepare(int size) {
            x = Data.doubles(size);
        }

        @Override
        public void loop() {
            double[] x = this.x;
            int n = x.length - 1;
            for (@Parallel int i = 0; i < n; i++) {
                x[i] = x[i + 1] * 0.5 + 1;
            }
        }

        @Override
        public Object result() {
            return x;
        }
    }

    /** Sums so far. */
    public static final class Prefix implements TableLoop {
        private int[] x;
        private int[] y;

        @Override
        public void prepare(int size) {
            x = Data.ints(size, 1000);
            y = new int[size];
        }

        @Override
        public void loop() {
            int[] x = this.x;
            int[] y = this.y;
            int t = 0;
            for (@Parallel int i = 0; i < x.length; i++) {
                t += x[i];
                y[i] = t;
            }
        }

        @Override
        public Object result() {
            return y;
        }
    }

    /** A variable outside the loop, set first. */
    public static final class Temporary implements TableLoop {
        private float[] x;
        private float[] y;

        @Override
        public void prepare(int size) {
            x = Data.floats(size);
            y = new float[size];
        }

        @Override
        public void loop() {
            float[] x = this.x;
            float[] y = this.y;
            float t;
            for (@Parallel int i = 0; i < x.length; i++) {
                t = x[i] * 2;
                y[i] = t * t + 1;
            }
        }

        @Override
        public Object result() {
            return y;
        }
    }

    /** A counter stepped beside the variable. */
    public static final class Counter implements TableLoop {
        private int[] x;
        private int[] y;

        @Override
        public void prepare(int size) {
            x = Data.ints(size, 1000);
            y = new int[size];
        }

        @Override
        public void loop() {
            int[] x = this.x;
            int[] y = this.y;
            int k = 0;
            for (@Parallel int i = 0; i < y.length; i++) {
                y[i] = x[k] + 1;
                k++;
            }
        }

        @Override
        public Object result() {
            return y;
        }
    }

    /** Counting down by two. */
    public static final class Downwards implements TableLoop {
        private int[] x;
        private int[] y;

        @Override
        public void prepare(int size) {
            x = Data.ints(size, 1000);
            y = new int[size];
        }

        @Override
        public void loop() {
            int[] x = this.x;
            int[] y = this.y;
            for (@Parallel int i = y.length - 1; i >= 0; i -= 2) {
                y[i] = x[i] ^ 5;
            }
        }

        @Override
        public Object result() {
            return y;
        }
    }
}
