package org.anabranch.shell.jobs;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Job;
import org.anabranch.api.Monitor.WorkReport;
import org.anabranch.shell.failure.Failure;
import org.anabranch.shell.failure.JobCancelledException;

import java.util.List;

/**
 * A run of a job that has ended.
 *
 * @param job its name
 * @param arguments as given
 * @param domains ids of the domains it was to use
 * @param seconds from start to end
 * @param report what it reported, or null
 * @param failure the reason why there is no report or why the result is wrong; null for a verified
 *     result
 * @param shares its work in the domains that it was to use, and in others
 * @param gone domains that it was to use and that went away meanwhile
 */
public record JobRun(
        String job,
        List<String> arguments,
        List<String> domains,
        double seconds,
        Job.Report report,
        AnabranchException failure,
        List<WorkReport> shares,
        List<String> gone) {

    /** A run that never began. */
    public static JobRun refused(String job, List<String> arguments, AnabranchException why) {
        return new JobRun(job, arguments, List.of(), 0, null, why, List.of(), List.of());
    }

    /** {@return the same run, cancelled by the user: whatever came of it does not count} */
    public JobRun cancelled() {
        return new JobRun(
                job,
                arguments,
                domains,
                seconds,
                null,
                new JobCancelledException("job " + job + " was cancelled", failure),
                shares,
                gone);
    }

    /** {@return one word or two for how it ended} */
    public String status() {
        if (failure == null) {
            return "verified";
        }
        if (Failure.of(failure).status() == Failure.USAGE) {
            return "refused";
        }
        if (failure instanceof JobCancelledException) {
            return "cancelled";
        }
        return report == null ? "failed" : "not verified";
    }

    /** {@return true if it ran actions in a domain; a refused run may have, too} */
    boolean hasRun() {
        return shares.stream().anyMatch(share -> share.actions() > 0);
    }

    /** {@return true if nothing was done there} */
    static boolean isIdle(WorkReport share) {
        return share.equals(new WorkReport(share.domain(), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    }

    /** {@return speed in 10^9 operations per second, or NaN if that has no meaning} */
    public double gflops() {
        return report == null || report.flops() <= 0 || !(report.seconds() > 0)
                ? Double.NaN
                : report.flops() / report.seconds() / 1e9;
    }
}
