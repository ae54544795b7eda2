package org.anabranch.shell.jobs;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.ClosedException;
import org.anabranch.api.Domain;
import org.anabranch.api.DomainClosedException;
import org.anabranch.api.Job;
import org.anabranch.api.Monitor;
import org.anabranch.api.Monitor.WorkReport;
import org.anabranch.api.Platform;
import org.anabranch.api.ProgramException;
import org.anabranch.shell.commands.JobDirectory.Offer;
import org.anabranch.shell.failure.Failure;
import org.anabranch.shell.failure.JobFailedException;
import org.anabranch.shell.failure.UsageException;
import org.anabranch.spi.NamedDevices;
import org.anabranch.spi.support.DomainSelection;
import org.anabranch.spi.support.ForeignThrowables;
import org.anabranch.spi.support.Patience;
import org.anabranch.spi.support.Spelling;

import java.io.PrintWriter;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A runner of jobs: finds a job and its domains, runs it in the calling thread and measures where
 * it ran.
 *
 * @param platform of this run alone, so that its work is known apart from that of others
 * @param notes told of domains that are waited for and left out
 * @param models what is a domain only while it is named
 * @param departed true for an id or a kind of which there was a domain
 */
public record JobRunner(
        Platform platform,
        Monitor monitor,
        Supplier<List<Offer>> jobs,
        Patience patience,
        Consumer<String> notes,
        Collection<NamedDevices> models,
        Predicate<String> departed) {

    /**
     * {@return its result; never throws because of the user's words or the job. Preserves the
     * interrupt of the thread}
     */
    public JobRun run(String name, List<String> arguments, String selectors, PrintWriter progress) {
        try {
            Offer job = find(name);
            List<Domain> domains =
                    new DomainSelection(platform, monitor, patience, notes, models, departed)
                            .select(selectors);
            return run(job, domains, arguments, progress);
        } catch (AnabranchException refusal) {
            return JobRun.refused(name, arguments, refusal);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            return JobRun.refused(name, arguments, interrupted(name, interrupt));
        }
    }

    private Offer find(String name) throws InterruptedException {
        List<Offer> found = named(name);
        while (found.isEmpty() && patience.wait(false)) {
            found = named(name);
        }
        if (found.isEmpty()) {
            List<String> names = jobs.get().stream().map(Offer::name).sorted().distinct().toList();
            throw new UsageException(unknown(name, names));
        }
        if (found.size() > 1) {
            throw new UsageException(
                    "%s bundles offer a job '%s'; stop all but one ('jobs' lists them)"
                            .formatted(found.size(), name));
        }
        return found.getFirst();
    }

    /** {@return the sentence for a job that is not there} */
    public static String unknown(String name, List<String> names) {
        String those =
                names.isEmpty()
                        ? "no bundle offers a job"
                        : "there are: " + String.join(", ", names);
        return "no job '" + name + "'; " + those + "." + Spelling.didYouMean(name, names);
    }

    private List<Offer> named(String name) {
        return jobs.get().stream().filter(job -> job.name().equals(name)).toList();
    }

    private JobRun run(
            Offer job, List<Domain> domains, List<String> arguments, PrintWriter progress) {
        long start = System.nanoTime();
        Attempt attempt = attempt(job, domains, arguments, progress);
        RemainingDomains remaining = new RemainingDomains(platform, domains);
        while (attempt.isRefusedByADomain()
                && !Thread.currentThread().isInterrupted()
                && remaining.haveChanged()) {
            notes.accept(
                    "job %s begins again with %s: a domain has gone"
                            .formatted(job.name(), String.join(", ", ids(remaining.all()))));
            attempt = attempt(job, remaining.all(), arguments, progress);
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        progress.flush();
        List<WorkReport> work = monitor.work(platform);
        return new JobRun(
                job.name(),
                List.copyOf(arguments),
                ids(domains),
                seconds,
                attempt.report,
                attempt.failure,
                shares(domains, work),
                gone(domains, work));
    }

    private static List<String> ids(List<Domain> domains) {
        return domains.stream().map(Domain::id).toList();
    }

    /** One call of a job: its report, and why there is none or the result is wrong, or null. */
    private record Attempt(Job.Report report, AnabranchException failure) {
        /** Returns true if it failed because a domain takes no new work. */
        boolean isRefusedByADomain() {
            return failure != null
                    && ForeignThrowables.chain(failure).stream()
                            .anyMatch(DomainClosedException.class::isInstance);
        }
    }

    private Attempt attempt(
            Offer job, List<Domain> domains, List<String> arguments, PrintWriter progress) {
        try {
            Job.Report report = job.job().run(platform, domains, List.copyOf(arguments), progress);
            return new Attempt(report, verdict(job.name(), report));
        } catch (ProgramException unusable) {
            return new Attempt(null, unusable);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            return new Attempt(null, interrupted(job.name(), interrupt));
        } catch (Throwable thrown) {
            return new Attempt(
                    null,
                    Thread.currentThread().isInterrupted() || isClosed()
                            ? interrupted(job.name(), thrown)
                            : new JobFailedException(
                                    "job " + job.name() + " failed: " + Failure.sentence(thrown),
                                    thrown));
        }
    }

    /** Returns true if the platform has ended before its run, as at a refresh of its bundle. */
    private boolean isClosed() {
        try {
            platform.promise();
            return false;
        } catch (ClosedException closed) {
            return true;
        }
    }

    private static List<WorkReport> shares(List<Domain> domains, List<WorkReport> work) {
        return work.stream()
                .filter(
                        one ->
                                !JobRun.isIdle(one)
                                        || domains.stream().anyMatch(isSame(one.domain())))
                .toList();
    }

    private static List<String> gone(List<Domain> domains, List<WorkReport> work) {
        return domains.stream()
                .filter(domain -> work.stream().map(WorkReport::domain).noneMatch(isSame(domain)))
                .map(Domain::id)
                .toList();
    }

    private static Predicate<Domain> isSame(Domain one) {
        return other -> other.id().equals(one.id()) && other.generation() == one.generation();
    }

    private static AnabranchException verdict(String name, Job.Report report) {
        if (report == null) {
            return new JobFailedException("job " + name + " gave no report", null);
        }
        return report.verified()
                ? null
                : new JobFailedException(
                        "job " + name + ": the result is wrong: " + report.verification(), null);
    }

    /** Returns the failure; what the job threw is a consequence only, such as of closed memory. */
    private static JobFailedException interrupted(String name, Throwable thrown) {
        JobFailedException failure =
                new JobFailedException("job " + name + " was interrupted", null);
        failure.addSuppressed(thrown);
        return failure;
    }
}
