package org.anabranch.stencil;

import org.anabranch.stencil.description.ElementType;
import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.description.StencilArgument;
import org.anabranch.stencil.description.StencilBuilder;
import org.anabranch.stencil.geometry.Point;
import org.anabranch.stencil.plan.PlanOptions;
import org.anabranch.stencil.plan.PlanOptions.Cut;
import org.anabranch.stencil.plan.PlanOptions.Policy;
import org.anabranch.stencil.plan.Planner;
import org.anabranch.stencil.plan.StencilPlan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** A stencil and a way to cut it, from a seed. */
public record RandomStencil(Stencil stencil, StencilPlan plan) {

    public static RandomStencil of(long seed, int devices) {
        Random random = new Random(seed);
        Stencil stencil = stencil(random);
        boolean accumulates = !stencil.swaps() && isInPlace(stencil);
        int depth = accumulates || random.nextInt(3) > 0 ? 1 : 1 + random.nextInt(3);
        return new RandomStencil(stencil, plan(stencil, random, devices, depth));
    }

    private static boolean isInPlace(Stencil stencil) {
        return stencil.arguments().getFirst().property() == StencilArgument.Property.INOUT;
    }

    private static Stencil stencil(Random random) {
        int rank = 1 + random.nextInt(3);
        long[] local = new long[rank];
        long[] global = new long[rank];
        long[] useful = new long[rank];
        for (int axis = 0; axis < rank; axis++) {
            local[axis] = 1L + random.nextInt(4);
            global[axis] = local[axis] * (1L + random.nextInt(rank == 1 ? 16 : 6));
            useful[axis] = global[axis] * (random.nextInt(4) == 0 ? 1L + random.nextInt(3) : 1);
        }
        StencilBuilder builder = new StencilBuilder(rank).iterations(random.nextInt(7));
        long[] bounds = new long[2 * rank];
        Set<List<Long>> points = new HashSet<>();
        if (random.nextInt(5) == 0) {
            for (int axis = 0; axis < rank; axis++) {
                bounds[2 * axis] = -random.nextInt(3);
                bounds[2 * axis + 1] = random.nextInt(3);
            }
        } else {
            points(random, rank, bounds, points);
        }
        long[] size = useful.clone();
        for (int axis = 0; axis < rank; axis++) {
            size[axis] += bounds[2 * axis + 1] - bounds[2 * axis];
        }
        arrays(random, builder, rank, size);
        builder.ghost("B", bounds).kernel("points.cl", "", "points").global(global).local(local);
        for (List<Long> point : points) {
            builder.point(point.stream().mapToLong(Long::longValue).toArray());
        }
        return builder.build();
    }

    private static void arrays(Random random, StencilBuilder builder, int rank, long[] size) {
        ElementType type =
                List.of(ElementType.FLOAT, ElementType.DOUBLE, ElementType.INT)
                        .get(random.nextInt(3));
        if (random.nextInt(4) == 0) {
            builder.inOut("A", type, size);
        } else {
            builder.output("A", type, size);
        }
        builder.input("B", type, size).extent("width", 0).extent("height", rank == 1 ? 0 : 1);
        if (random.nextInt(3) == 0) {
            builder.input("C", ElementType.FLOAT, size)
                    .input("W", ElementType.FLOAT, rank == 1 ? 1000 : 3) // never cut
                    .scalar("s", 0.03125);
        }
        if (random.nextInt(10) > 0) {
            builder.swap("B", "A");
        }
    }

    private static void points(Random random, int rank, long[] bounds, Set<List<Long>> points) {
        int reach = random.nextInt(4) == 0 ? 7 : 2;
        int count = 1 + random.nextInt(6);
        for (int i = 0; i < count; i++) {
            List<Long> point = new ArrayList<>();
            for (int axis = 0; axis < rank; axis++) {
                long offset = random.nextLong(2L * reach + 1) - reach;
                point.add(offset);
                bounds[2 * axis] = Math.min(bounds[2 * axis], offset);
                bounds[2 * axis + 1] = Math.max(bounds[2 * axis + 1], offset);
            }
            points.add(point);
        }
    }

    private static StencilPlan plan(Stencil stencil, Random random, int devices, int depth) {
        if (random.nextInt(3) == 0) {
            Point parts = Point.ONE;
            for (int axis = 0; axis < stencil.rank(); axis++) {
                long groups = stencil.kernel().groups().get(axis);
                long part = 1 + random.nextLong(groups);
                if (groups % part == 0 && parts.product() * part <= devices) {
                    parts = parts.with(axis, part);
                }
            }
            return Planner.grid(stencil, parts, depth);
        }
        List<Double> weights = new ArrayList<>();
        int count = 1 + random.nextInt(devices);
        for (int i = 0; i < count; i++) {
            weights.add(0.1 + random.nextDouble());
        }
        PlanOptions options =
                PlanOptions.weighted(weights)
                        .deep(depth)
                        .with(Cut.values()[random.nextInt(3)])
                        .with(Policy.values()[random.nextInt(2)]);
        return Planner.plan(stencil, options);
    }
}
