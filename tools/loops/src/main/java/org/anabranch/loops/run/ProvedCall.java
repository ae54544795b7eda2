package org.anabranch.loops.run;

import org.anabranch.loops.LoopRun;
import org.anabranch.loops.NotParallelException;
import org.anabranch.loops.Verdict;
import org.anabranch.loops.cost.LoopSite;
import org.anabranch.loops.device.Pieces;
import org.anabranch.loops.speculate.SpeculativeCall;

import java.util.List;

/** A call of a loop that is analysed, and then runs in parallel if it is proved that it can. */
final class ProvedCall {
    private final Call call;
    private final LiftedLoops loops;
    private final LiftedLoops.Manner manner;
    private final long begun = System.nanoTime();

    /** The first index that has not run yet. */
    private long low;

    private long verdictNanos;
    private long copyNanos;
    private String place;

    /** Null as long as no proved loop has run. */
    private PlacedRun placed;

    /**
     * Creates a call.
     *
     * @param call the whole call
     * @param low the first index that has not run yet
     */
    ProvedCall(Call call, long low) {
        this.call = call;
        this.loops = call.loops();
        this.manner = loops.manner;
        this.low = low;
        this.place = loops.host();
    }

    /** Runs the loop, in order if it cannot run in parallel. */
    LoopRun run() {
        Analysis analysis = analysis();
        if (analysis.unready() == null || manner.strict() || call.high() - low == 1) {
            return run(analysis);
        }
        // the first iteration initializes what it uses, as in order, and the others are proved then
        iterations(analysis, low, low + 1, analysis.verdict().reason());
        low++;
        return run(analysis());
    }

    private LoopRun run(Analysis analysis) {
        LoopRun ran = inParallel(analysis);
        return ran != null ? ran : inOrder(analysis, obstacle);
    }

    /**
     * Runs the loop if it can run in parallel.
     *
     * @return null if it has run; else the run that the caller is to begin
     */
    LoopRun attempt() {
        Analysis analysis = analysis();
        obstacle = analysis.verdict().reason();
        if (analysis.unready() == null && inParallel(analysis) != null) {
            return null;
        }
        verdictNanos = System.nanoTime() - begun;
        analysis.bringHome();
        return loops.ran(report(analysis, false, obstacle, 0));
    }

    /**
     * Returns the time that the call would have taken without the trial of a device.
     *
     * @param nanos its time
     */
    long withoutTrial(long nanos) {
        return placed == null ? nanos : placed.withoutTrial(nanos);
    }

    private Analysis analysis() {
        long start = System.nanoTime();
        Analysis analysis = Analysis.of(call.body(), low, call.high());
        LoopSite site = call.site();
        site.proved(System.nanoTime() - start);
        site.name(analysis.name());
        if (manner.reassociates()) {
            site.exact(analysis.isExact());
        }
        return analysis;
    }

    /** The reason why the loop cannot run in parallel. */
    private String obstacle;

    private LoopRun inParallel(Analysis analysis) {
        if (analysis.obstacle() != null) {
            return transformed(analysis);
        }
        verdictNanos = System.nanoTime() - begun;
        String reason = analysis.verdict().reason();
        placed = new PlacedRun(call, analysis, low);
        String where = placed.run();
        place = placed.place();
        copyNanos += placed.copyNanos();
        return ran(analysis, true, manner.isOnHost() ? reason : where + ": " + reason);
    }

    private LoopRun transformed(Analysis analysis) {
        long count = call.high() - low;
        TransformationPlan plan = TransformationPlan.of(analysis, count, manner.reassociates());
        if (plan.loop() == null) {
            obstacle = plan.reason();
            return manner.strict() ? null : speculated(analysis);
        }
        verdictNanos = System.nanoTime() - begun;
        analysis.bringHome();
        runTransformed(plan.loop(), analysis);
        return ran(analysis, true, plan.reason());
    }

    private LoopRun speculated(Analysis analysis) {
        SpeculativeCall speculative = analysis.speculative(low, call.high());
        if (speculative == null) {
            return null;
        }
        if (!speculative.isToRun()) {
            obstacle += " (" + speculative.how() + ")";
            return null;
        }
        verdictNanos = System.nanoTime() - begun;
        analysis.bringHome();
        boolean ended = false;
        try {
            Slices slices = Slices.of(call.body());
            speculative.run(
                    loops.platform, (from, to, done) -> slices.run(call.body(), from, to, done));
            ended = true;
        } finally {
            if (!ended) {
                ran(analysis, speculative);
            }
        }
        return ran(analysis, speculative);
    }

    private LoopRun ran(Analysis analysis, SpeculativeCall speculative) {
        String reason = obstacle + " (" + speculative.how() + ")";
        return ran(analysis, speculative.ranParallel(), reason);
    }

    /**
     * Runs a transformed loop, with memory of its own for each tile; after a fault, sequentially.
     */
    private void runTransformed(TransformedLoop loop, Analysis analysis) {
        // without a fault the program's other memory is written as in order
        boolean mayThrow = !analysis.nest().hazards().isEmpty();
        try (Snapshot before = mayThrow ? before(analysis, loop.apart()) : null) {
            TransformedRun run = new TransformedRun(loops.platform, loop, low, call.high());
            if (run.prepare()) {
                Throwable thrown = run.run();
                if (thrown == null) {
                    return;
                }
                if (before == null) {
                    Pieces.rethrow(thrown);
                    return;
                }
                before.restore();
            }
            call.inOrder(low, call.high());
        }
    }

    private Snapshot before(Analysis analysis, List<Object> apart) {
        long start = System.nanoTime();
        Snapshot taken = Snapshot.of(analysis.lifted(), analysis.inputs(), apart);
        copyNanos += System.nanoTime() - start;
        return taken;
    }

    /** Runs the loop in order, since it cannot be analysed. */
    LoopRun refused(String reason) {
        String name = call.body().getClass().getName();
        Verdict verdict = Verdict.refused(reason, 0);
        return inOrder(new Analysis(name, "", null, null, verdict, null, null), reason);
    }

    private LoopRun inOrder(Analysis analysis, String reason) {
        if (manner.strict()) {
            throw new NotParallelException(
                    analysis.name() + " does not run in parallel: " + reason);
        }
        iterations(analysis, low, call.high(), reason);
        return ran(analysis, false, reason);
    }

    /** Runs iterations in order; if one throws, the run is reported before. */
    private void iterations(Analysis analysis, long from, long to, String reason) {
        verdictNanos = System.nanoTime() - begun;
        analysis.bringHome();
        boolean ended = false;
        try {
            call.inOrder(from, to);
            ended = true;
        } finally {
            if (!ended) {
                ran(analysis, false, reason);
            }
        }
    }

    private LoopRun ran(Analysis analysis, boolean parallel, String reason) {
        long kernel = System.nanoTime() - begun - verdictNanos - copyNanos;
        return loops.ran(report(analysis, parallel, reason, kernel));
    }

    private LoopRun report(Analysis analysis, boolean parallel, String reason, long kernel) {
        LoopRun.Times times = new LoopRun.Times(verdictNanos, copyNanos, kernel);
        String name = analysis.name();
        Verdict verdict = analysis.verdict();
        return new LoopRun(name, call.count(), parallel, reason, verdict, place, times);
    }
}
