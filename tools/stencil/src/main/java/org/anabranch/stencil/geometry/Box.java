package org.anabranch.stencil.geometry;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A half-open box of cells or work-items, {@code low <= p < high} on each axis; axes beyond the
 * rank hold [0, 1). Immutable.
 *
 * @param low first place
 * @param high bound, not included
 */
public record Box(Point low, Point high) {

    /**
     * A box from nested bounds.
     *
     * @param bounds low and high of x, then of y, then of z, as far as wanted
     * @return the box
     */
    public static Box of(long... bounds) {
        Point low = Point.ZERO;
        Point high = Point.ONE;
        for (int axis = 0; 2 * axis < bounds.length; axis++) {
            low = low.with(axis, bounds[2 * axis]);
            high = high.with(axis, bounds[2 * axis + 1]);
        }
        return new Box(low, high);
    }

    /** {@return whether no place is inside} */
    public boolean isEmpty() {
        return high.x() <= low.x() || high.y() <= low.y() || high.z() <= low.z();
    }

    /** {@return the extents} */
    public Point size() {
        return new Point(high.x() - low.x(), high.y() - low.y(), high.z() - low.z());
    }

    /** {@return the number of places inside} */
    public long cells() {
        return isEmpty() ? 0 : size().product();
    }

    /**
     * Replaces the bounds of an axis.
     *
     * @param axis 0 to 2
     * @param from first
     * @param to bound
     * @return the changed box
     */
    public Box with(int axis, long from, long to) {
        return new Box(low.with(axis, from), high.with(axis, to));
    }

    /**
     * Moves.
     *
     * @param by offset
     * @return the box, moved
     */
    public Box plus(Point by) {
        return new Box(low.plus(by), high.plus(by));
    }

    /**
     * Moves to coordinates that count from a place.
     *
     * @param origin the new zero
     * @return the box, moved
     */
    public Box from(Point origin) {
        return plus(new Point(-origin.x(), -origin.y(), -origin.z()));
    }

    /**
     * The Minkowski sum with a box of offsets: all places reached from here.
     *
     * @param offsets box of offsets
     * @return the box of {@code p + o} for all p here and all o in {@code offsets}
     */
    public Box reach(Box offsets) {
        return new Box(low.plus(offsets.low), high.plus(offsets.high).plus(new Point(-1, -1, -1)));
    }

    /**
     * What both have.
     *
     * @param other another box
     * @return the intersection, perhaps empty
     */
    public Box and(Box other) {
        Box both = this;
        for (int axis = 0; axis < 3; axis++) {
            both =
                    both.with(
                            axis,
                            Math.max(low.get(axis), other.low.get(axis)),
                            Math.min(high.get(axis), other.high.get(axis)));
        }
        return both;
    }

    /**
     * The smallest box around both.
     *
     * @param other another box
     * @return the hull
     */
    public Box hull(Box other) {
        Box both = this;
        for (int axis = 0; axis < 3; axis++) {
            both =
                    both.with(
                            axis,
                            Math.min(low.get(axis), other.low.get(axis)),
                            Math.max(high.get(axis), other.high.get(axis)));
        }
        return both;
    }

    /**
     * Containment.
     *
     * @param other another box
     * @return whether all of its places are here
     */
    public boolean contains(Box other) {
        return other.isEmpty() || and(other).equals(other);
    }

    /**
     * What only this one has.
     *
     * @param other another box
     * @return disjoint boxes, at most six, slabs of the highest axis first
     */
    public List<Box> minus(Box other) {
        Box hole = and(other);
        List<Box> parts = new ArrayList<>();
        if (hole.isEmpty()) {
            if (!isEmpty()) {
                parts.add(this);
            }
            return parts;
        }
        Box rest = this;
        for (int axis = 2; axis >= 0; axis--) {
            Box below = rest.with(axis, rest.low.get(axis), hole.low.get(axis));
            Box above = rest.with(axis, hole.high.get(axis), rest.high.get(axis));
            if (!below.isEmpty()) {
                parts.add(below);
            }
            if (!above.isEmpty()) {
                parts.add(above);
            }
            rest = rest.with(axis, hole.low.get(axis), hole.high.get(axis));
        }
        return parts;
    }

    /**
     * What is left of some boxes without others.
     *
     * @param boxes disjoint
     * @param holes any boxes
     * @return disjoint boxes
     */
    public static List<Box> without(List<Box> boxes, List<Box> holes) {
        List<Box> rest = boxes;
        for (Box hole : holes) {
            List<Box> left = new ArrayList<>();
            rest.forEach(box -> left.addAll(box.minus(hole)));
            rest = left;
        }
        return rest;
    }

    /**
     * What is in some boxes and in others.
     *
     * @param some disjoint
     * @param others disjoint
     * @return disjoint boxes, none empty
     */
    public static List<Box> common(List<Box> some, List<Box> others) {
        List<Box> both = new ArrayList<>();
        for (Box one : some) {
            for (Box other : others) {
                Box common = one.and(other);
                if (!common.isEmpty()) {
                    both.add(common);
                }
            }
        }
        return both;
    }

    /**
     * A union as disjoint boxes; large boxes stay whole where they can.
     *
     * @param boxes any boxes
     * @return disjoint boxes that cover the same places, ordered by place
     */
    public static List<Box> union(List<Box> boxes) {
        List<Box> largestFirst = new ArrayList<>(boxes);
        largestFirst.sort(Comparator.comparingLong(Box::cells).reversed());
        List<Box> disjoint = new ArrayList<>();
        for (Box box : largestFirst) {
            disjoint.addAll(without(box.isEmpty() ? List.of() : List.of(box), disjoint));
        }
        disjoint.sort(
                Comparator.<Box>comparingLong(box -> box.low.z())
                        .thenComparingLong(box -> box.low.y())
                        .thenComparingLong(box -> box.low.x()));
        return disjoint;
    }

    /**
     * As text.
     *
     * @param rank how many axes to show
     * @return such as {@code x[10,4106) y[1,513)}
     */
    public String text(int rank) {
        StringBuilder text = new StringBuilder();
        for (int axis = 0; axis < rank; axis++) {
            text.append(axis == 0 ? "" : " ")
                    .append("xyz".charAt(axis))
                    .append('[')
                    .append(low.get(axis))
                    .append(',')
                    .append(high.get(axis))
                    .append(')');
        }
        return text.toString();
    }
}
