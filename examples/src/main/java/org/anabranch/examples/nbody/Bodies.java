package org.anabranch.examples.nbody;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;

/**
 * Positions and masses in Java arrays, over which the compiler vectorises loops. Not thread-safe.
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

    /** Returns the accelerations of some bodies, by axis. */
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
}
