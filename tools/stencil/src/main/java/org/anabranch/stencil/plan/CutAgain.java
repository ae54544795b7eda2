package org.anabranch.stencil.plan;

import org.anabranch.stencil.plan.PlanOptions.Cut;

import java.util.ArrayList;
import java.util.List;

/**
 * The decision to cut zones again for the measured speeds (ST-30): if the time saved in the
 * remaining iterations exceeds that of the transfers. Pure.
 */
public final class CutAgain {
    /**
     * The improvement that a new cut must promise, so that measured noise does not cause transfers.
     */
    private static final double WORTHWHILE = 0.9;

    /** A safety factor: links are rarely as fast for many small moves as for one upload. */
    private static final double CAUTION = 2;

    private CutAgain() {}

    /**
     * Returns a better plan.
     *
     * @param plan the present one
     * @param speeds cells per second of each zone; 0 if it is not known
     * @param left remaining iterations
     * @param secondsPerByte cost of moving data
     * @return the plan, or null to keep the present one
     */
    public static StencilPlan better(
            StencilPlan plan, List<Double> speeds, long left, double secondsPerByte) {
        PlanOptions old = plan.options();
        if (old.cut() == Cut.GCD || speeds.stream().anyMatch(speed -> speed <= 0)) {
            return null;
        }
        List<Double> weights = weights(plan, speeds);
        StencilPlan better = Planner.plan(plan.stencil(), old.with(weights));
        double before = slowest(plan, weights);
        double after = slowest(better, weights);
        if (after >= WORTHWHILE * before) {
            return null;
        }
        double moving = CAUTION * secondsPerByte * CutChange.of(plan, better).bytes();
        return (before - after) * left > moving ? better : null;
    }

    /**
     * Returns measured speeds as weights; devices that are not used keep theirs in proportion to
     * the fastest.
     *
     * @param plan the present one
     * @param speeds cells per second of each zone
     * @return a weight for each device of the plan
     */
    public static List<Double> weights(StencilPlan plan, List<Double> speeds) {
        List<Double> weights = new ArrayList<>(plan.options().weights());
        double scale = 0;
        for (Zone zone : plan.zones()) {
            scale = Math.max(scale, speeds.get(zone.id()) / weights.get(zone.device()));
        }
        double unused = scale;
        weights.replaceAll(weight -> weight * unused);
        for (Zone zone : plan.zones()) {
            weights.set(zone.device(), speeds.get(zone.id()));
        }
        return weights;
    }

    private static double slowest(StencilPlan plan, List<Double> weights) {
        return plan.zones().stream()
                .mapToDouble(zone -> zone.write().cells() / weights.get(zone.device()))
                .max()
                .orElse(0);
    }
}
