package org.anabranch.api;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * How a stream treats order, failure and data. Immutable.
 *
 * @param order which order is kept
 * @param onFailure what a failure means for later actions
 * @param automatic whether missing data is transferred without being asked; if not, a missing range
 *     fails the action
 * @param deferred whether every action is left to others; if not, see {@link #undeferred}
 * @param timeLimit how long a kernel may run, as {@link #limitedTo} says; empty for as long as it
 *     takes
 */
public record StreamOptions(
        Order order,
        OnFailure onFailure,
        boolean automatic,
        boolean deferred,
        Optional<Duration> timeLimit) {

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

    /**
     * Checks.
     *
     * @throws IllegalArgumentException if the limit is not positive
     */
    public StreamOptions {
        Objects.requireNonNull(order, "order");
        Objects.requireNonNull(onFailure, "onFailure");
        timeLimit.ifPresent(StreamOptions::requirePositive);
    }

    /**
     * Options without a limit of time.
     *
     * @param order which order is kept
     * @param onFailure what a failure means for later actions
     * @param automatic whether missing data is transferred without being asked
     * @param deferred whether every action is left to others
     */
    public StreamOptions(Order order, OnFailure onFailure, boolean automatic, boolean deferred) {
        this(order, onFailure, automatic, deferred, Optional.empty());
    }

    static void requirePositive(Duration limit) {
        if (!limit.isPositive()) {
            throw new IllegalArgumentException("a limit of time must be positive: " + limit);
        }
    }

    /**
     * Changes the order.
     *
     * @param order which order is kept
     * @return changed options
     */
    public StreamOptions with(Order order) {
        return new StreamOptions(order, onFailure, automatic, deferred, timeLimit);
    }

    /**
     * Changes the treatment of failures.
     *
     * @param onFailure what a failure means
     * @return changed options
     */
    public StreamOptions with(OnFailure onFailure) {
        return new StreamOptions(order, onFailure, automatic, deferred, timeLimit);
    }

    /** {@return options under which only explicit transfers move data} */
    public StreamOptions manual() {
        return new StreamOptions(order, onFailure, false, deferred, timeLimit);
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
        return new StreamOptions(order, onFailure, automatic, false, timeLimit);
    }

    /**
     * Limits the time that a kernel may run. It counts from the moment the kernel begins, on a
     * device from the moment it is the first of its lane; what waits in a queue has time. A kernel
     * that runs for longer does not end well, however it ends then: its event fails with {@link
     * KernelTimeoutException}, and what depends on it is cancelled. What is done about it depends
     * on the domain:
     *
     * <ul>
     *   <li>A device that can end it does so, if need be at its own price: a card ends together
     *       with its process, and comes back. What else was on the card is lost with it; other
     *       domains go on. The kernel is not run elsewhere.
     *   <li>On the host its threads are interrupted, once. Java code cannot be stopped: a body that
     *       does not answer writes to its operands for as long as it pleases, so its event comes
     *       when it has really ended, and not before. Meanwhile another thread runs other work in
     *       its place.
     *   <li>On a device that cannot end it nothing can be done: its event comes when it has ended.
     * </ul>
     *
     * <p>In all cases the log says at once which kernel it is, and what was done. The place of
     * enqueue is always known of a kernel with a limit, which takes about a microsecond for each; a
     * stream with a limit leaves every action to others.
     *
     * @param time positive
     * @return changed options
     * @throws IllegalArgumentException if the time is not positive
     */
    public StreamOptions limitedTo(Duration time) {
        return new StreamOptions(
                order,
                onFailure,
                automatic,
                deferred,
                Optional.of(Objects.requireNonNull(time, "time")));
    }
}
