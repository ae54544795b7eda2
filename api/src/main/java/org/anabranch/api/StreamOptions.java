package org.anabranch.api;

import java.util.Objects;

/**
 * How a stream treats order, failure and data. Immutable.
 *
 * @param order which order is kept
 * @param onFailure what a failure means for later actions
 * @param automatic whether missing data is transferred without being asked; if not, a missing range
 *     fails the action
 * @param deferred whether every action is left to others; if not, see {@link #undeferred}
 */
public record StreamOptions(Order order, OnFailure onFailure, boolean automatic, boolean deferred) {

    /**
     * Which order a stream keeps between its actions. A program that is correct under {@code NONE}
     * gives the same results under all three.
     */
    public enum Order {
        /** Each action follows the one before. */
        STRICT,
        /** An action follows those whose operands conflict with its own. */
        OPERANDS,
        /** No order but explicit waits; for experiments. */
        NONE
    }

    /** What a failure means for actions that come after it in the stream. */
    public enum OnFailure {
        /** What needs the undefined data is cancelled; the rest goes on. */
        POISON,
        /** Everything after it in the stream is cancelled. */
        FAIL_STREAM,
        /** Nothing: later actions use whatever is there. */
        IGNORE
    }

    /** Operand order, poison, automatic transfers. */
    public static final StreamOptions DEFAULT =
            new StreamOptions(Order.OPERANDS, OnFailure.POISON, true, true);

    /** Checks for null. */
    public StreamOptions {
        Objects.requireNonNull(order, "order");
        Objects.requireNonNull(onFailure, "onFailure");
    }

    /**
     * Changes the order.
     *
     * @param order which order is kept
     * @return changed options
     */
    public StreamOptions with(Order order) {
        return new StreamOptions(order, onFailure, automatic, deferred);
    }

    /**
     * Changes the treatment of failures.
     *
     * @param onFailure what a failure means
     * @return changed options
     */
    public StreamOptions with(OnFailure onFailure) {
        return new StreamOptions(order, onFailure, automatic, deferred);
    }

    /** {@return options under which only explicit transfers move data} */
    public StreamOptions manual() {
        return new StreamOptions(order, onFailure, false, deferred);
    }

    /**
     * Lets the thread that enqueues an action on the host run it itself, before the call returns
     * (lazy task creation; OpenMP: undeferred tasks). It does so where handing the action to
     * another thread would take longer than running it: nothing of the stream is in flight, no
     * other domain has the data, and the action is a copy of at most 4 KiB or runs a kernel that
     * took less than a quarter of a microsecond, as far as it was timed. A kernel that nobody knows
     * is tried, for about a millisecond in all. Everything else is enqueued as ever: parts of the
     * host, loops and reductions among it.
     *
     * <p>The program promises that the kernels wait for nothing that happens after their enqueuing,
     * in that thread or in this stream, and that who enqueues holds no lock that they take.
     *
     * @return options under which short actions may run at once
     */
    public StreamOptions undeferred() {
        return new StreamOptions(order, onFailure, automatic, false);
    }
}
