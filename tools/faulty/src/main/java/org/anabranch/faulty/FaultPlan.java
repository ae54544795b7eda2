package org.anabranch.faulty;

import org.anabranch.faulty.Fault.Operation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;

/**
 * The faults of a device. Immutable. Chance depends on the seed and the number of an operation
 * only: the same operations meet the same faults.
 *
 * @param seed of all chance
 * @param faults in any order
 */
public record FaultPlan(long seed, List<Fault> faults) {
    private static final long MEBIBYTE = 1L << 20;

    /** The plan without faults. */
    public static final FaultPlan NONE = new FaultPlan(0, List.of());

    /**
     * Copies and checks the list.
     *
     * @throws IllegalArgumentException if {@link Fault.Inline} is combined with a fault that delays
     *     completions
     */
    public FaultPlan {
        faults = List.copyOf(faults);
        if (has(faults, Fault.Inline.class) && faults.stream().anyMatch(FaultPlan::tellsLate)) {
            throw new IllegalArgumentException(
                    "inline cannot be combined with delay, cost, reorder, elsewhere or hang");
        }
    }

    /**
     * Parses a plan: clauses separated by semicolons, such as {@code seed 7; fail run at 3; fail
     * 0.01; delay 0.1 20; reorder}. The clauses are {@code seed N}, {@code fail [write|read|run] at
     * N}, {@code fail P}, {@code delay P MILLISECONDS}, {@code cost write|read|run|any MICROSECONDS
     * MICROSECONDS_PER_MIB}, {@code reorder}, {@code elsewhere}, {@code inline}, {@code refuse at
     * N}, {@code refuse beyond BYTES}, {@code lose at N}, {@code crash write|read|run at N}, {@code
     * hang at N}.
     *
     * @param text the clauses, possibly none
     * @return the plan
     * @throws IllegalArgumentException if a clause is none of these, naming it
     */
    public static FaultPlan parse(String text) {
        return FaultClauses.parse(text);
    }

    /**
     * Adds a fault.
     *
     * @param fault the fault
     * @return the longer plan
     */
    public FaultPlan with(Fault fault) {
        List<Fault> more = new ArrayList<>(faults);
        more.add(fault);
        return new FaultPlan(seed, more);
    }

    boolean has(Class<? extends Fault> kind) {
        return has(faults, kind);
    }

    private static boolean has(List<Fault> faults, Class<? extends Fault> kind) {
        return faults.stream().anyMatch(kind::isInstance);
    }

    private static boolean tellsLate(Fault fault) {
        return fault instanceof Fault.Delay
                || fault instanceof Fault.Cost
                || fault instanceof Fault.Reorder
                || fault instanceof Fault.Elsewhere
                || fault instanceof Fault.HangAt;
    }

    /**
     * Returns true if completions must go through a desk, to be delayed or to keep failures in the
     * order of their lane.
     */
    boolean needsDesk() {
        Predicate<Fault> fails =
                fault -> fault instanceof Fault.FailAt || fault instanceof Fault.FailSometimes;
        return !has(Fault.Inline.class) && faults.stream().anyMatch(fails.or(FaultPlan::tellsLate));
    }

    boolean fails(Operation operation, long numberOfKind, long number) {
        for (Fault fault : faults) {
            boolean fails =
                    switch (fault) {
                        case Fault.FailAt(Operation counted, long at) ->
                                counted == Operation.ANY
                                        ? at == number
                                        : counted == operation && at == numberOfKind;
                        case Fault.FailSometimes(double probability) ->
                                chance(number, 1).nextDouble() < probability;
                        default -> false;
                    };
            if (fails) {
                return true;
            }
        }
        return false;
    }

    boolean loses(long number) {
        return faults.contains(new Fault.LoseAt(number));
    }

    boolean crashes(Operation operation, long numberOfKind) {
        return faults.contains(new Fault.CrashAt(operation, numberOfKind));
    }

    boolean hangs(long number) {
        return faults.contains(new Fault.HangAt(number));
    }

    boolean refuses(long number, long live) {
        return faults.contains(new Fault.RefuseAt(number))
                || faults.stream()
                        .anyMatch(
                                fault ->
                                        fault instanceof Fault.RefuseBeyond(long bytes)
                                                && live > bytes);
    }

    long delayNanos(long number) {
        long longest = 0;
        for (Fault fault : faults) {
            if (fault instanceof Fault.Delay(double probability, Duration most)) {
                SplittableRandom random = chance(number, 2);
                boolean late = random.nextDouble() < probability;
                longest = Math.max(longest, late ? 1 + random.nextLong(most.toNanos()) : 0);
            }
        }
        return longest;
    }

    long costNanos(Operation operation, long bytes) {
        double nanos = 0;
        for (Fault fault : faults) {
            if (fault instanceof Fault.Cost(Operation counted, Duration fixed, Duration each)
                    && (counted == operation || counted == Operation.ANY)) {
                nanos += fixed.toNanos() + each.toNanos() * (bytes / (double) MEBIBYTE);
            }
        }
        return (long) nanos;
    }

    SplittableRandom chance(long number, int purpose) {
        return new SplittableRandom(seed * 0x9E3779B97F4A7C15L ^ (number << 3 | purpose));
    }
}
