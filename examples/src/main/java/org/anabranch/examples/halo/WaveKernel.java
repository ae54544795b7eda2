package org.anabranch.examples.halo;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;
import org.anabranch.examples.job.OpenClCode;

import java.lang.foreign.MemorySegment;

/**
 * The kernel for one step of the wave equation on some planes of a grid: the second derivative in
 * time from the stencil of order 8 in each direction, 25 points, in floats. Values within four
 * points of the edge of a plane do not change.
 */
public final class WaveKernel {
    /** The number of points on each side that a new value depends on. */
    public static final int RADIUS = 4;

    /**
     * next = 2 now - next + {@value #SPEED} times the stencil of now. Operands are whole planes,
     * those of {@code now} with four more at each side. Scalars: rows and columns of a plane.
     */
    public static final Kernel WAVE =
            Kernel.of(
                            "wave-planes",
                            Parameter.in("now"),
                            Parameter.inOut("next"),
                            Parameter.scalar("rows"),
                            Parameter.scalar("columns"))
                    .java(WaveKernel::wave)
                    .with(OpenClCode.function("wave_planes"));

    /** The square of the distance that waves travel per step, in grid points. */
    static final float SPEED = 0.1f;

    private static final float[] WEIGHTS = {-205 / 72f, 8 / 5f, -1 / 5f, 8 / 315f, -1 / 560f};

    private WaveKernel() {}

    private static void wave(Piece piece, KernelArguments arguments) {
        int rows = (int) arguments.longAt(2);
        int columns = (int) arguments.longAt(3);
        int plane = rows * columns;
        float[] now = floats(arguments, 0);
        float[] next = floats(arguments, 1);
        for (int base = 0; base < next.length; base += plane) {
            for (int y = RADIUS; y < rows - RADIUS; y++) {
                int from = base + y * columns;
                row(now, next, from + RADIUS, from + columns - RADIUS, plane, columns);
            }
        }
        MemorySegment.copy(next, 0, arguments.segment(1), JAVA_FLOAT, 0, next.length);
    }

    /**
     * Computes elements {@code from} to {@code to} of {@code next}; {@code now} begins four planes
     * before.
     */
    private static void row(float[] now, float[] next, int from, int to, int plane, int columns) {
        for (int i = from; i < to; i++) {
            int at = i + RADIUS * plane;
            float sum = 3 * WEIGHTS[0] * now[at];
            for (int d = 1; d <= RADIUS; d++) {
                float x = now[at - d] + now[at + d];
                float y = now[at - d * columns] + now[at + d * columns];
                float z = now[at - d * plane] + now[at + d * plane];
                sum += WEIGHTS[d] * (x + y + z);
            }
            next[i] = 2 * now[at] - next[i] + SPEED * sum;
        }
    }

    private static float[] floats(KernelArguments arguments, int position) {
        int count = (int) (arguments.rows(position) * arguments.columns(position));
        float[] values = new float[count];
        MemorySegment.copy(arguments.segment(position), JAVA_FLOAT, 0, values, 0, count);
        return values;
    }
}
