package org.anabranch.examples.nbody;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;

/** Positions and masses in Java arrays. Not thread-safe. */
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
}
