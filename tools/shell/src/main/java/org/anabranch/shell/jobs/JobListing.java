package org.anabranch.shell.jobs;

import org.anabranch.shell.commands.JobDirectory.Offer;
import org.anabranch.shell.output.Listing;
import org.anabranch.shell.output.Wording;
import org.anabranch.spi.support.Json;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Jobs, and how far those are that run.
 *
 * @param jobs to be listed
 * @param running all that run
 * @param troubles why other jobs are left out
 */
record JobListing(List<Offer> jobs, Collection<RunningJob> running, List<String> troubles) {

    Listing<Offer> listing(boolean json) {
        return new Listing<>(
                jobs,
                json
                        ? columns -> Json.of(jobs.stream().map(this::json).toList()) + "\n"
                        : columns ->
                                runningNow(columns)
                                        + JobText.of(jobs, columns)
                                        + JobText.leftOut(troubles, columns));
    }

    private Map<String, Object> json(Offer job) {
        Map<String, Object> row = Json.row(job);
        row.remove("job");
        row.put(
                "running",
                running.stream()
                        .filter(one -> one.name().equals(job.name()))
                        .map(RunningJob::json)
                        .toList());
        return row;
    }

    /** Returns the progress of the jobs that are running. */
    private String runningNow(int columns) {
        StringBuilder text = new StringBuilder();
        for (RunningJob job : running) {
            text.append(Wording.wrapped(job.title() + ": ", 4, job.text(), columns));
        }
        return text.isEmpty() ? "" : text.append('\n').toString();
    }
}
