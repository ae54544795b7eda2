package org.anabranch.stencil.geometry;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntToLongFunction;

/**
 * A half-open box of cells or work-items, {@code low <= p < high} on each axis; axes beyond the
 * rank hold [0, 1). Immutable.
 *
 * @param low first position
 * @param high bound, not included
 */
public record CellBox(Point low, Point high) {

    /**
     * Returns a box with given bounds.
     *
     * @param bounds low and high of x, then of y, then of z, for as many axes as needed
     * @return the box
     */
    public static CellBox of(long... bounds) {
        return of(bounds.length / 2, axis -> bounds[2 * axis], axis -> bounds[2 * axis + 1]);
    }

    /**
     * Returns a box with computed bounds.
     *
     * @param rank axes in use
     * @param low first position on an axis
     * @param high bound of an axis
     * @return the box
     */
    public static CellBox of(int rank, IntToLongFunction low, IntToLongFunction high) {
        return new CellBox(Point.of(rank, 0, low), Point.of(rank, 1, high));
    }

    /** {@return true if the box is empty} */
    public boolean isEmpty() {
        return high.x() <= low.x() || high.y() <= low.y() || high.z() <= low.z();
    }

    /** {@return the extents} */
    public Point size() {
        return high.minus(low);
    }

    /** {@return the number of positions inside} */
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
    public CellBox with(int axis, long from, long to) {
        return new CellBox(low.with(axis, from), high.with(axis, to));
    }

    /**
     * Moves the box.
     *
     * @param by offset
     * @return the box, moved
     */
    public CellBox plus(Point by) {
        return new CellBox(low.plus(by), high.plus(by));
    }

    /**
     * Converts the box to coordinates relative to a point.
     *
     * @param origin the new zero
     * @return the box, moved
     */
    public CellBox from(Point origin) {
        return new CellBox(low.minus(origin), high.minus(origin));
    }

    /**
     * Returns the Minkowski sum with a box of offsets: all positions reached from here.
     *
     * @param offsets box of offsets
     * @return the box of {@code p + o} for all p here and all o in {@code offsets}
     */
    public CellBox reach(CellBox offsets) {
        return new CellBox(low.plus(offsets.low), high.plus(offsets.high).minus(Point.ONE));
    }

    /**
     * Returns the intersection.
     *
     * @param other another box
     * @return the intersection, possibly empty
     */
    public CellBox and(CellBox other) {
        return of(
                3,
                axis -> Math.max(low.get(axis), other.low.get(axis)),
                axis -> Math.min(high.get(axis), other.high.get(axis)));
    }

    /**
     * Calls an action with each position, x fastest.
     *
     * @param action the action
     */
    public void forEach(Consumer<Point> action) {
        for (long z = low.z(); z < high.z(); z++) {
            for (long y = low.y(); y < high.y(); y++) {
                for (long x = low.x(); x < high.x(); x++) {
                    action.accept(new Point(x, y, z));
                }
            }
        }
    }

    /**
     * Returns true if another box is contained in this one.
     *
     * @param other another box
     * @return true if all of its positions are here
     */
    public boolean contains(CellBox other) {
        return other.isEmpty() || and(other).equals(other);
    }

    /**
     * Returns the difference.
     *
     * @param other another box
     * @return disjoint boxes, at most six, slabs of the highest axis first
     */
    public List<CellBox> minus(CellBox other) {
        CellBox hole = and(other);
        List<CellBox> parts = new ArrayList<>();
        if (hole.isEmpty()) {
            if (!isEmpty()) {
                parts.add(this);
            }
            return parts;
        }
        CellBox rest = this;
        for (int axis = 2; axis >= 0; axis--) {
            CellBox below = rest.with(axis, rest.low.get(axis), hole.low.get(axis));
            CellBox above = rest.with(axis, hole.high.get(axis), rest.high.get(axis));
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
     * Returns the difference of two sets of boxes.
     *
     * @param boxes disjoint
     * @param holes any boxes
     * @return disjoint boxes
     */
    public static List<CellBox> without(List<CellBox> boxes, List<CellBox> holes) {
        List<CellBox> rest = boxes;
        for (CellBox hole : holes) {
            List<CellBox> left = new ArrayList<>();
            rest.forEach(box -> left.addAll(box.minus(hole)));
            rest = left;
        }
        return rest;
    }

    /**
     * Returns the intersection of two sets of boxes.
     *
     * @param some disjoint
     * @param others disjoint
     * @return disjoint boxes, none empty
     */
    public static List<CellBox> common(List<CellBox> some, List<CellBox> others) {
        List<CellBox> both = new ArrayList<>();
        for (CellBox one : some) {
            for (CellBox other : others) {
                CellBox common = one.and(other);
                if (!common.isEmpty()) {
                    both.add(common);
                }
            }
        }
        return both;
    }

    /**
     * Returns a union as disjoint boxes; large boxes stay whole where possible.
     *
     * @param boxes any boxes
     * @return disjoint boxes that cover the same positions, ordered by position
     */
    public static List<CellBox> union(List<CellBox> boxes) {
        List<CellBox> largestFirst = new ArrayList<>(boxes);
        largestFirst.sort(Comparator.comparingLong(CellBox::cells).reversed());
        List<CellBox> disjoint = new ArrayList<>();
        for (CellBox box : largestFirst) {
            disjoint.addAll(without(box.isEmpty() ? List.of() : List.of(box), disjoint));
        }
        disjoint.sort(
                Comparator.<CellBox>comparingLong(box -> box.low.z())
                        .thenComparingLong(box -> box.low.y())
                        .thenComparingLong(box -> box.low.x()));
        return disjoint;
    }

    /**
     * Returns the box as text.
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
