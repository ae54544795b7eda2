package org.anabranch.seeing.report;

import org.anabranch.events.ActionRow;
import org.anabranch.events.Outcome;
import org.anabranch.seeing.model.RunModel;
import org.anabranch.spi.analysis.RunTotals;
import org.anabranch.spi.analysis.RunVerdict;
import org.anabranch.spi.analysis.TimeUse;
import org.anabranch.spi.support.Quantity;

import java.util.List;

/**
 * The figures of a run.
 *
 * @param run the run
 * @param totals of the run
 * @param use the use of time by each domain
 * @param verdict on these
 */
record Figures(RunModel run, RunTotals totals, TimeUse use, RunVerdict verdict) {

    static Figures of(RunModel run, int workers) {
        RunTotals totals = RunTotals.of(run.events());
        TimeUse use = run.use(workers);
        return new Figures(run, totals, use, new RunVerdict(use, totals, run.wall()));
    }

    /** {@return the verdict, in a sentence} */
    String sentence() {
        long unfinished = run.actions().stream().filter(row -> row.outcome() == null).count();
        return "Ran "
                + Quantity.time(run.wall())
                + (unfinished > 0
                        ? "; " + Quantity.count(unfinished) + " actions had not ended"
                        : "")
                + "; "
                + verdict.words()
                + ".";
    }

    /** {@return the actions that did not end normally} */
    List<ActionRow> failed() {
        return run.actions().stream()
                .filter(row -> row.outcome() != null && row.outcome() != Outcome.DONE)
                .toList();
    }
}
