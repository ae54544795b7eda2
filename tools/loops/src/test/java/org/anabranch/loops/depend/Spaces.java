package org.anabranch.loops.depend;

import java.util.List;
import java.util.OptionalLong;

/** Spaces, conditions and accesses as tests write them. */
final class Spaces {
    private Spaces() {}

    static ArrayAccess access(int id, boolean write, Space space, Linear... subscripts) {
        return new ArrayAccess(id, 0, write, space, List.of(subscripts), 1, true);
    }

    /**
     * Returns the space of the body of an inner loop {@code for (j = first; j < bound; j += step)},
     * or with {@code j > bound} if the step is negative.
     */
    static Space loop(Space outer, Linear first, Linear bound, long step) {
        Linear inner = first.plus(Linear.variable(outer.variables()).times(step));
        Constraint below = step > 0 ? Constraint.less(inner, bound) : Constraint.less(bound, inner);
        Linear length = step > 0 ? bound.minus(first) : first.minus(bound);
        long longest = Interval.of(length, outer.box()).high();
        long last =
                longest == Long.MAX_VALUE
                        ? longest
                        : longest <= 0 ? -1 : (longest - 1) / Math.abs(step);
        return outer.deeper(new Interval(0, last)).where(below);
    }

    /** Returns the condition that a form has a remainder, as by {@code Math.floorMod}. */
    static Constraint congruent(Linear form, long modulus, long remainder) {
        return new Constraint(Constraint.Relation.MULTIPLE, form.plus(-remainder), modulus);
    }

    static boolean contains(Space space, long... point) {
        for (int v = 0; v < space.variables(); v++) {
            if (point[v] < 0) {
                return false;
            }
        }
        return point[0] < space.iterations()
                && space.constraints().stream().allMatch(constraint -> constraint.holds(point));
    }

    /** Returns the first iteration of the parallel loop in which a form leaves an interval. */
    static OptionalLong firstOutside(Linear form, Space space, long low, long high) {
        if (space.isPlainlyEmpty()) {
            return OptionalLong.empty();
        }
        long first = Long.MAX_VALUE;
        for (boolean above : new boolean[] {false, true}) {
            Points points = Bounds.outsidePoints(form, space, above ? high : low, above);
            long[] any = points.any();
            if (any != null) {
                first = Math.min(first, points.least(points.variable(0), any, 0)[0]);
            }
        }
        return first == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(first);
    }
}
