package org.anabranch.benchmarks.loops;

import org.anabranch.api.Argument;
import org.anabranch.loops.IntBody;

import java.util.List;

/**
 * The n-body loop in three dimensions: the pull of all bodies on each one, as three sums stored one
 * after another.
 */
final class SpaceLoops extends PlainLoop {
    private final int n;
    private final float[] x;
    private final float[] y;
    private final float[] z;
    private final float[] m;
    private final float[] to;

    SpaceLoops(int n) {
        this(n, floats(n, 8), floats(n, 9), floats(n, 10), floats(n, 11), new float[3 * n]);
    }

    private SpaceLoops(int n, float[] x, float[] y, float[] z, float[] m, float[] to) {
        super(n, LANES, to, x, y, z, m);
        this.n = n;
        this.x = x;
        this.y = y;
        this.z = z;
        this.m = m;
        this.to = to;
    }

    @Override
    void inJava() {
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

    @Override
    IntBody body() {
        int n = this.n;
        float[] x = this.x;
        float[] y = this.y;
        float[] z = this.z;
        float[] m = this.m;
        float[] to = this.to;
        return i -> {
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
        };
    }

    @Override
    List<Argument> numbers() {
        return List.of(Argument.of(n));
    }
}
