package org.anabranch.stencil.plan;

import java.util.Arrays;
import java.util.List;

/**
 * Options for cutting. Immutable.
 *
 * @param policy the order of the axes
 * @param cut the rule for the number of parts of each axis
 * @param weights speed of each device, in any unit, at least one, all positive
 * @param depth iterations from one exchange to the next, at least 1 (ST-32)
 * @param fewer how many devices fewer than found are tried by {@link Cut#GCD} (ST-08)
 */
public record PlanOptions(Policy policy, Cut cut, List<Double> weights, int depth, int fewer) {
    static final int MOST_DEVICES = 4096;
    static final int DEEPEST = 1024;

    /**
     * The order in which axes are cut; for equal values the highest first, whose cuts are
     * contiguous in memory (ST-06).
     */
    public enum Policy {
        /** As in the paper: the axis with the shortest projection of the dependent points first. */
        PROJECTION,
        /** The axis with the fewest cells exchanged per cut first. */
        VOLUME
    }

    /** The rule for the number of parts of each axis. */
    public enum Cut {
        /** As in the paper: greatest common divisors of groups and devices; equal zones (ST-07). */
        GCD,
        /** One axis, in whole groups, in proportion to the weights (ST-30). */
        WEIGHTED,
        /** The better of both: the one that keeps the devices busiest, then exchanges least. */
        BEST
    }

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if a number is out of bounds
     */
    public PlanOptions {
        weights = List.copyOf(weights);
        if (weights.isEmpty() || weights.size() > MOST_DEVICES) {
            throw new IllegalArgumentException(
                    "there must be 1 to " + MOST_DEVICES + " devices, not " + weights.size());
        }
        if (!weights.stream().allMatch(weight -> weight > 0 && weight < 1e300)) {
            throw new IllegalArgumentException("weights must be positive: " + weights);
        }
        if (depth < 1 || depth > DEEPEST || fewer < 0) {
            throw new IllegalArgumentException(
                    "depth must be 1 to " + DEEPEST + ", not " + depth + "; fewer at least 0");
        }
    }

    /**
     * Returns the default for devices of equal speed.
     *
     * @param devices how many
     * @return volume policy, the best of both cuts, exchange after every iteration
     */
    public static PlanOptions devices(int devices) {
        Double[] equal = new Double[Math.clamp(devices, 0, MOST_DEVICES + 1)];
        Arrays.fill(equal, 1.0);
        return weighted(List.of(equal));
    }

    /**
     * Returns the default for devices of known speeds.
     *
     * @param weights speed of each device
     * @return volume policy, the best of both cuts, exchange after every iteration
     */
    public static PlanOptions weighted(List<Double> weights) {
        return new PlanOptions(Policy.VOLUME, Cut.BEST, weights, 1, 100);
    }

    /**
     * Returns the paper's options.
     *
     * @param devices how many there are
     * @return projection policy, common divisors
     */
    public static PlanOptions paper(int devices) {
        return devices(devices).with(Policy.PROJECTION).with(Cut.GCD);
    }

    /**
     * Changes the policy.
     *
     * @param other the order of the axes
     * @return changed options
     */
    public PlanOptions with(Policy other) {
        return new PlanOptions(other, cut, weights, depth, fewer);
    }

    /**
     * Changes the cut.
     *
     * @param other the rule for the number of parts
     * @return changed options
     */
    public PlanOptions with(Cut other) {
        return new PlanOptions(policy, other, weights, depth, fewer);
    }

    /**
     * Changes the weights.
     *
     * @param other speed of each device
     * @return changed options
     */
    public PlanOptions with(List<Double> other) {
        return new PlanOptions(policy, cut, other, depth, fewer);
    }

    /**
     * Changes the depth of the ghosts.
     *
     * @param iterations from one exchange to the next
     * @return changed options
     */
    public PlanOptions deep(int iterations) {
        return new PlanOptions(policy, cut, weights, iterations, fewer);
    }
}
