package org.anabranch.faulty;

import java.time.Duration;
import java.util.Objects;

/** One thing that goes wrong. Operations and allocations of a device are counted from 1. */
public sealed interface Fault {

    /** Which operations a fault counts. */
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
     * @param counted which operations are counted
     * @param number which of them fails, from 1
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
     * Ends of operations are told late, at random; those behind them on the lane wait.
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
     * Operations of one kind take so long, one after another in the order of submission, as on a
     * device with one engine for kernels and one for each direction of its link. Effects come at
     * once; it is the end that is told no earlier.
     *
     * @param counted which kind, {@link Operation#ANY} for each of the three
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
     * Ends of operations on different lanes that do not name each other are told in random order.
     */
    record Reorder() implements Fault {}

    /** Ends of operations are told by a thread that runs nothing else. */
    record Elsewhere() implements Fault {}

    /**
     * Submitting waits, and ends of operations are told within the submitting call. Legal, and hard
     * on the caller's stack.
     */
    record Inline() implements Fault {}

    /**
     * An allocation is refused.
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
     * Allocations are refused that would make more memory live.
     *
     * @param bytes that can be had, at least 0
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
     * An operation costs the device its life when it is submitted, and is told so.
     *
     * @param counted which operations are counted
     * @param number which of them, from 1
     */
    record CrashAt(Operation counted, long number) implements Fault {
        /** Checks. */
        public CrashAt {
            Objects.requireNonNull(counted, "counted");
            checkPositive("number", number);
        }
    }

    /**
     * The end of an operation is not told until {@link FaultyDevice#resume}, and those behind it on
     * the lane wait.
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
