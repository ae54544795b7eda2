package org.anabranch.loops.run;

import org.anabranch.loops.Verdict;
import org.anabranch.loops.nest.Plan;
import org.anabranch.loops.nest.Treatment;

import java.util.stream.Collectors;

/**
 * The outcome of planning for a loop that is not independent.
 *
 * @param loop the transformed loop, or null if it runs sequentially
 * @param reason how it runs in parallel, or why not
 */
record Treated(TreatedLoop loop, String reason) {

    static Treated of(Analysis analysis, long low, long high, boolean reassociates) {
        Verdict.Kind kind = analysis.verdict().kind();
        boolean open = kind == Verdict.Kind.DEPENDENT || kind == Verdict.Kind.UNKNOWN;
        if (!open || analysis.hindrance() != null) {
            return new Treated(null, analysis.obstacle());
        }
        Plan plan = analysis.judgement().plan();
        if (plan.obstacle() != null) {
            return new Treated(null, analysis.verdict().reason());
        }
        for (Treatment treatment : plan.treatments()) {
            if (treatment.kind() == Treatment.Kind.REDUCE
                    && !treatment.reduction().anyOrder()
                    && !reassociates) {
                String reason = treatment + ", whose bits depend on the order";
                return new Treated(null, reason);
            }
        }
        TreatedLoop loop =
                new TreatedLoop(
                        analysis.lifted(), analysis.inputs(), plan.treatments(), high - low);
        if (loop.obstacle() != null) {
            return new Treated(null, loop.obstacle());
        }
        String how =
                plan.treatments().stream()
                        .map(Treatment::toString)
                        .collect(Collectors.joining("; "));
        return new Treated(loop, how);
    }
}
