package org.anabranch.scheduler;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Kernel;
import org.anabranch.api.Mapping;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;

import java.lang.foreign.MemorySegment;

/** Kernels over 1-D loops. */
final class LoopKernels {
    /** Adds one at each index. */
    static final Kernel COUNT =
            Kernel.of("count", Parameter.inOut("x"))
                    .java(
                            (piece, arguments) -> {
                                MemorySegment x = arguments.segment(0);
                                each(
                                        piece,
                                        i ->
                                                x.setAtIndex(
                                                        JAVA_LONG,
                                                        i,
                                                        x.getAtIndex(JAVA_LONG, i) + 1));
                            });

    /** Writes a seven at each index. */
    static final Kernel SEVEN =
            Kernel.of("seven", Parameter.out("x"))
                    .java(
                            (piece, arguments) -> {
                                MemorySegment x = arguments.segment(0);
                                each(piece, i -> x.setAtIndex(JAVA_LONG, i, 7));
                            });

    private LoopKernels() {}

    /** The body of a loop at one index. */
    interface At {
        void run(long i);
    }

    static void each(Piece piece, At body) {
        long i = piece.low0();
        for (long left = piece.count(0); left > 0; left--, i += piece.stride0()) {
            body.run(i);
        }
    }

    static Argument count(Buffer x) {
        return x.inOut(Mapping.each());
    }
}
