package org.anabranch.benchmarks.loops;

import org.anabranch.api.Argument;
import org.anabranch.loops.IntBody;

import java.util.List;

/** The product of square matrices, i-j-k. */
final class ProductLoops extends PlainLoop {
    private final int n;
    private final float[] a;
    private final float[] b;
    private final float[] c;

    ProductLoops(int n) {
        this(n, floats(n * n, 1), floats(n * n, 2), new float[n * n]);
    }

    private ProductLoops(int n, float[] a, float[] b, float[] c) {
        super(n, 4, c, a, b);
        this.n = n;
        this.a = a;
        this.b = b;
        this.c = c;
    }

    @Override
    void inJava() {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                float sum = 0;
                for (int k = 0; k < n; k++) {
                    sum += a[i * n + k] * b[k * n + j];
                }
                c[i * n + j] = sum;
            }
        }
    }

    @Override
    IntBody body() {
        int n = this.n;
        float[] a = this.a;
        float[] b = this.b;
        float[] c = this.c;
        return i -> {
            for (int j = 0; j < n; j++) {
                float sum = 0;
                for (int k = 0; k < n; k++) {
                    sum += a[i * n + k] * b[k * n + j];
                }
                c[i * n + j] = sum;
            }
        };
    }

    @Override
    List<Argument> numbers() {
        return List.of(Argument.of(n));
    }
}
