package org.anabranch.examples.series;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;

import java.lang.foreign.MemorySegment;

/**
 * The kernel for Fourier coefficients of (x + 1)^x on [0, 2]. It uses {@code StrictMath}, whose
 * bits are the same on every domain.
 */
public final class FourierKernel {
    /**
     * The pair of coefficients (a, b) of each index of a loop, by the trapezium rule: both ends at
     * half weight, and the first {@code points} of the interior points of an even division.
     * Operand: columns of a matrix of 2 x n doubles. Scalars: n, number of intervals, number of
     * interior points.
     */
    public static final Kernel SERIES =
            Kernel.of(
                            "series",
                            Parameter.out("coefficients"),
                            Parameter.scalar("n"),
                            Parameter.scalar("intervals"),
                            Parameter.scalar("points"))
                    .java(FourierKernel::run);

    private FourierKernel() {}

    private static void run(Piece piece, KernelArguments arguments) {
        MemorySegment coefficients = arguments.segment(0);
        long n = arguments.longAt(1);
        long intervals = arguments.longAt(2);
        long points = arguments.longAt(3);
        for (long i = piece.low0(); i < piece.high0(); i += piece.stride0()) {
            double omega = Math.PI * i;
            double step = 2.0 / intervals;
            double even = (1 + 9 * StrictMath.cos(2 * omega)) / 2;
            double odd = 9 * StrictMath.sin(2 * omega) / 2;
            for (long point = 1; point <= points; point++) {
                double x = point * step;
                double value = StrictMath.pow(x + 1, x);
                even += value * StrictMath.cos(omega * x);
                odd += value * StrictMath.sin(omega * x);
            }
            coefficients.setAtIndex(JAVA_DOUBLE, i, i == 0 ? even * step / 2 : even * step);
            coefficients.setAtIndex(JAVA_DOUBLE, n + i, odd * step);
        }
    }
}
