package org.anabranch.benchmarks.loops.marked;

import org.anabranch.benchmarks.loops.TableLoop;
import org.anabranch.loops.Parallel;

import java.util.stream.IntStream;

/** Loops with a loop inside, and stencils. */
public final class Nests {
    private Nests() {}

    /** Mandelbrot, up to 50 steps. */
    public static final class Escape implements TableLoop {
        private int[] y;
        private int side;

        @Override
        public void prepare(int size) {
            side = Math.max(1, (int) Math.sqrt(size >> 4));
            y = new int[side * side];
        }

        @Override
        public void loop() {
            int[] y = this.y;
            int side = this.side;
            for (@Parallel int i = 0; i < y.length; i++) {
                float cx = (float) (i % side) / side * 3 - 2;
                int row = i / side;
                float cy = (float) row / side * 2 - 1;
                float a = 0;
                float b = 0;
                int k = 0;
                while (k < 50 && a * a + b * b < 4) {
                    float t = a * a - b * b + cx;
                    b = 2 * a * b + cy;
                    a = t;
                    k++;
                }
                y[i] = k;
            }
        }

        @Override
        public boolean stream() {
            int[] y = this.y;
            int side = this.side;
            IntStream.range(0, y.length)
                    .parallel()
                    .forEach(
                            i -> {
                                float cx = (float) (i % side) / side * 3 - 2;
                                int row = i / side;
                                float cy = (float) row / side * 2 - 1;
                                float a = 0;
                                float b = 0;
                                int k = 0;
                                while (k < 50 && a * a + b * b < 4) {
                                    float t = a * a - b * b + cx;
                                    b = 2 * a * b + cy;
                                    a = t;
                                    k++;
                                }
                                y[i] = k;
                            });
            return true;
        }

        @Override
        public Object result() {
            return y;
        }
    }

    /** Lengths of sequences, up to 100. */
    public static final class Collatz implements TableLoop {
        private int[] y;

        @Override
        public void prepare(int size) {
            y = new int[Math.max(1, size / 64)];
        }

        @Override
        public void loop() {
            int[] y = this.y;
            for (@Parallel int i = 0; i < y.length; i++) {
                long v = i + 1L;
                int k = 0;
                while (v != 1 && k < 100) {
                    v = (v & 1) == 0 ? v >> 1 : 3 * v + 1;
                    k++;
                }
                y[i] = k;
            }
        }

        @Override
        public boolean stream() {
            int[] y = this.y;
            IntStream.range(0, y.length)
                    .parallel()
                    .forEach(
                            i -> {
                                long v = i + 1L;
                                int k = 0;
                                while (v != 1 && k < 100) {
                                    v = (v & 1) == 0 ? v >> 1 : 3 * v + 1;
                                    k++;
                                }
                                y[i] = k;
                            });
            return true;
        }

        @Override
        public Object result() {
            return y;
        }
    }

    /** Sixteen taps. */
    public static final class Filter implements TableLoop {
        private float[] x;
        private float[] y;
        private float[] w;

        @Override
        public void prepare(int size) {
            int count = Math.max(16, size / 16);
            x = Data.floats(count + 16);
            y = new float[count];
            w = Data.floats(16);
        }

        @Override
        public void loop() {
            float[] x = this.x;
            float[] y = this.y;
            float[] w = this.w;
            for (@Parallel int i = 0; i < y.length; i++) {
                float s = 0;
                for (int k = 0; k < 16; k++) {
                    s += w[k] * x[i + k];
                }
                y[i] = s;
            }
        }

        @Override
        public boolean stream() {
            float[] x = this.x;
            float[] y = this.y;
            float[] w = this.w;
            IntStream.range(0, y.length)
                    .parallel()
                    .forEach(
                            i -> {
                                float s = 0;
                                for (int k = 0; k < 16; k++) {
                                    s += w[k] * x[i + k];
                                }
                                y[i] = s;
                            });
            return true;
        }

        @Override
        public Object result() {
            return y;
        }
    }

    /** A matrix product, flat, by rows. */
    public static final class Product implements TableLoop {
        private float[] a;
        private float[] b;
        private float[] c;
        private int side;

        @Override
        public void prepare(int size) {
            side = Math.max(4, (int) Math.cbrt(size));
            a = Data.floats(side * side);
            b = Data.floats(side * side);
            c = new float[side * side];
        }

        @Override
        public void loop() {
            float[] a = this.a;
            float[] b = this.b;
            float[] c = this.c;
            int n = this.side;
            for (@Parallel int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    float s = 0;
                    for (int k = 0; k < n; k++) {
                        s += a[i * n + k] * b[k * n + j];
                    }
                    c[i * n + j] = s;
                }
            }
        }

        @Override
        public boolean stream() {
            float[] a = this.a;
            float[] b = this.b;
            float[] c = this.c;
            int n = this.side;
            IntStream.range(0, n)
                    .parallel()
                    .forEach(
                            i -> {
                                for (int j = 0; j < n; j++) {
                                    float s = 0;
                                    for (int k = 0; k < n; k++) {
                                        s += a[i * n + k] * b[k * n + j];
                                    }
                                    c[i * n + j] = s;
                                }
                            });
            return true;
        }

        @Override
        public Object result() {
            return c;
        }
    }

    /** Forces between bodies. */
    public static final class Pull implements TableLoop {
        private float[] x;
        private float[] y;
        private float[] f;

        @Override
        public void prepare(int size) {
            int count = Math.max(8, (int) Math.sqrt(size));
            x = Data.floats(count);
            y = Data.floats(count);
            f = new float[count];
        }

        @Override
        public void loop() {
            float[] x = this.x;
            float[] y = this.y;
            float[] f = this.f;
            for (@Parallel int i = 0; i < f.length; i++) {
                float s = 0;
                for (int j = 0; j < x.length; j++) {
                    float dx = x[j] - x[i];
                    float dy = y[j] - y[i];
                    float d = dx * dx + dy * dy + 0.01f;
                    s += dx / (d * (float) Math.sqrt(d));
                }
                f[i] = s;
            }
        }

        @Override
        public boolean stream() {
            float[] x = this.x;
            float[] y = this.y;
            float[] f = this.f;
            IntStream.range(0, f.length)
                    .parallel()
                    .forEach(
                            i -> {
                                float s = 0;
                                for (int j = 0; j < x.length; j++) {
                                    float dx = x[j] - x[i];
                                    float dy = y[j] - y[i];
                                    float d = dx * dx + dy * dy + 0.01f;
                                    s += dx / (d * (float) Math.sqrt(d));
                                }
                                f[i] = s;
                            });
            return true;
        }

        @Override
        public Object result() {
            return f;
        }
    }

    /** A matrix, turned. */
    public static final class Transpose implements TableLoop {
        private double[] a;
        private double[] b;
        private int side;

        @Override
        public void prepare(int size) {
            side = Math.max(4, (int) Math.sqrt(size));
            a = Data.doubles(side * side);
            b = new double[side * side];
        }

        @Override
        public void loop() {
            double[] a = this.a;
            double[] b = this.b;
            int n = this.side;
            for (@Parallel int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    b[j * n + i] = a[i * n + j];
                }
            }
        }

        @Override
        public boolean stream() {
            double[] a = this.a;
            double[] b = this.b;
            int n = this.side;
            IntStream.range(0, n)
                    .parallel()
                    .forEach(
                            i -> {
                                for (int j = 0; j < n; j++) {
                                    b[j * n + i] = a[i * n + j];
                                }
                            });
            return true;
        }

        @Override
        public Object result() {
            return b;
        }
    }

    /** A sum for each row. */
    public static final class RowSums implements TableLoop {
        private double[][] a;
        private double[] s;

        @Override
        public void prepare(int size) {
            int side = Math.max(4, (int) Math.sqrt(size));
            a = Data.matrix(side);
            s = new double[side];
        }

        @Override
        public void loop() {
            double[][] a = this.a;
            double[] s = this.s;
            for (@Parallel int i = 0; i < s.length; i++) {
                double t = 0;
                for (int j = 0; j < a[i].length; j++) {
                    t += a[i][j];
                }
                s[i] = t;
            }
        }

        @Override
        public boolean stream() {
            double[][] a = this.a;
            double[] s = this.s;
            IntStream.range(0, s.length)
                    .parallel()
                    .forEach(
                            i -> {
                                double t = 0;
                                for (int j = 0; j < a[i].length; j++) {
                                    t += a[i][j];
                                }
                                s[i] = t;
                            });
            return true;
        }

        @Override
        public Object result() {
            return s;
        }
    }

    /** A step of Jacobi on rows. */
    public static final class Jacobi implements TableLoop {
        private double[][] a;
        private double[][] b;

        @Override
        public void prepare(int size) {
            int side = Math.max(4, (int) Math.sqrt(size));
            a = Data.matrix(side);
            b = Data.matrix(side);
        }

        @Override
        public void loop() {
            double[][] a = this.a;
            double[][] b = this.b;
            int n = a.length - 2;
            for (@Parallel int i = 0; i < n; i++) {
                for (int j = 1; j < a.length - 1; j++) {
                    b[i + 1][j] =
                            0.25 * (a[i][j] + a[i + 2][j] + a[i + 1][j - 1] + a[i + 1][j + 1]);
                }
            }
        }

        @Override
        public boolean stream() {
            double[][] a = this.a;
            double[][] b = this.b;
            int n = a.length - 2;
            IntStream.range(0, n)
                    .parallel()
                    .forEach(
                            i -> {
                                for (int j = 1; j < a.length - 1; j++) {
                                    b[i + 1][j] =
                                            0.25
                                                    * (a[i][j]
                                                            + a[i + 2][j]
                                                            + a[i + 1][j - 1]
                                                            + a[i + 1][j + 1]);
                                }
                            });
            return true;
        }

        @Override
        public Object result() {
            return b;
        }
    }

    /** A sparse matrix times a vector. */
    public static final class Sparse implements TableLoop {
        private int[] start;
        private int[] column;
        private double[] value;
        private double[] x;
        private double[] y;

        @Override
        public void prepare(int size) {
            int rows = Math.max(8, size / 8);
            start = new int[rows + 1];
            for (int i = 0; i <= rows; i++) {
                start[i] = 8 * i;
            }
            column = Data.ints(8 * rows, rows);
            value = Data.doubles(8 * rows);
            x = Data.doubles(rows);
            y = new double[rows];
        }

        @Override
        public void loop() {
            int[] start = this.start;
            int[] column = this.column;
            double[] value = this.value;
            double[] x = this.x;
            double[] y = this.y;
            for (@Parallel int i = 0; i < y.length; i++) {
                double s = 0;
                for (int k = start[i]; k < start[i + 1]; k++) {
                    s += value[k] * x[column[k]];
                }
                y[i] = s;
            }
        }

        @Override
        public boolean stream() {
            int[] start = this.start;
            int[] column = this.column;
            double[] value = this.value;
            double[] x = this.x;
            double[] y = this.y;
            IntStream.range(0, y.length)
                    .parallel()
                    .forEach(
                            i -> {
                                double s = 0;
                                for (int k = start[i]; k < start[i + 1]; k++) {
                                    s += value[k] * x[column[k]];
                                }
                                y[i] = s;
                            });
            return true;
        }

        @Override
        public Object result() {
            return y;
        }
    }

    /** The nearest of eight centres, as in k-means. */
    public static final class Nearest implements TableLoop {
        private float[] x;
        private float[] c;
        private int[] y;

        @Override
        public void prepare(int size) {
            x = Data.floats(Math.max(8, size / 8));
            c = Data.floats(8);
            y = new int[x.length];
        }

        @Override
        public void loop() {
            float[] x = this.x;
            float[] c = this.c;
            int[] y = this.y;
            for (@Parallel int i = 0; i < y.length; i++) {
                int best = 0;
                float least = Float.MAX_VALUE;
                for (int k = 0; k < c.length; k++) {
                    float d = (x[i] - c[k]) * (x[i] - c[k]);
                    if (d < least) {
                        least = d;
                        best = k;
                    }
                }
                y[i] = best;
            }
        }

        @Override
        public boolean stream() {
            float[] x = this.x;
            float[] c = this.c;
            int[] y = this.y;
            IntStream.range(0, y.length)
                    .parallel()
                    .forEach(
                            i -> {
                                int best = 0;
                                float least = Float.MAX_VALUE;
                                for (int k = 0; k < c.length; k++) {
                                    float d = (x[i] - c[k]) * (x[i] - c[k]);
                                    if (d < least) {
                                        least = d;
                                        best = k;
                                    }
                                }
                                y[i] = best;
                            });
            return true;
        }

        @Override
        public Object result() {
            return y;
        }
    }

    /** Three points, to another array. */
    public static final class Smooth implements TableLoop {
        private double[] x;
        private double[] y;

        @Override
        public void prepare(int size) {
            x = Data.doubles(size + 2);
            y = new double[size];
        }

        @Override
        public void loop() {
            double[] x = this.x;
            double[] y = this.y;
            for (@Parallel int i = 0; i < y.length; i++) {
                y[i] = (x[i] + x[i + 1] + x[i + 2]) * 0.25;
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
                                y[i] = (x[i] + x[i + 1] + x[i + 2]) * 0.25;
                            });
            return true;
        }

        @Override
        public Object result() {
            return y;
        }
    }
}
