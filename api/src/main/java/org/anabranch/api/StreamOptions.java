package org.anabranch.api;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * The order, failure and data policy of a stream. Immutable.
 *
 * @param order the order between its actions
 * @param onFailure the effect of a failure on later actions
 * @param automatic true if missing data is transferred automatically; if false, a missing range
 *     fails the action
 * @param deferred true if the enqueuing thread never runs an action inline; see {@link #undeferred}
 * @param timeLimit the longest time that a kernel may run, see {@link #limitedTo}; empty for no
 *     limit
 */
public record StreamOptions(
        Order order,
        OnFailure onFailure,
        boolean automatic,
        boolean deferred,
        Optional<Duration> timeLimit) {

    /**
     * The order that a stream keeps between its actions. A program that is correct under {@code
     * NONE} gives the same results under all three.
     */
    public enum Order {
        /** Each action follows the previous one. */
        STRICT,
        /** An action follows the earlier ones whose operands conflict with its own. */
        OPERANDS,
        /** No order except by explicit waits; for experiments. */
        NONE
    }

    /** The effect of a failure on later actions of the stream. */
    public enum OnFailure {
        /** Actions that need the undefined data are cancelled; others go on. */
        POISON,
        /** All later actions of the stream are cancelled. */
        FAIL_STREAM,
        /** None: later actions use the data as it is. */
        IGNORE
    }

    /** The default: operand order, poison, automatic transfers. */
    public static final StreamOptions DEFAULT =
            new StreamOptions(Order.OPERANDS, OnFailure.POISON, true, true);

    /**
     * Checks the limit.
     *
     * @throws IllegalArgumentException if the limit is not positive
     */
    public StreamOptions {
        Objects.requireNonNull(order, "order");
        Objects.requireNonNull(onFailure, "onFailure");
        timeLimit.ifPresent(StreamOptions::requirePositive);
    }

    /**
     * Creates options without a time limit.
     *
     * @param order the order between actions
     * @param onFailure the effect of a failure on later actions
     * @param automatic true if missing data is transferred automatically
     * @param deferred true if the enqueuing thread never runs an action inline
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
     * @param order the order between actions
     * @return changed options
     */
    public StreamOptions with(Order order) {
        return new StreamOptions(order, onFailure, automatic, deferred, timeLimit);
    }

    /**
     * Changes the effect of failures.
     *
     * @param onFailure the effect of a failure on later actions
     * @return changed options
     */
    public StreamOptions with(OnFailure onFailure) {
        return new StreamOptions(order, onFailure, automatic, deferred, timeLimit);
    }

    /** {@return options under which data is moved by explicit transfers only} */
    public StreamOptions manual() {
        return new StreamOptions(order, onFailure, false, deferred, timeLimit);
    }

    /**
     * Permits inline execution: the thread that enqueues an action on the host may run it before
     * the call returns (lazy task creation; OpenMP: undeferred tasks). That happens if a hand-over
     * to another thread would take longer than the action. The conditions are: nothing of the
     * stream is in flight, no other domain has the data, and the action is a copy of at most 4 KiB
     * or a kernel that took less than a quarter of a microsecond when it was timed. A kernel that
     * has not been timed yet is tried, for about a millisecond in all. All other actions are
     * enqueued as usual, including those on parts of the host, loops and reductions.
     *
     * <p>The program promises that its kernels do not wait for anything that happens after their
     * enqueuing in that thread or stream, and that the enqueuing thread holds no lock that they
     * take.
     *
     * @return options under which short actions may run inline
     */
    public StreamOptions undeferred() {
        return new StreamOptions(order, onFailure, automatic, false, timeLimit);
    }

    /**
     * Limits the time that a kernel may run. The limit counts from the start of the kernel; on a
     * device, from when the kernel is first in its lane. Waiting in a queue does not count. A
     * kernel that exceeds the limit fails, however it ends then: its event fails with {@link
     * KernelTimeoutException}, and dependent actions are cancelled. The kernel itself is treated as
     * its domain permits:
     *
     * <ul>
     *   <li>A device that can abort it does so, even at its own expense: a card's process is killed
     *       and restarted, and other work on the card is lost with it; other domains go on. The
     *       kernel is not run elsewhere.
     *   <li>On the host its threads are interrupted, once. Java code cannot be stopped: a body that
     *       ignores the interrupt goes on writing to its operands, so its event settles when it has
     *       really ended, and not before. Meanwhile a compensation thread runs other work in its
     *       place.
     *   <li>On a device that cannot abort it, its event settles when the kernel ends.
     * </ul>
     *
     * <p>In all cases the kernel and the action taken are logged immediately. The place of
     * enqueuing is always recorded for a kernel with a limit, which takes about a microsecond for
     * each; a stream with a limit runs no action inline.
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
