package org.anabranch.shell.jobs;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Monitor;
import org.anabranch.api.Platform;
import org.anabranch.events.RunRecorder;
import org.anabranch.shell.commands.CommandDirectory;
import org.anabranch.shell.commands.HelpCommand;
import org.anabranch.shell.commands.JobDirectory;
import org.anabranch.shell.commands.JobDirectory.Offer;
import org.anabranch.shell.commands.Manual;
import org.anabranch.shell.commands.Present;
import org.anabranch.shell.commands.Words;
import org.anabranch.shell.domains.SeenDomains;
import org.anabranch.shell.domains.StartupPatience;
import org.anabranch.shell.failure.AbsentException;
import org.anabranch.shell.failure.JobCancelledException;
import org.anabranch.shell.failure.UsageException;
import org.anabranch.shell.output.CommandStreams;
import org.anabranch.shell.output.Listing;
import org.anabranch.shell.output.Screen;
import org.anabranch.shell.output.Wording;
import org.anabranch.shell.settings.ChangedSettings;
import org.anabranch.spi.support.Patience;
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

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The commands {@code run} and {@code jobs}. */
@Component(immediate = true, service = JobCommands.class)
@GogoCommand(
        scope = "anabranch",
        function = {"run", "jobs"})
public final class JobCommands {
    private static final Duration LONGEST = Duration.ofSeconds(30);

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

    /** Is asked where a file is to be written. */
    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    volatile RunRecorder recorder;

    @Reference SeenDomains seen = new SeenDomains();
    @Reference RunningJobs running = new RunningJobs();
    private final BundleContext context;
    private final JobDirectory jobs;
    private final Supplier<Patience> patience;
    private final Supplier<Map<String, String>> settings;

    /**
     * Starts.
     *
     * @param context of this bundle
     * @param jobs of all bundles
     */
    @Activate
    public JobCommands(BundleContext context, @Reference JobDirectory jobs) {
        this.context = context;
        this.jobs = jobs;
        this.patience = StartupPatience.from(context, this::backends, LONGEST);
        this.settings = () -> ChangedSettings.of(context);
    }

    public JobCommands(
            JobDirectory jobs,
            Supplier<Patience> patience,
            Supplier<Map<String, String>> settings) {
        this.context = null;
        this.jobs = jobs;
        this.patience = patience;
        this.settings = settings;
    }

    private long backends() {
        Monitor present = monitor;
        return present == null ? 0 : present.backends().size();
    }

    @Deactivate
    public void deactivate() {
        running.all().forEach(RunningJob::interrupt);
    }

    /**
     * Runs a job.
     *
     * @param session whose console is printed to
     * @param domains selectors
     * @param trace file for a trace, or empty
     * @param report file for a report, or empty
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
                "A trace is for ui.perfetto.dev; a report is a page that any browser opens. If"
                        + " there is a report in the file already, the two runs are compared.",
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
                    @Parameter(names = "--domains", absentValue = "host")
                    String domains,
            @Descriptor("write a trace of the run into a file")
                    @Parameter(names = "--trace-to", absentValue = "")
                    String trace,
            @Descriptor("write a report of the run into a file, as a page")
                    @Parameter(names = "--report", absentValue = "")
                    String report,
            @Descriptor("print the outcome as one JSON object")
                    @Parameter(names = "--json", presentValue = "true", absentValue = "false")
                    boolean json,
            @Descriptor("name of the job and its arguments") String[] words) {
        CommandStreams streams = CommandStreams.of(session);
        RunWords given = RunWords.of(domains, trace, report, words);
        if (given.rest().contains("--help")) {
            streams.out().print(usage(session, given.rest()));
            streams.out().flush();
            return;
        }
        try (RunFiles files = RunFiles.begin(recorder, given, session, settings)) {
            JobRun run = run(session, streams, given, json);
            boolean interrupted = Thread.interrupted(); // else printing would close the stream
            interrupted &= !(run.failure() instanceof JobCancelledException);
            Screen screen = Screen.of(session);
            streams.out()
                    .print(json ? JobRunJson.of(run) + "\n" : new JobRunText(run).text(screen));
            streams.out().flush();
            if (!run.status().equals("refused") || run.hasRun()) {
                files.end(run.status(), streams.err());
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            AnabranchException failure = run.failure() == null ? files.failure() : run.failure();
            if (failure != null) {
                throw failure;
            }
        }
    }

    private String usage(CommandSession session, List<String> words) {
        int columns = Screen.of(session).prose();
        List<Offer> named =
                jobs.offers().stream().filter(job -> job.name().equals(words.getFirst())).toList();
        String synopsis =
                HelpCommand.synopsis(new CommandDirectory(session, context), "anabranch:run");
        return named.isEmpty()
                ? synopsis + "\n"
                : JobText.of(named, columns) + "\n" + Wording.wrapped("", 4, synopsis, columns);
    }

    private JobRun run(CommandSession session, CommandStreams out, RunWords given, boolean json) {
        List<String> words = given.rest();
        if (words.isEmpty()) {
            var unnamed = new UsageException("run needs the name of a job; 'jobs' lists them");
            return JobRun.refused("", words, unnamed);
        }
        String name = words.getFirst();
        var arguments = words.subList(1, words.size());
        Patience waiting = awaitScheduler();
        Monitor present;
        JobPlatform program;
        try {
            present = Present.of(monitor, Monitor.class);
            program = JobPlatform.of(platforms);
        } catch (AbsentException absent) {
            return JobRun.refused(name, arguments, absent);
        }
        try (var _ = running.named.use(given.domains());
                RunningJob job = new RunningJob(session, words, out, json, program, present)) {
            running.add(job);
            Platform platform = program.platform();
            JobRunner runner =
                    new JobRunner(
                            platform,
                            present,
                            jobs::offers,
                            waiting,
                            job::say,
                            running.named.present(),
                            seen::contains);
            try {
                JobRun run = runner.run(name, arguments, given.domains(), job.progress());
                run = job.isCancelled() && run.failure() != null ? run.cancelled() : run;
                running.ended(job, run);
                return run;
            } finally {
                running.remove(job);
            }
        }
    }

    /** Waits for the scheduler, which may come later than the shell; returns what is left. */
    private Patience awaitScheduler() {
        Patience waiting = patience.get();
        try {
            while ((monitor == null || platforms == null) && waiting.wait(false)) {}
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
        }
        return waiting;
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
                    @Parameter(names = "--json", presentValue = "true", absentValue = "false")
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
        List<String> troubles = words.length == 0 ? jobs.troubles() : List.of();
        return new JobListing(chosen, running.all(), troubles).listing(json);
    }
}
