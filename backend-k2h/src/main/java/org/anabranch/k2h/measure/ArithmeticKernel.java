package org.anabranch.k2h.measure;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.KernelCode;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;
import org.anabranch.api.SourceCode;
import org.anabranch.k2h.board.Cost;

/**
 * An arithmetic benchmark of one core: four independent chains of operations, as compiled code has
 * them. Every chain converges, so that all devices compute the same number.
 */
final class ArithmeticKernel {
    /** The measured operations, by the number of the kind. */
    static final Cost[] KINDS = {
        Cost.FLOP_SINGLE, Cost.FLOP_DOUBLE, Cost.ROOT, Cost.TRANSCENDENTAL
    };

    private static final int CHAINS = 4;

    private static final String TEXT =
            """
            #ifdef cl_khr_fp64
            #pragma OPENCL EXTENSION cl_khr_fp64 : enable
            #endif
            __kernel void k2h_arithmetic(__global double *y, long offset, long pitch, int kind, long n)
            {
                if (kind == 0) {
                    float a = 1, b = 2, c = 3, d = 4;
                    for (long i = 0; i < n; i++) {
                        a = a * 0.5f + 1; b = b * 0.5f + 1; c = c * 0.5f + 1; d = d * 0.5f + 1;
                    }
                    y[offset] = a + b + c + d;
                } else {
                    double a = 1, b = 2, c = 3, d = 4;
                    for (long i = 0; i < n; i++) {
                        if (kind == 1) {
                            a = a * 0.5 + 1; b = b * 0.5 + 1; c = c * 0.5 + 1; d = d * 0.5 + 1;
                        } else if (kind == 2) {
                            a = sqrt(a) + 1; b = sqrt(b) + 1; c = sqrt(c) + 1; d = sqrt(d) + 1;
                        } else {
                            a = exp(-a); b = exp(-b); c = exp(-c); d = exp(-d);
                        }
                    }
                    y[offset] = a + b + c + d;
                }
            }
            """;

    /**
     * The kernel. Operand: one double, the sum of the chains. Scalars: kind, steps of each chain.
     */
    static final Kernel KERNEL =
            Kernel.of(
                            "k2h_arithmetic",
                            Parameter.out("y"),
                            Parameter.scalar("kind"),
                            Parameter.scalar("steps"))
                    .java(ArithmeticKernel::run)
                    .with(new SourceCode(KernelCode.OPENCL_C, TEXT, "k2h_arithmetic", ""));

    private ArithmeticKernel() {}

    private static void run(Piece piece, KernelArguments arguments) {
        double sum = sum((int) arguments.longAt(1), arguments.longAt(2));
        arguments.segment(0).setAtIndex(JAVA_DOUBLE, 0, sum);
    }

    /** Returns the number of operations of so many steps. */
    static long operations(long steps) {
        return CHAINS * steps;
    }

    static double sum(int kind, long steps) {
        return switch (kind) {
            case 0 -> singles(steps);
            case 1 -> doubles(steps);
            case 2 -> roots(steps);
            default -> exponentials(steps);
        };
    }

    private static double singles(long steps) {
        float a = 1;
        float b = 2;
        float c = 3;
        float d = 4;
        for (long i = 0; i < steps; i++) {
            a = a * 0.5f + 1;
            b = b * 0.5f + 1;
            c = c * 0.5f + 1;
            d = d * 0.5f + 1;
        }
        return a + b + c + d;
    }

    private static double doubles(long steps) {
        double a = 1;
        double b = 2;
        double c = 3;
        double d = 4;
        for (long i = 0; i < steps; i++) {
            a = a * 0.5 + 1;
            b = b * 0.5 + 1;
            c = c * 0.5 + 1;
            d = d * 0.5 + 1;
        }
        return a + b + c + d;
    }

    private static double roots(long steps) {
        double a = 1;
        double b = 2;
        double c = 3;
        double d = 4;
        for (long i = 0; i < steps; i++) {
            a = Math.sqrt(a) + 1;
            b = Math.sqrt(b) + 1;
            c = Math.sqrt(c) + 1;
            d = Math.sqrt(d) + 1;
        }
        return a + b + c + d;
    }

    private static double exponentials(long steps) {
        double a = 1;
        double b = 2;
        double c = 3;
        double d = 4;
        for (long i = 0; i < steps; i++) {
            a = Math.exp(-a);
            b = Math.exp(-b);
            c = Math.exp(-c);
            d = Math.exp(-d);
        }
        return a + b + c + d;
    }
}
