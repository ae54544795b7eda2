package org.anabranch.loops.emit;

import org.anabranch.loops.ir.Statement;

import java.util.Objects;
import java.util.function.Predicate;

/**
 * Options for writing a loop body in OpenCL C.
 *
 * @param lanes iterations per work-item as explicit vectors: 1, or 2, 4, 8 or 16 for processors
 * @param laneLoop the loop whose iterations are the lanes
 * @param independent for {@link LaneLoop#INNER}: the inner loops whose own iterations are known to
 *     be independent of each other
 * @param collapse whether an inner loop becomes a dimension of the index space, for devices with
 *     thousands of work-items
 * @param proved true if no statement can fault; if false, they get guards
 * @param division how {@code float} division and square root are made exact
 * @param ulps by how many units in the last place a function may differ from Java's; 0: all bits
 *     are Java's
 */
public record EmitOptions(
        int lanes,
        LaneLoop laneLoop,
        Predicate<Statement.Repeat> independent,
        Collapse collapse,
        boolean proved,
        Division division,
        int ulps) {

    /** The loop whose iterations are the lanes of a vector. */
    public enum LaneLoop {
        /** The parallel loop: a work-item runs as many consecutive iterations as it has lanes. */
        PARALLEL,
        /**
         * Inner loops, of those returned by {@link OpenClEmitter#laneLoops}; a work-item runs one
         * iteration of the parallel loop, or some consecutive ones side by side.
         */
        INNER
    }

    /** The place of the inner loop in the index space. */
    public enum Collapse {
        /** None: a work-item runs all iterations of the inner loop. */
        NONE,
        /** Neighbouring work-items run neighbouring iterations of the inner loop. */
        INNER_FASTEST,
        /** Neighbouring work-items run neighbouring iterations of the parallel loop. */
        OUTER_FASTEST
    }

    /** The way to round {@code float} division and square root correctly. */
    public enum Division {
        /** The device does it if given a build option. */
        BUILD_OPTION,
        /** The device does it without an option. */
        NATIVE,
        /** In {@code double}, rounded once; exact since 53 is at least 2 * 24 + 2. */
        THROUGH_DOUBLE
    }

    /** Checks the values. */
    public EmitOptions {
        Objects.requireNonNull(laneLoop, "laneLoop");
        Objects.requireNonNull(independent, "independent");
        Objects.requireNonNull(collapse, "collapse");
        Objects.requireNonNull(division, "division");
        if (Integer.bitCount(lanes) != 1 || lanes > 16) {
            throw new IllegalArgumentException(lanes + " lanes");
        }
    }

    /**
     * Returns the options for one iteration per work-item, every access guarded.
     *
     * @return the options
     */
    public static EmitOptions scalar() {
        return new EmitOptions(
                1, LaneLoop.PARALLEL, none -> false, Collapse.NONE, false, Division.NATIVE, 0);
    }

    /**
     * Sets consecutive iterations of the parallel loop as lanes.
     *
     * @param count lanes
     * @return the changed options
     */
    public EmitOptions lanes(int count) {
        return new EmitOptions(
                count, LaneLoop.PARALLEL, none -> false, Collapse.NONE, proved, division, ulps);
    }

    /**
     * Sets consecutive iterations of inner loops as lanes.
     *
     * @param count lanes
     * @param loops those whose own iterations are known to be independent of each other
     * @return the changed options
     */
    public EmitOptions innerLanes(int count, Predicate<Statement.Repeat> loops) {
        return new EmitOptions(count, LaneLoop.INNER, loops, Collapse.NONE, proved, division, ulps);
    }

    /**
     * Makes the loop of {@link OpenClEmitter#collapsible} a dimension of the index space, if there
     * is one, without lanes. Its iterations must be known to be independent of each other.
     *
     * @param way the order of the dimensions
     * @return the changed options
     */
    public EmitOptions collapse(Collapse way) {
        return new EmitOptions(1, LaneLoop.PARALLEL, none -> false, way, proved, division, ulps);
    }

    /**
     * Removes or adds guards.
     *
     * @param safe true if no statement can fault
     * @return the changed options
     */
    public EmitOptions proved(boolean safe) {
        return new EmitOptions(lanes, laneLoop, independent, collapse, safe, division, ulps);
    }

    /**
     * Sets the way to divide.
     *
     * @param way how float division is made exact
     * @return the changed options
     */
    public EmitOptions division(Division way) {
        return new EmitOptions(lanes, laneLoop, independent, collapse, proved, way, ulps);
    }

    /**
     * Permits functions that may differ in their last bits.
     *
     * @param most units in the last place
     * @return the changed options
     */
    public EmitOptions ulps(int most) {
        return new EmitOptions(lanes, laneLoop, independent, collapse, proved, division, most);
    }
}
