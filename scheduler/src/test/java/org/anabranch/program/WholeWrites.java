package org.anabranch.program;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.JavaKernel;
import org.anabranch.api.KernelArguments;

/** Kernels that keep the promise of an operand that is out: they write every element. */
final class WholeWrites {
    private WholeWrites() {}

    /** A kernel that sets each element of some operands, which are not mapped, to 0. */
    static JavaKernel to(int... positions) {
        return (piece, arguments) -> {
            for (int position : positions) {
                fill(arguments, position);
            }
        };
    }

    static void fill(KernelArguments arguments, int position) {
        for (long slice = 0; slice < arguments.slices(position); slice++) {
            for (long row = 0; row < arguments.rows(position); row++) {
                for (long column = 0; column < arguments.columns(position); column++) {
                    long at =
                            slice * arguments.slicePitch(position)
                                    + row * arguments.pitch(position)
                                    + column;
                    arguments.segment(position).setAtIndex(JAVA_LONG, at, 0);
                }
            }
        }
    }

    /** A kernel that sets the element of each index of a 1-D piece to 0, in a mapped operand. */
    static JavaKernel byIndexTo(int position) {
        return (piece, arguments) -> {
            for (long i = piece.low0(); i < piece.high0(); i++) {
                arguments.segment(position).setAtIndex(JAVA_LONG, i, 0);
            }
        };
    }
}
