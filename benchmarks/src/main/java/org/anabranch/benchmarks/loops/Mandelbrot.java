package org.anabranch.benchmarks.loops;

import org.anabranch.api.Argument;
import org.anabranch.loops.IntBody;

import java.util.List;

/** The Mandelbrot loop: the escape times of points; the inner loop ends at different times. */
final class Mandelbrot extends PlainLoop {
    private final int n;
    private final int[] out;

    Mandelbrot(int n) {
        this(n, new int[n * n]);
    }

    private Mandelbrot(int n, int[] out) {
        super(n, 1, out);
        this.n = n;
        this.out = out;
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

    @Override
    void inJava() {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                out[i * n + j] = escapes(3f * j / n - 2, 3f * i / n - 1.5f);
            }
        }
    }

    @Override
    IntBody body() {
        int n = this.n;
        int[] out = this.out;
        return i -> {
            for (int j = 0; j < n; j++) {
                out[i * n + j] = escapes(3f * j / n - 2, 3f * i / n - 1.5f);
            }
        };
    }

    @Override
    List<Argument> numbers() {
        return List.of(Argument.of(n));
    }
}
