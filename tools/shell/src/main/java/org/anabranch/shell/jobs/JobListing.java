package org.anabranch.shell.jobs;

import org.anabranch.api.Job;
import org.anabranch.shell.commands.ListingJson;
import org.anabranch.shell.output.Json;
import org.anabranch.shell.output.Listing;
import org.anabranch.shell.output.Wording;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Jobs, and how far those are that run.
 *
 * @param jobs to be listed
 * @param running all that run
 */
record JobListing(List<Job> jobs, Collection<RunningJob> running) {

    Listing<Job> listing(boolean json) {
        return new Listing<>(
                jobs,
                json
                        ? columns -> Json.of(jobs.stream().map(this::json).toList()) + "\n"
                        : columns -> runningNow(columns) + text(columns));
    }

    private Map<String, Object> json(Job job) {
        Map<String, Object> row = ListingJson.job(job);
        row.put(
                "running",
                running.stream()
                        .filter(one -> one.name().equals(job.name()))
                        .map(RunningJob::json)
                        .toList());
        return row;
    }

    /** How far the jobs are that run now. */
    private String runningNow(int columns) {
        StringBuilder text = new StringBuilder();
        for (RunningJob job : running) {
            text.append(Wording.wrapped(job.title() + ": ", 4, job.text(), columns));
        }
        return text.isEmpty() ? "" : text.append('\n').toString();
    }

    String text(int columns) {
        int indent = jobs.stream().mapToInt(job -> job.name().length()).max().orElse(0) + 2;
        StringBuilder text = new StringBuilder();
        for (Job job : jobs) {
            String name = job.name() + " ".repeat(indent - job.name().length());
            text.append(Wording.wrapped(name, indent, job.usage(), columns));
        }
        return jobs.isEmpty() ? "no bundle offers a job\n" : text.toString();
    }
}
