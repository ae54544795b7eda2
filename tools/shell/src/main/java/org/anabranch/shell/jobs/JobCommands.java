package org.anabranch.shell.jobs;

import org.anabranch.api.Monitor;
import org.anabranch.api.Platform;
import org.anabranch.shell.commands.CommandDirectory;
import org.anabranch.shell.commands.HelpCommand;
import org.anabranch.shell.commands.JobDirectory;
import org.anabranch.shell.commands.JobDirectory.Offer;
import org.anabranch.shell.commands.ListingJson;
import org.anabranch.shell.commands.Manual;
import org.anabranch.shell.commands.Present;
import org.anabranch.shell.commands.Words;
import org.anabranch.shell.failure.AbsentException;
import org.anabranch.shell.failure.JobCancelledException;
import org.anabranch.shell.failure.UsageException;
import org.anabranch.shell.output.Json;
import org.anabranch.shell.output.Listing;
import org.anabranch.shell.output.Screen;
import org.anabranch.shell.output.Streams;
import org.anabranch.shell.output.Wording;
import org.anabranch.spi.NamedDevices;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.ComponentServiceObjects;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.osgi.service.component.annotations.ReferenceScope;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The commands {@code run} and {@code jobs}. */
@Component(immediate = true, service = JobCommands.class)
@GogoCommand(
        scope = "anabranch",
        function = {"run", "jobs"})
public final class JobCommands {
    private static final String DOMAINS = "--domains=";

    /** Each run is a program of its own. */
    @Reference(
            scope = ReferenceScope.PROTOTYPE,
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    volatile ComponentServiceObjects<Platform> platforms;

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    volatile Monitor monitor;

    /** What is no domain unless it is named. */
    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    volatile List<NamedDevices> named = List.of();

    private final Set<RunningJob> running = ConcurrentHashMap.newKeySet();
    private final JobDirectory jobs;
    private final Supplier<Patience> patience;

    /**
     * Starts.
     *
     * @param context of this bundle
     * @param jobs of all bundles
     */
    @Activate
    public JobCommands(BundleContext context, @Reference JobDirectory jobs) {
        this.jobs = jobs;
        this.patience = StartupPatience.from(context, this::backends);
    }

    public JobCommands(JobDirectory jobs, Supplier<Patience> patience) {
        this.jobs = jobs;
        this.patience = patience;
    }

    private long backends() {
        Monitor present = monitor;
        return present == null ? 0 : present.backends().size();
    }

    @Deactivate
    public void deactivate() {
        running.forEach(RunningJob::interrupt);
    }

    /**
     * Runs a job.
     *
     * @param session where to print
     * @param domains selectors
     * @param json whether to print JSON
     * @param words name and arguments
     */
    @Descriptor("runs a job, says whether its result is right, how fast it was and where it ran")
    @Manual(
            words = "<job> [<argument>...]",
            notes = {
                "'jobs' lists the jobs with their arguments. What is no option of run goes to the"
                        + " job as it is.",
                "Without --domains a job runs on the host alone, which is always there, so that the"
                    + " same command gives the same run whatever is plugged in; '--domains all'"
                    + " uses all there is. Backends that look for their devices and devices that"
                    + " are being opened are waited for, thirty seconds at most; what is left out"
                    + " is said.",
                "The models k2h and reference are domains if they are named: '--domains host,k2h'.",
                "Of each domain are shown: 'stolen', the tasks that its workers took from each"
                    + " other; 'taken' and 'given', the pieces that it took from other domains and"
                    + " they from it; 'in' and 'out', the transfers to it and from it; 'busy', the"
                    + " time of its operations, summed over lanes or workers. That is all that went"
                    + " on meanwhile, also for other programs.",
                "With --json one object is printed and no progress; numbers that JSON does not have"
                        + " are null.",
                "Exit status of ./anabranch: 0 verified, 1 failed or not verified, 2 unusable"
                        + " words."
            })
    public void run(
            CommandSession session,
            @Descriptor(
                            "domains to use: ids or kinds separated by commas, or all; host if not"
                                    + " given")
                    @Parameter(
                            names = {"--domains"},
                            absentValue = "host")
                    String domains,
            @Descriptor("print the outcome as one JSON object")
                    @Parameter(
                            names = {"--json"},
                            presentValue = "true",
                            absentValue = "false")
                    boolean json,
            @Descriptor("name of the job and its arguments") String[] words) {
        Streams streams = Streams.of(session);
        List<String> rest = new ArrayList<>(Arrays.asList(words));
        if (rest.contains("--help")) {
            streams.out().print(usage(session, rest));
            streams.out().flush();
            return;
        }
        String selectors = selectors(rest, domains);
        JobRun run = run(session, streams, selectors, json, rest);
        boolean interrupted = Thread.interrupted(); // else printing would close the stream
        interrupted &= !(run.failure() instanceof JobCancelledException);
        Screen screen = Screen.of(session);
        streams.out().print(json ? JobRunJson.of(run) + "\n" : new JobRunText(run).text(screen));
        streams.out().flush();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (run.failure() != null) {
            throw run.failure();
        }
    }

    private String usage(CommandSession session, List<String> words) {
        int columns = Screen.of(session).prose();
        List<Offer> named =
                jobs.offers().stream().filter(job -> job.name().equals(words.getFirst())).toList();
        String synopsis =
                HelpCommand.synopsis(new CommandDirectory(session, null), "anabranch:run");
        return named.isEmpty()
                ? synopsis + "\n"
                : JobText.of(named, columns) + "\n" + Wording.wrapped("", 4, synopsis, columns);
    }

    private JobRun run(
            CommandSession session,
            Streams streams,
            String selectors,
            boolean json,
            List<String> words) {
        if (words.isEmpty()) {
            return JobRun.refused(
                    "",
                    words,
                    new UsageException("run needs the name of a job; 'jobs' lists them"));
        }
        String name = words.getFirst();
        List<String> arguments = words.subList(1, words.size());
        Monitor present;
        JobPlatform program;
        try {
            present = Present.of(monitor, Monitor.class);
            program = JobPlatform.of(platforms);
        } catch (AbsentException absent) {
            return JobRun.refused(name, arguments, absent);
        }
        try (var _ = NamedDevices.named(named, selectors);
                RunningJob job = new RunningJob(session, words, streams, json, program, present)) {
            running.add(job);
            Platform platform = program.platform();
            JobRunner runner =
                    new JobRunner(platform, present, jobs::offers, patience.get(), job::say, named);
            try {
                JobRun run = runner.run(name, arguments, selectors, job.progress());
                return job.isCancelled() && run.failure() != null ? run.cancelled() : run;
            } finally {
                running.remove(job);
            }
        }
    }

    /** The notation with an equals sign is taken out of the words. */
    private static String selectors(List<String> words, String otherwise) {
        String selectors = otherwise;
        for (String word : List.copyOf(words)) {
            if (word.startsWith(DOMAINS)) {
                selectors = word.substring(DOMAINS.length());
                words.remove(word);
            }
        }
        return selectors;
    }

    /**
     * Lists jobs.
     *
     * @param json whether to give JSON
     * @param words names of jobs; all if none is given
     * @return the jobs
     */
    @Descriptor(
            "lists the jobs that 'run' can start, with their arguments, and how far those are that"
                    + " run")
    @Manual(words = "[<job>...]")
    public Listing<Offer> jobs(
            @Descriptor("one line of JSON instead of text")
                    @Parameter(
                            names = {"--json"},
                            presentValue = "true",
                            absentValue = "false")
                    boolean json,
            @Descriptor("jobs; all if none is given") String[] words) {
        Words.rejectOptions("jobs", words);
        List<Offer> offers = jobs.offers();
        List<String> names = offers.stream().map(Offer::name).toList();
        for (String word : words) {
            if (!names.contains(word)) {
                throw new UsageException(JobRunner.unknown(word, names));
            }
        }
        List<String> wanted = words.length == 0 ? names : List.of(words);
        List<Offer> chosen = offers.stream().filter(job -> wanted.contains(job.name())).toList();
        return new Listing<>(
                chosen,
                json
                        ? columns -> Json.of(chosen.stream().map(this::json).toList()) + "\n"
                        : columns ->
                                runningNow(columns)
                                        + JobText.of(chosen, columns)
                                        + (words.length == 0
                                                ? JobText.leftOut(jobs.troubles(), columns)
                                                : ""));
    }

    private Map<String, Object> json(Offer job) {
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
}
