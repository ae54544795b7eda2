package org.anabranch.benchmarks.loops;

import org.anabranch.api.Argument;
import org.anabranch.loops.IntBody;

import java.util.List;

/** The n-body loop in two dimensions: the pull of all bodies on each one, along one axis. */
final class ContestBodies extends PlainLoop {
    private final int n;
    private final float[] x;
    private final float[] y;
    private final float[] m;
    private final float[] to;

    ContestBodies(int n) {
        this(n, floats(n, 3), floats(n, 4), floats(n, 5), new float[n]);
    }

    private ContestBodies(int n, float[] x, float[] y, float[] m, float[] to) {
        super(n, LANES, to, x, y, m);
        this.n = n;
        this.x = x;
        this.y = y;
        this.m = m;
        this.to = to;
    }

    @Override
    void inJava() {
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
    }

    @Override
    IntBody body() {
        int n = this.n;
        float[] x = this.x;
        float[] y = this.y;
        float[] m = this.m;
        float[] to = this.to;
        return i -> {
            float sum = 0;
            for (int j = 0; j < n; j++) {
                float dx = x[j] - x[i];
                float dy = y[j] - y[i];
                float square = dx * dx + dy * dy + 0.01f;
                sum += m[j] / (square * (float) Math.sqrt(square)) * dx;
            }
            to[i] = sum;
        };
    }

    @Override
    List<Argument> numbers() {
        return List.of(Argument.of(n));
    }
}
