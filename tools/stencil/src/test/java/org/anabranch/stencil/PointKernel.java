package org.anabranch.stencil;

import org.anabranch.api.JavaKernel;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.Piece;

/**
 * A weighted sum over any points, for any rank and any number of cells per item. Arguments: the
 * output A, the input B, the extents of x and y, then perhaps a cut input C, a whole input W and a
 * scalar s. An output that is updated in place is read where it is written.
 */
record PointKernel(Stencil stencil) implements JavaKernel {
    @Override
    public void run(Piece piece, KernelArguments arguments) {
        int rank = stencil.rank();
        Point per = stencil.cellsPerItem();
        Point lower = stencil.ghost().lower();
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
        Cells a = new Cells(stencil.grid().type(), arguments.segment(0));
        Cells b = new Cells(stencil.grid().type(), arguments.segment(1));
        long width = arguments.longAt(2);
        long height = arguments.longAt(3);
        long at = (z * height + y) * width + x;
        double sum = 0;
        double weight = 0.25;
        for (Box offset : stencil.ghost().offsets()) {
            Point low = offset.low();
            Point high = offset.high();
            for (long dz = low.z(); dz < high.z(); dz++) {
                for (long dy = low.y(); dy < high.y(); dy++) {
                    for (long dx = low.x(); dx < high.x(); dx++) {
                        sum += weight * b.get(at + (dz * height + dy) * width + dx);
                        weight = weight * 0.875 + 0.01;
                    }
                }
            }
        }
        if (stencil.arguments().getFirst().property() == StencilArgument.Property.INOUT) {
            sum -= 0.5 * a.get(at);
        }
        if (stencil.argument("C").isPresent()) {
            Cells c = new Cells(ElementType.FLOAT, arguments.segment(4));
            sum += 0.125 * c.get(at) + arguments.doubleAt(6);
            sum +=
                    new Cells(ElementType.FLOAT, arguments.segment(5))
                            .get(Math.abs(Math.round(sum * 8)) % 3);
        }
        a.set(at, stencil.grid().type() == ElementType.INT ? sum / 1000 % 1 : sum / 2);
    }
}
