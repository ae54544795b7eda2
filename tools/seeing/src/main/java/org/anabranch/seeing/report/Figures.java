package org.anabranch.seeing.report;

import org.anabranch.events.ActionRow;
import org.anabranch.events.DomainTime;
import org.anabranch.events.Outcome;
import org.anabranch.seeing.model.Notice;
import org.anabranch.seeing.model.RunModel;
import org.anabranch.seeing.path.ActionPath;

import java.util.List;

/**
 * The figures of a run.
 *
 * @param run the run
 * @param path the critical path
 * @param times the use of time by each domain
 * @param kernels longest total first
 * @param links from domain to domain
 * @param failed actions that did not end normally
 * @param unfinished actions that had not ended
 * @param stalls stalled kernels and tasks
 * @param gaps nanoseconds in which no action was enqueued and no worker busy
 */
record Figures(
        RunModel run,
        ActionPath path,
        List<DomainTime> times,
        List<KernelFigures> kernels,
        List<LinkFigures> links,
        List<ActionRow> failed,
        long unfinished,
        List<Notice> stalls,
        long gaps) {

    static Figures of(RunModel run, int workers) {
        List<ActionRow> failed =
                run.actions().stream()
                        .filter(row -> row.outcome() != null && row.outcome() != Outcome.DONE)
                        .toList();
        return new Figures(
                run,
                ActionPath.of(run),
                run.times(workers),
                KernelFigures.of(run),
                LinkFigures.of(run),
                failed,
                run.actions().stream().filter(row -> row.outcome() == null).count(),
                run.notices().stream()
                        .filter(notice -> notice.sort() == Notice.Sort.STALL)
                        .toList(),
                Gaps.of(run));
    }

    /** {@return the fraction of the wall time that the critical path takes} */
    double pathShare() {
        return (double) path.length() / run.wall();
    }

    /** {@return the name of a domain} */
    String name(DomainTime time) {
        return run.domainName(time.domain());
    }

    /** {@return the fraction of its time that a domain had no work though there were actions} */
    double idleShare(DomainTime time) {
        long idle = Math.max(0, time.none() - gaps * time.lanes());
        return time.all() == 0 ? 0 : (double) idle / time.all();
    }

    /** {@return the fraction of the wall time in which there was nothing to run} */
    double gapShare() {
        return (double) gaps / run.wall();
    }

    /** {@return the greatest possible speed-up, with any number of lanes} */
    double bound() {
        return (double) run.wall() / Math.max(1, path.length() + gaps);
    }
}
