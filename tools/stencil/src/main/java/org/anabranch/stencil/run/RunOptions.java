package org.anabranch.stencil.run;

import java.util.Objects;
import java.util.function.LongConsumer;

/**
 * How a plan is run. Immutable.
 *
 * @param order what may happen at the same time
 * @param ahead iterations enqueued before the oldest has ended, at least 1: bounds memory
 * @param flopsPerCell floating-point operations of a cell, for the figures
 * @param recutEvery iterations between looks at the speeds of the zones, or 0 for none (ST-30)
 * @param progress told how many iterations have ended, now and then
 */
public record RunOptions(
        Order order, int ahead, double flopsPerCell, long recutEvery, LongConsumer progress) {

    /** What may happen at the same time. */
    public enum Order {
        /** Everything that operands allow: transfers go on while the inside computes (ST-31). */
        OVERLAPPED,
        /** As the paper: all kernels, then all transfers, with a barrier after each (ST-16). */
        PHASED
    }

    /** Overlapped, four iterations ahead, never cut again, quiet. */
    public static final RunOptions DEFAULT =
            new RunOptions(Order.OVERLAPPED, 4, 0, 0, iterations -> {});

    /**
     * Checks.
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
     * @param other what may happen at the same time
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
     * Lets zones be cut again when measured speeds say so.
     *
     * @param iterations between two looks
     * @return changed options
     */
    public RunOptions recut(long iterations) {
        return new RunOptions(order, ahead, flopsPerCell, iterations, progress);
    }

    /**
     * Sets who is told of progress.
     *
     * @param listener told how many iterations have ended
     * @return changed options
     */
    public RunOptions telling(LongConsumer listener) {
        return new RunOptions(order, ahead, flopsPerCell, recutEvery, listener);
    }
}
