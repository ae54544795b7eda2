package org.anabranch.stencil.run;

import java.util.Objects;
import java.util.function.LongConsumer;

/**
 * Options for running a plan. Immutable.
 *
 * @param order which actions may overlap
 * @param ahead iterations enqueued before the oldest has ended, at least 1: bounds memory
 * @param flopsPerCell floating-point operations of a cell, for the figures
 * @param recutEvery iterations between checks of the zones' speeds, or 0 for none (ST-30)
 * @param progress receives the number of iterations that have ended, from time to time
 */
public record RunOptions(
        Order order, int ahead, double flopsPerCell, long recutEvery, LongConsumer progress) {

    /** The actions that may overlap. */
    public enum Order {
        /**
         * All that operands permit: transfers overlap with the computation of the inside (ST-31).
         */
        OVERLAPPED,
        /** As in the paper: all kernels, then all transfers, with a barrier after each (ST-16). */
        PHASED
    }

    /** The default: overlapped, four iterations ahead, never cut again, no progress. */
    public static final RunOptions DEFAULT =
            new RunOptions(Order.OVERLAPPED, 4, 0, 0, iterations -> {});

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if a number is out of bounds
     */
    public RunOptions {
        Objects.requireNonNull(order, "order");
        Objects.requireNonNull(progress, "progress");
        if (ahead < 1 || recutEvery < 0 || !(flopsPerCell >= 0)) {
            throw new IllegalArgumentException(
                    "ahead must be at least 1, recutEvery and flopsPerCell at least 0");
        }
    }

    /**
     * Changes the order.
     *
     * @param other which actions may overlap
     * @return changed options
     */
    public RunOptions with(Order other) {
        return new RunOptions(other, ahead, flopsPerCell, recutEvery, progress);
    }

    /**
     * Sets the number of operations.
     *
     * @param flops floating-point operations of a cell
     * @return changed options
     */
    public RunOptions flops(double flops) {
        return new RunOptions(order, ahead, flops, recutEvery, progress);
    }

    /**
     * Permits cutting zones again by measured speeds.
     *
     * @param iterations between two checks
     * @return changed options
     */
    public RunOptions recut(long iterations) {
        return new RunOptions(order, ahead, flopsPerCell, iterations, progress);
    }

    /**
     * Sets a listener for progress.
     *
     * @param listener receives the number of iterations that have ended
     * @return changed options
     */
    public RunOptions telling(LongConsumer listener) {
        return new RunOptions(order, ahead, flopsPerCell, recutEvery, listener);
    }
}
