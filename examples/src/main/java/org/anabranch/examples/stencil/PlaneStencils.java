package org.anabranch.examples.stencil;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;

import java.lang.foreign.MemorySegment;

/**
 * The kernels of two-dimensional stencils: {@code jacobi.xml}, {@code heat.xml}, {@code
 * nine_point.xml}.
 */
public final class PlaneStencils {
    /** The paper's 4-point Jacobi, with offsets of 10 in x and 1 in y; four rows per index. */
    public static final Kernel JACOBI =
            Kernel.of("jacobi", Parameter.out("A"), Parameter.in("B"), Parameter.scalar("pitch"))
                    .java(PlaneStencils::jacobi);

    /** The heat equation. */
    public static final Kernel HEAT =
            Kernel.of(
                            "heat",
                            Parameter.out("next"),
                            Parameter.in("now"),
                            Parameter.scalar("pitch"),
                            Parameter.scalar("rate"))
                    .java(PlaneStencils::heat);

    /** A weighted average of nine cells in double precision. */
    public static final Kernel NINE_POINT =
            Kernel.of(
                            "nine_point",
                            Parameter.out("A"),
                            Parameter.in("B"),
                            Parameter.scalar("pitch"))
                    .java(PlaneStencils::ninePoint);

    private static final int ROWS_PER_INDEX = 4;
    private static final int FAR = 10;

    private PlaneStencils() {}

    private static void jacobi(Piece piece, KernelArguments arguments) {
        MemorySegment a = arguments.segment(0);
        MemorySegment b = arguments.segment(1);
        long pitch = arguments.longAt(2);
        int count = (int) (piece.high1() - piece.low1());
        for (long row = piece.low0() * ROWS_PER_INDEX;
                row < piece.high0() * ROWS_PER_INDEX;
                row++) {
            long at = (row + 1) * pitch + piece.low1() + FAR;
            for (int i = 0; i < count; i++) {
                float sum =
                        b.getAtIndex(JAVA_FLOAT, at + pitch + i)
                                + b.getAtIndex(JAVA_FLOAT, at - pitch + i)
                                + b.getAtIndex(JAVA_FLOAT, at - FAR + i)
                                + b.getAtIndex(JAVA_FLOAT, at + FAR + i);
                a.setAtIndex(JAVA_FLOAT, at + i, 0.25f * sum);
            }
        }
    }

    private static void heat(Piece piece, KernelArguments arguments) {
        MemorySegment next = arguments.segment(0);
        MemorySegment now = arguments.segment(1);
        long pitch = arguments.longAt(2);
        float rate = (float) arguments.doubleAt(3);
        int count = (int) (piece.high1() - piece.low1());
        for (long row = piece.low0(); row < piece.high0(); row++) {
            long at = (row + 1) * pitch + piece.low1() + 1;
            for (int i = 0; i < count; i++) {
                float around =
                        now.getAtIndex(JAVA_FLOAT, at - pitch + i)
                                + now.getAtIndex(JAVA_FLOAT, at - 1 + i)
                                + now.getAtIndex(JAVA_FLOAT, at + 1 + i)
                                + now.getAtIndex(JAVA_FLOAT, at + pitch + i);
                float here = now.getAtIndex(JAVA_FLOAT, at + i);
                next.setAtIndex(JAVA_FLOAT, at + i, here + rate * (around - 4.0f * here));
            }
        }
    }

    private static void ninePoint(Piece piece, KernelArguments arguments) {
        MemorySegment a = arguments.segment(0);
        MemorySegment b = arguments.segment(1);
        long pitch = arguments.longAt(2);
        int count = (int) (piece.high1() - piece.low1());
        for (long row = piece.low0(); row < piece.high0(); row++) {
            long at = (row + 1) * pitch + piece.low1() + 1;
            long up = at - pitch;
            long down = at + pitch;
            for (int i = 0; i < count; i++) {
                double corners =
                        b.getAtIndex(JAVA_DOUBLE, up - 1 + i)
                                + b.getAtIndex(JAVA_DOUBLE, up + 1 + i)
                                + b.getAtIndex(JAVA_DOUBLE, down - 1 + i)
                                + b.getAtIndex(JAVA_DOUBLE, down + 1 + i);
                double sides =
                        b.getAtIndex(JAVA_DOUBLE, up + i)
                                + b.getAtIndex(JAVA_DOUBLE, at - 1 + i)
                                + b.getAtIndex(JAVA_DOUBLE, at + 1 + i)
                                + b.getAtIndex(JAVA_DOUBLE, down + i);
                double here = b.getAtIndex(JAVA_DOUBLE, at + i);
                a.setAtIndex(JAVA_DOUBLE, at + i, 0.0625 * corners + 0.125 * sides + 0.25 * here);
            }
        }
    }
}
