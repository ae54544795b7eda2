package org.anabranch.faulty;

import java.time.Duration;
import java.util.Objects;

/** A fault to inject. Operations and allocations of a device are counted from 1. */
public sealed interface Fault {

    /** The operations that a fault counts. */
    enum Operation {
        /** Copies from the host. */
        WRITE,
        /** Copies to the host. */
        READ,
        /** Kernels, submitted or offered. */
        RUN,
        /** Copies within the device. */
        COPY,
        /** All of these. */
        ANY
    }

    /**
     * An operation has no effect and fails with {@link InjectedFaultException}; those that name it
     * as a predecessor fail with {@link org.anabranch.spi.NotStartedException}.
     *
     * @param counted the operations that are counted
     * @param number the one of them that fails, from 1
     */
    record FailAt(Operation counted, long number) implements Fault {
        /** Checks. */
        public FailAt {
            Objects.requireNonNull(counted, "counted");
            checkPositive("number", number);
        }
    }

    /**
     * Operations fail as by {@link FailAt}, at random.
     *
     * @param probability of each, 0 to 1
     */
    record FailSometimes(double probability) implements Fault {
        /** Checks. */
        public FailSometimes {
            checkChance(probability);
        }
    }

    /**
     * Completions are called late, at random; operations behind them on the lane wait.
     *
     * @param probability of each, 0 to 1
     * @param most the longest delay
     */
    record Delay(double probability, Duration most) implements Fault {
        /** Checks. */
        public Delay {
            checkChance(probability);
            checkPositive("most", most.toNanos());
        }
    }

    /**
     * Operations of one kind take time, one after another in the order of submission, as on a
     * device with one engine for kernels and one for each direction of its link. Effects are
     * immediate; the completion is called later.
     *
     * @param counted the kind, {@link Operation#ANY} for each of the three
     * @param fixed time of every operation
     * @param perMebibyte time per 2^20 bytes copied, or written by the kernel
     */
    record Cost(Operation counted, Duration fixed, Duration perMebibyte) implements Fault {
        /** Checks. */
        public Cost {
            Objects.requireNonNull(counted, "counted");
            if (fixed.isNegative() || perMebibyte.isNegative()) {
                throw new IllegalArgumentException(
                        "a cost must not be negative: " + fixed + ", " + perMebibyte);
            }
        }
    }

    /**
     * Completions of operations on different lanes that do not name each other are called in random
     * order.
     */
    record Reorder() implements Fault {}

    /** Completions are called by a thread that runs no operations. */
    record Elsewhere() implements Fault {}

    /**
     * Submitting waits, and completions are called within the submitting call. Legal, and hard on
     * the caller's stack.
     */
    record Inline() implements Fault {}

    /**
     * An allocation fails.
     *
     * @param number which, from 1
     */
    record RefuseAt(long number) implements Fault {
        /** Checks. */
        public RefuseAt {
            checkPositive("number", number);
        }
    }

    /**
     * Allocations fail that would exceed a limit.
     *
     * @param bytes the limit, at least 0
     */
    record RefuseBeyond(long bytes) implements Fault {
        /** Checks. */
        public RefuseBeyond {
            if (bytes < 0) {
                throw new IllegalArgumentException("bytes must not be negative: " + bytes);
            }
        }
    }

    /**
     * The device vanishes when an operation is submitted.
     *
     * @param number which, from 1
     */
    record LoseAt(long number) implements Fault {
        /** Checks. */
        public LoseAt {
            checkPositive("number", number);
        }
    }

    /**
     * An operation causes the loss of the device when it is submitted, and fails accordingly.
     *
     * @param counted the operations that are counted
     * @param number the one of them, from 1
     */
    record CrashAt(Operation counted, long number) implements Fault {
        /** Checks. */
        public CrashAt {
            Objects.requireNonNull(counted, "counted");
            checkPositive("number", number);
        }
    }

    /**
     * The completion of an operation is not called until {@link FaultyDevice#resume}, and those
     * behind it on the lane wait.
     *
     * @param number which, from 1
     */
    record HangAt(long number) implements Fault {
        /** Checks. */
        public HangAt {
            checkPositive("number", number);
        }
    }

    private static void checkPositive(String name, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be at least 1: " + value);
        }
    }

    private static void checkChance(double value) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException("probability must be from 0 to 1: " + value);
        }
    }
}
