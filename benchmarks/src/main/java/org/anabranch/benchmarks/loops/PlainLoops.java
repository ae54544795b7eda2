package org.anabranch.benchmarks.loops;

import org.anabranch.api.Argument;

import java.util.List;
import java.util.SplittableRandom;

/**
 * The loops in plain Java, by name. Each has a class of its own, so that its first verdict reads a
 * class file.
 */
final class PlainLoops {
    private static final int LANES = 16;

    private PlainLoops() {}

    /**
     * Returns a loop.
     *
     * @param scale 0 for a size to see that it works, 1 for one that suits a few processors, 2 for
     *     one that suits a GPU
     */
    static PlainLoop of(String name, int scale) {
        return switch (name) {
            case "product" -> Product.of(new int[] {128, 512, 1024}[scale]);
            case "mandelbrot" -> Mandelbrot.of(new int[] {128, 1024, 2048}[scale]);
            case "bodies" -> Bodies.of(new int[] {512, 8192, 16384}[scale]);
            case "space" -> Space.of(new int[] {512, 4096, 16384}[scale]);
            case "saxpy" -> Saxpy.of(new int[] {1 << 14, 4 << 20, 16 << 20}[scale]);
            default -> throw new IllegalArgumentException("no loop " + name);
        };
    }

    /** The product of square matrices, i-j-k. */
    private static final class Product {
        static PlainLoop of(int n) {
            float[] a = floats(n * n, 1);
            float[] b = floats(n * n, 2);
            float[] c = new float[n * n];
            return new PlainLoop(
                    n,
                    4,
                    c,
                    List.of(a, b),
                    Argument.of(n),
                    () -> {
                        for (int i = 0; i < n; i++) {
                            for (int j = 0; j < n; j++) {
                                float sum = 0;
                                for (int k = 0; k < n; k++) {
                                    sum += a[i * n + k] * b[k * n + j];
                                }
                                c[i * n + j] = sum;
                            }
                        }
                    },
                    i -> {
                        for (int j = 0; j < n; j++) {
                            float sum = 0;
                            for (int k = 0; k < n; k++) {
                                sum += a[i * n + k] * b[k * n + j];
                            }
                            c[i * n + j] = sum;
                        }
                    });
        }
    }

    /** The escape times of points; the inner loop ends at different times. */
    private static final class Mandelbrot {
        static PlainLoop of(int n) {
            int[] out = new int[n * n];
            return new PlainLoop(
                    n,
                    1,
                    out,
                    List.of(),
                    Argument.of(n),
                    () -> {
                        for (int i = 0; i < n; i++) {
                            for (int j = 0; j < n; j++) {
                                out[i * n + j] = escapes(3f * j / n - 2, 3f * i / n - 1.5f);
                            }
                        }
                    },
                    i -> {
                        for (int j = 0; j < n; j++) {
                            out[i * n + j] = escapes(3f * j / n - 2, 3f * i / n - 1.5f);
                        }
                    });
        }

        private static int escapes(float x, float y) {
            float re = 0;
            float im = 0;
            int it = 0;
            while (it < 200 && re * re + im * im < 4) {
                float next = re * re - im * im + x;
                im = 2 * re * im + y;
                re = next;
                it++;
            }
            return it;
        }
    }

    /** The pull of all bodies on each one in two dimensions, along one axis. */
    private static final class Bodies {
        static PlainLoop of(int n) {
            float[] x = floats(n, 3);
            float[] y = floats(n, 4);
            float[] m = floats(n, 5);
            float[] to = new float[n];
            return new PlainLoop(
                    n,
                    LANES,
                    to,
                    List.of(x, y, m),
                    Argument.of(n),
                    () -> {
                        for (int i = 0; i < n; i++) {
                            float sum = 0;
                            for (int j = 0; j < n; j++) {
                                float dx = x[j] - x[i];
                                float dy = y[j] - y[i];
                                float square = dx * dx + dy * dy + 0.01f;
                                sum += m[j] / (square * (float) Math.sqrt(square)) * dx;
                            }
                            to[i] = sum;
                        }
                    },
                    i -> {
                        float sum = 0;
                        for (int j = 0; j < n; j++) {
                            float dx = x[j] - x[i];
                            float dy = y[j] - y[i];
                            float square = dx * dx + dy * dy + 0.01f;
                            sum += m[j] / (square * (float) Math.sqrt(square)) * dx;
                        }
                        to[i] = sum;
                    });
        }
    }

    /** The pull of all bodies on each one in space, as three sums stored one after another. */
    private record Space(int n, float[] x, float[] y, float[] z, float[] m, float[] to)
            implements Runnable {
        static PlainLoop of(int n) {
            float[] x = floats(n, 8);
            float[] y = floats(n, 9);
            float[] z = floats(n, 10);
            float[] m = floats(n, 11);
            float[] to = new float[3 * n];
            return new PlainLoop(
                    n,
                    LANES,
                    to,
                    List.of(x, y, z, m),
                    Argument.of(n),
                    new Space(n, x, y, z, m, to),
                    i -> {
                        float sumX = 0;
                        float sumY = 0;
                        float sumZ = 0;
                        for (int j = 0; j < n; j++) {
                            float dx = x[j] - x[i];
                            float dy = y[j] - y[i];
                            float dz = z[j] - z[i];
                            float square = dx * dx + dy * dy + dz * dz + 0.01f;
                            float pull = m[j] / (square * (float) Math.sqrt(square));
                            sumX += pull * dx;
                            sumY += pull * dy;
                            sumZ += pull * dz;
                        }
                        to[i] = sumX;
                        to[n + i] = sumY;
                        to[2 * n + i] = sumZ;
                    });
        }

        @Override
        public void run() {
            for (int i = 0; i < n; i++) {
                float sumX = 0;
                float sumY = 0;
                float sumZ = 0;
                for (int j = 0; j < n; j++) {
                    float dx = x[j] - x[i];
                    float dy = y[j] - y[i];
                    float dz = z[j] - z[i];
                    float square = dx * dx + dy * dy + dz * dz + 0.01f;
                    float pull = m[j] / (square * (float) Math.sqrt(square));
                    sumX += pull * dx;
                    sumY += pull * dy;
                    sumZ += pull * dz;
                }
                to[i] = sumX;
                to[n + i] = sumY;
                to[2 * n + i] = sumZ;
            }
        }
    }

    /** {@code y = a x + y}. */
    private static final class Saxpy {
        static PlainLoop of(int n) {
            float[] x = floats(n, 6);
            float[] y = floats(n, 7);
            return new PlainLoop(
                    n,
                    LANES,
                    y,
                    List.of(x),
                    Argument.of(1.1f),
                    () -> {
                        for (int i = 0; i < y.length; i++) {
                            y[i] = 1.1f * x[i] + y[i];
                        }
                    },
                    i -> y[i] = 1.1f * x[i] + y[i]);
        }
    }

    private static float[] floats(int length, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        float[] floats = new float[length];
        for (int i = 0; i < length; i++) {
            floats[i] = (float) random.nextDouble();
        }
        return floats;
    }
}
