package org.anabranch.benchmarks.loops;

import org.anabranch.api.Argument;
import org.anabranch.loops.IntBody;

import java.util.List;

/** The loop y = a x + y, bound by memory. */
final class Saxpy extends PlainLoop {
    private final float[] x;
    private final float[] y;

    Saxpy(int n) {
        this(floats(n, 6), floats(n, 7));
    }

    @Override
    boolean isRepeatable() {
        return false;
    }

    private Saxpy(float[] x, float[] y) {
        super(x.length, LANES, y, x);
        this.x = x;
        this.y = y;
    }

    @Override
    void inJava() {
        for (int i = 0; i < y.length; i++) {
            y[i] = 1.1f * x[i] + y[i];
        }
    }

    @Override
    IntBody body() {
        float[] x = this.x;
        float[] y = this.y;
        return i -> y[i] = 1.1f * x[i] + y[i];
    }

    @Override
    List<Argument> numbers() {
        return List.of(Argument.of(1.1f));
    }
}
