package org.anabranch.examples.stencil;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;

import java.lang.foreign.MemorySegment;

/** The kernels of three-dimensional stencils: {@code seven_point.xml} and {@code wave.xml}. */
public final class SpaceStencils {
    /** Diffusion to the six nearest neighbours. */
    public static final Kernel SEVEN_POINT =
            Kernel.of(
                            "seven_point",
                            Parameter.out("A"),
                            Parameter.in("B"),
                            Parameter.scalar("width"),
                            Parameter.scalar("height"))
                    .java(SpaceStencils::sevenPoint);

    /**
     * Wave propagation of order 8 in space and 2 in time; the new values overwrite those of the
     * previous time.
     */
    public static final Kernel WAVE =
            Kernel.of(
                            "wave",
                            Parameter.inOut("before"),
                            Parameter.in("now"),
                            Parameter.in("speed"),
                            Parameter.scalar("width"),
                            Parameter.scalar("height"))
                    .java(SpaceStencils::wave);

    private static final int FAR = 4;
    private static final float[] WEIGHT = {1.6f, -0.2f, 0.025396825f, -0.0017857143f};
    private static final float CENTRE = -8.541667f;

    private SpaceStencils() {}

    private static void sevenPoint(Piece piece, KernelArguments arguments) {
        MemorySegment a = arguments.segment(0);
        MemorySegment b = arguments.segment(1);
        long width = arguments.longAt(2);
        long height = arguments.longAt(3);
        long slice = width * height;
        int count = (int) (piece.high2() - piece.low2());
        for (long z = piece.low0(); z < piece.high0(); z++) {
            for (long y = piece.low1(); y < piece.high1(); y++) {
                long at = ((z + 1) * height + y + 1) * width + piece.low2() + 1;
                for (int i = 0; i < count; i++) {
                    float around =
                            b.getAtIndex(JAVA_FLOAT, at - slice + i)
                                    + b.getAtIndex(JAVA_FLOAT, at - width + i)
                                    + b.getAtIndex(JAVA_FLOAT, at - 1 + i)
                                    + b.getAtIndex(JAVA_FLOAT, at + 1 + i)
                                    + b.getAtIndex(JAVA_FLOAT, at + width + i)
                                    + b.getAtIndex(JAVA_FLOAT, at + slice + i);
                    float here = b.getAtIndex(JAVA_FLOAT, at + i);
                    a.setAtIndex(JAVA_FLOAT, at + i, 0.4f * here + 0.1f * around);
                }
            }
        }
    }

    private static void wave(Piece piece, KernelArguments arguments) {
        long width = arguments.longAt(3);
        long height = arguments.longAt(4);
        for (long z = piece.low0(); z < piece.high0(); z++) {
            for (long y = piece.low1(); y < piece.high1(); y++) {
                long at = ((z + FAR) * height + y + FAR) * width + piece.low2() + FAR;
                waveRow(arguments, at, (int) (piece.high2() - piece.low2()), width, height);
            }
        }
    }

    private static void waveRow(
            KernelArguments arguments, long at, int count, long width, long height) {
        MemorySegment before = arguments.segment(0);
        MemorySegment now = arguments.segment(1);
        MemorySegment speed = arguments.segment(2);
        for (int i = 0; i < count; i++) {
            float here = now.getAtIndex(JAVA_FLOAT, at + i);
            float sum = CENTRE * here;
            for (int d = 1; d <= FAR; d++) {
                long row = d * width;
                long slice = row * height;
                float along =
                        now.getAtIndex(JAVA_FLOAT, at - d + i)
                                + now.getAtIndex(JAVA_FLOAT, at + d + i);
                along =
                        along
                                + now.getAtIndex(JAVA_FLOAT, at - row + i)
                                + now.getAtIndex(JAVA_FLOAT, at + row + i);
                along =
                        along
                                + now.getAtIndex(JAVA_FLOAT, at - slice + i)
                                + now.getAtIndex(JAVA_FLOAT, at + slice + i);
                sum = sum + WEIGHT[d - 1] * along;
            }
            float after =
                    2.0f * here
                            - before.getAtIndex(JAVA_FLOAT, at + i)
                            + speed.getAtIndex(JAVA_FLOAT, at + i) * sum;
            before.setAtIndex(JAVA_FLOAT, at + i, after);
        }
    }
}
