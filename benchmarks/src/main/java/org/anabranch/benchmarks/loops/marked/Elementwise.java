package org.anabranch.benchmarks.loops.marked;

import org.anabranch.benchmarks.loops.TableLoop;
import org.anabranch.loops.Parallel;

import java.util.stream.IntStream;

/** Loops over elements. */
public final class Elementwise {
    private Elementwise() {}

    /** {@code y += a * x}. */
    public static final class Saxpy implements TableLoop {
        private float[] x;
        private float[] y;

        @Override
        public void prepare(int size) {
            x = Data.floats(size);
            y = Data.floats(size);
        }

        @Override
        public void loop() {
            float[] x = this.x;
            float[] y = this.y;
            float a = 0.25f;
            for (@Parallel int i = 0; i < y.length; i++) {
                y[i] += a * x[i];
            }
        }

        @Override
        public boolean stream() {
            float[] x = this.x;
            float[] y = this.y;
            float a = 0.25f;
            IntStream.range(0, y.length)
                    .parallel()
                    .forEach(
                            i -> {
                                y[i] += a * x[i];
                            });
            return true;
        }

        @Override
        public Object result() {
            return y;
        }
    }

    /** {@code a = b + s * c} of doubles. */
    public static final class Triad implements TableLoop {
        private double[] a;
        private double[] b;
        private double[] c;

        @Override
        public void prepare(int size) {
            a = new double[size];
            b = Data.doubles(size);
            c = Data.doubles(size);
        }

        @Override
        public void loop() {
            double[] a = this.a;
            double[] b = this.b;
            double[] c = this.c;
            double s = 3;
            for (@Parallel int i = 0; i < a.length; i++) {
                a[i] = b[i] + s * c[i];
            }
        }

        @Override
        public boolean stream() {
            double[] a = this.a;
            double[] b = this.b;
            double[] c = this.c;
            double s = 3;
            IntStream.range(0, a.length)
                    .parallel()
                    .forEach(
                            i -> {
                                a[i] = b[i] + s * c[i];
                            });
            return true;
        }

        @Override
        public Object result() {
            return a;
        }
    }

    /** {@code b = 3 * a + i} of ints. */
    public static final class Scale implements TableLoop {
        private int[] a;
        private int[] b;

        @Override
        public void prepare(int size) {
            a = Data.ints(size, 1000);
            b = new int[size];
        }

        @Override
        public void loop() {
            int[] a = this.a;
            int[] b = this.b;
            for (@Parallel int i = 0; i < b.length; i++) {
                b[i] = a[i] * 3 + i;
            }
        }

        @Override
        public boolean stream() {
            int[] a = this.a;
            int[] b = this.b;
            IntStream.range(0, b.length)
                    .parallel()
                    .forEach(
                            i -> {
                                b[i] = a[i] * 3 + i;
                            });
            return true;
        }

        @Override
        public Object result() {
            return b;
        }
    }

    /** Square roots. */
    public static final class Roots implements TableLoop {
        private double[] x;
        private double[] y;

        @Override
        public void prepare(int size) {
            x = Data.doubles(size);
            y = new double[size];
        }

        @Override
        public void loop() {
            double[] x = this.x;
            double[] y = this.y;
            for (@Parallel int i = 0; i < y.length; i++) {
                y[i] = Math.sqrt(x[i]) + 1 / (x[i] + 2);
            }
        }

        @Override
        public boolean stream() {
            double[] x = this.x;
            double[] y = this.y;
            IntStream.range(0, y.length)
                    .parallel()
                    .forEach(
                            i -> {
                                y[i] = Math.sqrt(x[i]) + 1 / (x[i] + 2);
                            });
            return true;
        }

        @Override
        public Object result() {
            return y;
        }
    }

    /** A polynomial of degree eight. */
    public static final class Polynomial implements TableLoop {
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
            for (@Parallel int i = 0; i < y.length; i++) {
                float v = x[i];
                float p = 0.5f;
                for (int k = 0; k < 8; k++) {
                    p = p * v + 0.25f;
                }
                y[i] = p;
            }
        }

        @Override
        public boolean stream() {
            float[] x = this.x;
            float[] y = this.y;
            IntStream.range(0, y.length)
                    .parallel()
                    .forEach(
                            i -> {
                                float v = x[i];
                                float p = 0.5f;
                                for (int k = 0; k < 8; k++) {
                                    p = p * v + 0.25f;
                                }
                                y[i] = p;
                            });
            return true;
        }

        @Override
        public Object result() {
            return y;
        }
    }

    /** {@code y[i] = x[p[i]]}. */
    public static final class Gather implements TableLoop {
        private float[] x;
        private float[] y;
        private int[] p;

        @Override
        public void prepare(int size) {
            x = Data.floats(size);
            y = new float[size];
            p = Data.permutation(size);
        }

        @Override
        public void loop() {
            float[] x = this.x;
            float[] y = this.y;
            int[] p = this.p;
            for (@Parallel int i = 0; i < y.length; i++) {
                y[i] = x[p[i]];
            }
        }

        @Override
        public boolean stream() {
            float[] x = this.x;
            float[] y = this.y;
            int[] p = this.p;
            IntStream.range(0, y.length)
                    .parallel()
                    .forEach(
                            i -> {
                                y[i] = x[p[i]];
                            });
            return true;
        }

        @Override
        public Object result() {
            return y;
        }
    }

    /** {@code y[p[i]] = x[i]}, of a permutation. */
    public static final class Scatter implements TableLoop {
        private float[] x;
        private float[] y;
        private int[] p;

        @Override
        public void prepare(int size) {
            x = Data.floats(size);
            y = new float[size];
            p = Data.permutation(size);
        }

        @Override
        public void loop() {
            float[] x = this.x;
            float[] y = this.y;
            int[] p = this.p;
            for (@Parallel int i = 0; i < p.length; i++) {
                y[p[i]] = x[i];
            }
        }

        @Override
        public boolean stream() {
            float[] x = this.x;
            float[] y = this.y;
            int[] p = this.p;
            IntStream.range(0, p.length)
                    .parallel()
                    .forEach(
                            i -> {
                                y[p[i]] = x[i];
                            });
            return true;
        }

        @Override
        public Object result() {
            return y;
        }
    }

    /** Every second element. */
    public static final class Strided implements TableLoop {
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
            int n = y.length / 2;
            for (@Parallel int i = 0; i < n; i++) {
                y[2 * i] = x[i] + x[2 * i + 1];
            }
        }

        @Override
        public boolean stream() {
            int[] x = this.x;
            int[] y = this.y;
            int n = y.length / 2;
            IntStream.range(0, n)
                    .parallel()
                    .forEach(
                            i -> {
                                y[2 * i] = x[i] + x[2 * i + 1];
                            });
            return true;
        }

        @Override
        public Object result() {
            return y;
        }
    }

    /** A condition on data. */
    public static final class Clamp implements TableLoop {
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
            for (@Parallel int i = 0; i < y.length; i++) {
                if (x[i] > 500) {
                    y[i] = 500;
                } else {
                    y[i] = x[i];
                }
            }
        }

        @Override
        public boolean stream() {
            int[] x = this.x;
            int[] y = this.y;
            IntStream.range(0, y.length)
                    .parallel()
                    .forEach(
                            i -> {
                                if (x[i] > 500) {
                                    y[i] = 500;
                                } else {
                                    y[i] = x[i];
                                }
                            });
            return true;
        }

        @Override
        public Object result() {
            return y;
        }
    }

    /** Shifts and products of longs. */
    public static final class Mix implements TableLoop {
        private long[] y;

        @Override
        public void prepare(int size) {
            y = new long[size];
        }

        @Override
        public void loop() {
            long[] y = this.y;
            for (@Parallel int i = 0; i < y.length; i++) {
                long h = i * 0x9E3779B97F4A7C15L;
                h ^= h >>> 31;
                h *= 0xBF58476D1CE4E5B9L;
                h ^= h >>> 27;
                y[i] += h;
            }
        }

        @Override
        public boolean stream() {
            long[] y = this.y;
            IntStream.range(0, y.length)
                    .parallel()
                    .forEach(
                            i -> {
                                long h = i * 0x9E3779B97F4A7C15L;
                                h ^= h >>> 31;
                                h *= 0xBF58476D1CE4E5B9L;
                                h ^= h >>> 27;
                                y[i] += h;
                            });
            return true;
        }

        @Override
        public Object result() {
            return y;
        }
    }

    /** Bytes to ints. */
    public static final class Widen implements TableLoop {
        private byte[] x;
        private int[] y;

        @Override
        public void prepare(int size) {
            x = new byte[size];
            for (int i = 0; i < size; i++) {
                x[i] = (byte) (i * 37);
            }
            y = new int[size];
        }

        @Override
        public void loop() {
            byte[] x = this.x;
            int[] y = this.y;
            for (@Parallel int i = 0; i < y.length; i++) {
                y[i] = (x[i] & 255) * 2;
            }
        }

        @Override
        public boolean stream() {
            byte[] x = this.x;
            int[] y = this.y;
            IntStream.range(0, y.length)
                    .parallel()
                    .forEach(
                            i -> {
                                y[i] = (x[i] & 255) * 2;
                            });
            return true;
        }

        @Override
        public Object result() {
            return y;
        }
    }
}
