package org.anabranch.stencil;

import org.anabranch.api.JavaKernel;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.Piece;
import org.anabranch.stencil.description.ElementType;
import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.description.StencilArgument;
import org.anabranch.stencil.geometry.CellBox;
import org.anabranch.stencil.geometry.Point;

import java.util.List;

/**
 * A weighted sum over any points, for any rank and any number of cells per item. Arguments: the
 * output A, the input B, the extents of x and y, then perhaps a cut input C, a whole input W and a
 * scalar s. An output that is updated in place is read where it is written. Holds nothing that
 * cannot be sent to a card; {@link PointSource} is the same in OpenCL C.
 *
 * @param offsets low and high bounds of x, y and z of each box of offsets
 */
public record PointKernel(
        int rank,
        Point per,
        Point lower,
        long[] offsets,
        ElementType type,
        boolean inPlace,
        boolean more)
        implements JavaKernel {

    public PointKernel(Stencil stencil) {
        this(
                stencil.rank(),
                stencil.cellsPerItem(),
                stencil.ghost().lower(),
                offsets(stencil.ghost().offsets()),
                stencil.grid().type(),
                stencil.arguments().getFirst().property() == StencilArgument.Property.INOUT,
                stencil.argument("C").isPresent());
    }

    private static long[] offsets(List<CellBox> boxes) {
        return boxes.stream()
                .flatMapToLong(
                        box ->
                                java.util.stream.LongStream.of(
                                        box.low().x(),
                                        box.high().x(),
                                        box.low().y(),
                                        box.high().y(),
                                        box.low().z(),
                                        box.high().z()))
                .toArray();
    }

    public static double nextWeight(double weight) {
        return weight * 0.875 + 0.01;
    }

    @Override
    public void run(Piece piece, KernelArguments arguments) {
        long[] low = {0, 0, 0};
        long[] high = {1, 1, 1};
        for (int axis = 0; axis < rank; axis++) {
            int dimension = rank - 1 - axis;
            low[axis] = piece.low(dimension) * per.get(axis) - lower.get(axis);
            high[axis] = piece.end(dimension) * per.get(axis) - lower.get(axis);
        }
        for (long z = low[2]; z < high[2]; z++) {
            for (long y = low[1]; y < high[1]; y++) {
                for (long x = low[0]; x < high[0]; x++) {
                    cell(arguments, x, y, z);
                }
            }
        }
    }

    private void cell(KernelArguments arguments, long x, long y, long z) {
        Cells a = new Cells(type, arguments.segment(0));
        Cells b = new Cells(type, arguments.segment(1));
        long width = arguments.longAt(2);
        long height = arguments.longAt(3);
        long at = (z * height + y) * width + x;
        double sum = 0;
        double weight = 0.25;
        for (int i = 0; i < offsets.length; i += 6) {
            for (long dz = offsets[i + 4]; dz < offsets[i + 5]; dz++) {
                for (long dy = offsets[i + 2]; dy < offsets[i + 3]; dy++) {
                    for (long dx = offsets[i]; dx < offsets[i + 1]; dx++) {
                        sum += weight * b.get(at + (dz * height + dy) * width + dx);
                        weight = nextWeight(weight);
                    }
                }
            }
        }
        if (inPlace) {
            sum -= 0.5 * a.get(at);
        }
        if (more) {
            Cells c = new Cells(ElementType.FLOAT, arguments.segment(4));
            sum += 0.125 * c.get(at) + arguments.doubleAt(6);
            sum +=
                    new Cells(ElementType.FLOAT, arguments.segment(5))
                            .get(Math.abs((long) Math.floor(sum * 8)) % 3);
        }
        a.set(at, type == ElementType.INT ? sum / 1000 % 1 : sum / 2);
    }
}
