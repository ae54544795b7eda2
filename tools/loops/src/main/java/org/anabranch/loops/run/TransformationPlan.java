package org.anabranch.loops.run;

import org.anabranch.loops.Verdict;
import org.anabranch.loops.nest.Plan;
import org.anabranch.loops.nest.Transformation;

import java.util.stream.Collectors;

/**
 * The outcome of planning for a loop that is not independent.
 *
 * @param loop the transformed loop, or null if it runs sequentially
 * @param reason how it runs in parallel, or why not
 */
record TransformationPlan(TransformedLoop loop, String reason) {

    static TransformationPlan of(Analysis analysis, long count, boolean reassociates) {
        Verdict.Kind kind = analysis.verdict().kind();
        boolean open = kind == Verdict.Kind.DEPENDENT || kind == Verdict.Kind.UNKNOWN;
        if (!open || analysis.hindrance() != null) {
            return new TransformationPlan(null, analysis.obstacle());
        }
        Plan plan = analysis.judgement().plan();
        if (plan.obstacle() != null) {
            return new TransformationPlan(null, analysis.verdict().reason());
        }
        for (Transformation treatment : plan.treatments()) {
            if (treatment.kind() == Transformation.Kind.REDUCE
                    && !treatment.reduction().anyOrder()
                    && !reassociates) {
                String reason = treatment + ", whose bits depend on the order";
                return new TransformationPlan(null, reason);
            }
        }
        TransformedLoop loop =
                new TransformedLoop(analysis.lifted(), analysis.inputs(), plan.treatments(), count);
        if (loop.obstacle() != null) {
            return new TransformationPlan(null, loop.obstacle());
        }
        String how =
                plan.treatments().stream()
                        .map(Transformation::toString)
                        .collect(Collectors.joining("; "));
        return new TransformationPlan(loop, how);
    }
}
