package org.anabranch.stencil.plan;

import org.anabranch.stencil.description.DescriptionException;
import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.geometry.CellBox;
import org.anabranch.stencil.geometry.Point;
import org.anabranch.stencil.plan.PlanOptions.Policy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A partition of work-groups, with the cuts of each axis. There are two ways. The paper's walks the
 * axes by priority and gives each the greatest common divisor of its groups and the remaining
 * devices (paper 002, II.A.4; ST-06 to ST-08). The other cuts one axis in proportion to weights, by
 * largest remainder (ST-30).
 *
 * @param cuts for each axis the first group of each part, and the number of groups at the end
 * @param devices the device of each zone, by zone id
 */
record Partition(List<List<Long>> cuts, List<Integer> devices) {

    /** {@return the axes that can be cut, in the order in which they are cut} */
    static List<Integer> priority(Stencil stencil, Policy policy) {
        Point useful = stencil.useful().size();
        Comparator<Integer> cost =
                Comparator.comparingDouble(
                        axis -> {
                            double projection = stencil.ghost().projection(axis);
                            return policy == Policy.PROJECTION
                                    ? projection
                                    : projection * ((double) useful.product() / useful.get(axis));
                        });
        return IntStream.range(0, stencil.rank())
                .boxed()
                .filter(stencil::canBeCut)
                .sorted(cost.thenComparing(Comparator.reverseOrder()))
                .toList();
    }

    /** {@return the parts per axis for the greatest number of zones that the rule finds} */
    static Point divisors(Stencil stencil, PlanOptions options) {
        List<Integer> priority = priority(stencil, options.policy());
        Point groups = stencil.kernel().groups();
        long found = options.weights().size();
        Point best = Point.ONE;
        for (long count = found; count >= Math.max(1, found - options.fewer()); count--) {
            Point parts = Point.ONE;
            long left = count;
            for (int axis : priority) {
                long part = gcd(groups.get(axis), left);
                parts = parts.with(axis, part);
                left /= part;
            }
            if (parts.product() > best.product()) {
                best = parts;
            }
        }
        return best;
    }

    private static long gcd(long a, long b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    /**
     * Returns equal parts on each axis.
     *
     * @throws IllegalArgumentException if the parts do not divide the groups
     * @throws DescriptionException if the kernel cannot know the pitch of a part
     */
    static Partition grid(Stencil stencil, Point parts) {
        Point groups = stencil.kernel().groups();
        List<List<Long>> cuts = new ArrayList<>();
        for (int axis = 0; axis < 3; axis++) {
            long part = parts.get(axis);
            if (part < 1 || groups.get(axis) % part != 0) {
                throw new IllegalArgumentException(
                        "dimension %s: %s parts of %s groups"
                                .formatted(axis, part, groups.get(axis)));
            }
            if (part > 1 && !stencil.canBeCut(axis)) {
                throw new DescriptionException(
                        "kernel " + stencil.kernel().function(),
                        "dimension "
                                + axis
                                + " cannot be cut: no argument of property extent tells the kernel"
                                + " how long a part is");
            }
            List<Long> axisCuts = new ArrayList<>();
            for (long i = 0; i <= part; i++) {
                axisCuts.add(groups.get(axis) / part * i);
            }
            cuts.add(axisCuts);
        }
        return new Partition(cuts, IntStream.range(0, (int) parts.product()).boxed().toList());
    }

    /**
     * Returns parts of one axis in proportion to the weights; a device whose share is no whole
     * group gets none.
     */
    static Partition slabs(Stencil stencil, int axis, List<Double> weights) {
        Point groups = stencil.kernel().groups();
        long[] shares = largestRemainder(groups.get(axis), weights);
        List<List<Long>> cuts = new ArrayList<>();
        List<Integer> devices = new ArrayList<>();
        for (int other = 0; other < 3; other++) {
            cuts.add(new ArrayList<>(List.of(0L)));
            if (other != axis) {
                cuts.get(other).add(groups.get(other));
            }
        }
        long at = 0;
        for (int device = 0; device < shares.length; device++) {
            if (shares[device] > 0) {
                at += shares[device];
                cuts.get(axis).add(at);
                devices.add(device);
            }
        }
        return new Partition(cuts, devices);
    }

    /** {@return integers with the given sum, as close to the weights as possible} */
    static long[] largestRemainder(long total, List<Double> weights) {
        double sum = weights.stream().mapToDouble(Double::doubleValue).sum();
        long[] shares = new long[weights.size()];
        double[] rest = new double[shares.length];
        long left = total;
        for (int i = 0; i < shares.length; i++) {
            double quota = total * (weights.get(i) / sum);
            shares[i] = Math.min(left, (long) Math.floor(quota));
            rest[i] = quota - shares[i];
            left -= shares[i];
        }
        List<Integer> byRest =
                IntStream.range(0, shares.length)
                        .boxed()
                        .sorted(Comparator.comparingDouble((Integer i) -> -rest[i]))
                        .toList();
        for (int i = 0; left > 0; i++, left--) {
            shares[byRest.get(i % shares.length)]++;
        }
        return shares;
    }

    /** {@return parts per axis (ST-09)} */
    Point parts() {
        return Point.of(3, 1, axis -> cuts.get(axis).size() - 1L);
    }

    /** {@return the work-items of the part at a place} */
    CellBox items(Stencil stencil, Point place) {
        Point local = stencil.kernel().local();
        return CellBox.of(
                3,
                axis -> cuts.get(axis).get((int) place.get(axis)) * local.get(axis),
                axis -> cuts.get(axis).get((int) place.get(axis) + 1) * local.get(axis));
    }

    /** {@return the ids, ascending, of the zones with a group that computes some of these cells} */
    List<Integer> touched(Stencil stencil, CellBox cells) {
        CellBox items = stencil.groupsAround(cells);
        Point local = stencil.kernel().local();
        CellBox places =
                CellBox.of(
                        3,
                        axis -> part(axis, items.low().get(axis) / local.get(axis)),
                        axis -> part(axis, (items.high().get(axis) - 1) / local.get(axis)) + 1);
        List<Integer> ids = new ArrayList<>();
        places.forEach(place -> ids.add((int) place.index(parts())));
        return ids;
    }

    /** Returns the part of an axis that contains a group. */
    private int part(int axis, long group) {
        int found = Collections.binarySearch(cuts.get(axis), group);
        return found >= 0 ? found : -found - 2;
    }
}
