package org.anabranch.stencil;

import org.anabranch.stencil.description.ElementType;
import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.description.StencilBuilder;

/** The stencils of the requirements, as builders with everything but the kernel's text. */
public final class Examples {
    private Examples() {}

    /** The paper's 4-point Jacobi, over useful extents. */
    public static StencilBuilder jacobi(long x, long y, long globalX, long globalY, long... local) {
        return new StencilBuilder(2)
                .iterations(50)
                .output("A", ElementType.FLOAT, x + 20, y + 2)
                .input("B", ElementType.FLOAT, x + 20, y + 2)
                .extent("pitch", 0)
                .swap("B", "A")
                .ghost("B", -10, 10, -1, 1)
                .point(10, 0)
                .point(-10, 0)
                .point(0, 1)
                .point(0, -1)
                .kernel("jacobi.cl", "", "jacobi")
                .global(globalX, globalY)
                .local(local);
    }

    /** The worked example. */
    public static Stencil worked() {
        return jacobi(4096, 1024, 4096, 256, 64, 16).build();
    }

    /** The space of figure 1. */
    public static Stencil figure1() {
        return jacobi(20, 15, 20, 15, 5, 5).build();
    }

    /** Any points, over useful extents, one cell per item, extents of a group; pitches are told. */
    public static StencilBuilder points(int rank, long[] useful, long[] local, long[]... points) {
        long[] bounds = new long[2 * rank];
        for (long[] point : points) {
            for (int axis = 0; axis < rank; axis++) {
                bounds[2 * axis] = Math.min(bounds[2 * axis], point[axis]);
                bounds[2 * axis + 1] = Math.max(bounds[2 * axis + 1], point[axis]);
            }
        }
        long[] size = useful.clone();
        for (int axis = 0; axis < rank; axis++) {
            size[axis] += bounds[2 * axis + 1] - bounds[2 * axis];
        }
        StencilBuilder builder =
                new StencilBuilder(rank)
                        .iterations(3)
                        .output("A", ElementType.FLOAT, size)
                        .input("B", ElementType.FLOAT, size)
                        .swap("B", "A")
                        .ghost("B", bounds)
                        .kernel("points.cl", "", "points")
                        .global(useful)
                        .local(local);
        builder.extent("width", 0).extent("height", rank == 1 ? 0 : 1);
        for (long[] point : points) {
            builder.point(point);
        }
        return builder;
    }
}
