package org.anabranch.examples.nbody;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;

/**
 * Positions and masses in Java arrays, where the compiler vectorises loops over them. Used by one
 * thread.
 */
record Bodies(double[] x, double[] y, double[] z, double[] mass) {

    static Bodies load(MemorySegment position, MemorySegment mass, int n) {
        double[][] rows = rows(position, n);
        double[] masses = new double[n];
        MemorySegment.copy(mass, JAVA_DOUBLE, 0, masses, 0, n);
        return new Bodies(rows[0], rows[1], rows[2], masses);
    }

    static double[][] rows(MemorySegment matrix, int n) {
        double[][] rows = new double[3][n];
        for (int axis = 0; axis < 3; axis++) {
            MemorySegment.copy(
                    matrix, JAVA_DOUBLE, (long) axis * n * Double.BYTES, rows[axis], 0, n);
        }
        return rows;
    }

    static void storeRows(double[][] rows, MemorySegment matrix) {
        for (int axis = 0; axis < 3; axis++) {
            int n = rows[axis].length;
            MemorySegment.copy(
                    rows[axis], 0, matrix, JAVA_DOUBLE, (long) axis * n * Double.BYTES, n);
        }
    }

    void storePositions(MemorySegment matrix) {
        storeRows(new double[][] {x, y, z}, matrix);
    }

    /** The accelerations of some bodies, by axis. */
    double[][] accelerations(int from, int count, double softening2) {
        double[][] sums = new double[3][count];
        Block block = new Block(x, y, z, from, sums[0], sums[1], sums[2]);
        for (int j = 0; j < mass.length; j++) {
            int self = Math.clamp((long) j - from, 0, count);
            block.attract(0, self, x[j], y[j], z[j], mass[j], softening2);
            block.attract(
                    j == from + self ? self + 1 : self,
                    count,
                    x[j],
                    y[j],
                    z[j],
                    mass[j],
                    softening2);
        }
        return sums;
    }

    private record Block(
            double[] x, double[] y, double[] z, int from, double[] ax, double[] ay, double[] az) {

        /** Adds the pull of one body on those from {@code low} to {@code high} of the block. */
        void attract(
                int low,
                int high,
                double px,
                double py,
                double pz,
                double mass,
                double softening2) {
            for (int i = low; i < high; i++) {
                double dx = px - x[from + i];
                double dy = py - y[from + i];
                double dz = pz - z[from + i];
                double square = dx * dx + dy * dy + dz * dz + softening2;
                double pull = mass / (square * Math.sqrt(square));
                ax[i] += dx * pull;
                ay[i] += dy * pull;
                az[i] += dz * pull;
            }
        }
    }

    /** One symplectic Euler step of everything, each pair once, without softening. */
    void step(double[][] velocity, double dt) {
        double[] vx = velocity[0];
        double[] vy = velocity[1];
        double[] vz = velocity[2];
        int n = mass.length;
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                double dx = x[i] - x[j];
                double dy = y[i] - y[j];
                double dz = z[i] - z[j];
                double square = dx * dx + dy * dy + dz * dz;
                double pull = dt / (square * Math.sqrt(square));
                vx[i] -= dx * mass[j] * pull;
                vy[i] -= dy * mass[j] * pull;
                vz[i] -= dz * mass[j] * pull;
                vx[j] += dx * mass[i] * pull;
                vy[j] += dy * mass[i] * pull;
                vz[j] += dz * mass[i] * pull;
            }
        }
        for (int i = 0; i < n; i++) {
            x[i] += dt * vx[i];
            y[i] += dt * vy[i];
            z[i] += dt * vz[i];
        }
    }
}
