package org.anabranch.shell.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Domain;
import org.anabranch.api.Monitor;
import org.anabranch.api.Monitor.BackendReport;
import org.anabranch.api.ProgramException;
import org.anabranch.events.RunRecorder;
import org.anabranch.shell.FakeHouse;
import org.anabranch.shell.FakeJob;
import org.anabranch.shell.Injection;
import org.anabranch.shell.commands.HelpCommand;
import org.anabranch.shell.commands.JobDirectory;
import org.anabranch.shell.commands.ListCommands;
import org.anabranch.shell.commands.ShellCommands;
import org.anabranch.shell.commands.TopCommand;
import org.anabranch.shell.domains.DomainsCommand;
import org.anabranch.shell.failure.LeaveException;
import org.anabranch.shell.jobs.JobCommands;
import org.anabranch.shell.jobs.RunningJob;
import org.anabranch.shell.output.Listing;
import org.anabranch.shell.output.ListingFormat;
import org.anabranch.shell.output.PlainErrors;
import org.anabranch.shell.output.Screen;
import org.anabranch.spi.support.Patience;
import org.apache.felix.gogo.jline.Posix;
import org.apache.felix.gogo.jline.Procedural;
import org.apache.felix.gogo.runtime.CommandProcessorImpl;
import org.apache.felix.gogo.runtime.threadio.ThreadIOImpl;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** The commands in the real Gogo, over a house that is not there. */
class GogoTest {
    private static final int WIDTH = 80;
    private final FakeHouse house = new FakeHouse();
    private final JobDirectory directory = new JobDirectory();
    private final JobCommands jobs = new JobCommands(directory, () -> Patience.NONE, Map::of);
    private Patience patience = Patience.NONE;
    private final DomainsCommand domains = new DomainsCommand(null, () -> patience);
    private final ListCommands lists = new ListCommands();
    private final HelpCommand help = new HelpCommand(null, directory);
    private final ShellCommands leaving = new ShellCommands();
    private final List<Duration> pauses = new ArrayList<>();
    private final TopCommand top =
            new TopCommand(
                    new TopCommand.Clock(
                            () -> pauses.stream().mapToLong(Duration::toNanos).sum(),
                            time -> {
                                pauses.add(time);
                                house.work += 1000;
                            }));
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final ThreadIOImpl threads = new ThreadIOImpl();
    private final CommandProcessorImpl processor = new CommandProcessorImpl(threads);
    private CommandSession session;

    @BeforeEach
    void start() throws Exception {
        threads.start();
        for (Object service : List.of(jobs, domains, lists, top, help, leaving)) {
            processor.addCommand("anabranch", service);
        }
        processor.addConverter(new ListingFormat());
        processor.addCommand("gogo", new Posix(processor), "grep");
        processor.addCommand("gogo", new Posix(processor), "echo");
        processor.addCommand("gogo", new Procedural(), "each");
        processor.addCommand("gogo", new Procedural(), "try");
        Injection.into(jobs, "platforms", house.platforms());
        Injection.into(jobs, "monitor", house);
        Injection.into(domains, "monitor", house);
        Injection.into(lists, "monitor", house);
        Injection.into(top, "monitor", house);
        session =
                processor.createSession(
                        new ByteArrayInputStream(new byte[0]),
                        out,
                        new PlainErrors(err, word -> directory.names().contains(word)));
        new SessionSetup(null, directory).apply(session);
        session.put(Screen.COLUMNS, WIDTH);
    }

    @AfterEach
    void stop() {
        session.close();
        processor.stop();
        threads.stop();
    }

    private int status(String... words) {
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
        return new CommandLine(session, print, errors).run(List.of(words));
    }

    private Object gogo(String line) throws Exception {
        return session.execute(line);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8).replace("\r", "");
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8).replace("\r", "");
    }

    private FakeJob job(FakeJob.Body body) {
        FakeJob job = new FakeJob("test", body);
        directory.jobs = List.of(job);
        return job;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "domains",
                "streams",
                "buffers",
                "tasks",
                "domains -e",
                "buffers --exact",
                "domains host"
            })
    void d3_listingsFitTheTerminal(String command) throws Exception {
        house.work = 123_456_789_012L;
        house.domain(
                "a-very-long-kind-of-device:with-an-even-longer-name-of-the-thing",
                Domain.State.ADDED);
        String text = ((Listing<?>) gogo(command)).text(WIDTH);
        assertTrue(text.lines().count() >= 2, text);
        assertTrue(text.lines().allMatch(line -> line.length() <= WIDTH), text);
    }

    @Test
    void listingsAreListsForGogoToo() throws Exception {
        house.domain("opencl:0", Domain.State.ACTIVE);
        assertEquals(2, gogo("(domains) size"));
        assertEquals("host", gogo("(((domains) get 0) domain) id"));
    }

    @Test
    void streamsSayWhoRunsTheirActions() throws Exception {
        String text = gogo("streams").toString();
        assertEquals(
                List.of(false, true),
                text.lines().skip(1).map(line -> line.contains(", undeferred")).toList());
    }

    @Test
    void unknownDomainAndOptionOfAListing() {
        assertEquals(2, status("domains", "hots"));
        assertEquals("error: no domain 'hots'; there are: host. Did you mean 'host'?\n", err());
        err.reset();
        assertEquals(2, status("streams", "--nonsense"));
        assertEquals(
                "error: streams does not take '--nonsense'; 'anabranch:help streams' says what it"
                        + " takes\n",
                err());
    }

    @Test
    void domainDetailsShowProperties() {
        assertEquals(0, status("domains", "host"));
        assertTrue(out().contains("vendor: Acme"), this::out);
    }

    @Test
    void runPrintsProgressVerdictSpeedAndWhere() {
        job(
                progress -> {
                    house.work += 5;
                    return FakeJob.GOOD;
                });
        assertEquals(0, status("run", "test", "file"));
        assertTrue(out().startsWith("working\n"), this::out);
        for (String part :
                List.of(
                        "verified  residual 1e-16",
                        "4.00 GFLOP/s",
                        "500 ms",
                        "\na         x y",
                        "ran on",
                        "host")) {
            assertTrue(out().contains(part), () -> part + " in " + out());
        }
        assertEquals("", err());
    }

    @Test
    void optionsMayStandAnywhereAndOtherWordsAreNotTouched() {
        house.domain("opencl:0", Domain.State.ACTIVE);
        List<List<String>> lines =
                List.of(
                        List.of(
                                "run",
                                "--domains",
                                "opencl",
                                "test",
                                "a b",
                                "$x (y) 'z' \"w\" ; |"),
                        List.of(
                                "run",
                                "test",
                                "a b",
                                "$x (y) 'z' \"w\" ; |",
                                "--domains",
                                "opencl:0"),
                        List.of(
                                "run",
                                "test",
                                "a b",
                                "--domains=opencl:0",
                                "$x (y) 'z' \"w\" ; |"));
        for (List<String> line : lines) {
            FakeJob job = job(progress -> FakeJob.GOOD);
            assertEquals(0, status(line.toArray(String[]::new)), this::err);
            assertEquals(List.of("a b", "$x (y) 'z' \"w\" ; |"), job.arguments);
            assertEquals(List.of("opencl:0"), job.domains.stream().map(Domain::id).toList());
        }
    }

    @Test
    void jsonIsOneObjectAndNothingElse() {
        job(progress -> FakeJob.GOOD);
        assertEquals(0, status("run", "--json", "test", "a\"b"));
        assertEquals(1, out().lines().count(), this::out);
        assertTrue(
                out().startsWith(
                                "{\"job\":\"test\",\"arguments\":[\"a\\\"b\"],\"domains\":[\"host\"],\"status\":\"verified\""),
                this::out);
        assertTrue(out().contains("\"gflops\":4.0,\"figures\":{\"a\":\"x y\",\"b\":2}"), this::out);
        assertTrue(
                out().contains("\"where\":[{\"domain\":\"host\",\"generation\":1,\"actions\":0"),
                this::out);
    }

    @Test
    void b2_alsoWithJsonItIsSaidWhatIsLeftOut() throws Exception {
        house.domain("mic:1", Domain.State.ADDED);
        job(progress -> FakeJob.GOOD);
        gogo("run --json --domains all test");
        assertEquals(1, out().lines().count(), this::out);
        assertEquals("mic:1 is left out: it is still being opened\n", err());
    }

    @Test
    void jsonOfARefusedRunIsAnObjectToo() {
        assertEquals(2, status("run", "nothing", "--json"));
        assertEquals(1, out().lines().count(), this::out);
        assertTrue(out().contains("\"status\":\"refused\""), this::out);
        assertTrue(
                out().contains(
                                "\"error\":{\"exit\":2,\"message\":\"no job 'nothing'; no bundle"
                                        + " offers a job.\""),
                this::out);
        assertEquals("error: no job 'nothing'; no bundle offers a job.\n", err());
    }

    @Test
    void statusOneForWrongAndFailedTwoForUnusable() {
        job(progress -> FakeJob.WRONG);
        assertEquals(1, status("run", "test"));
        assertEquals("error: job test: the result is wrong: residual 3\n", err());
        job(
                progress -> {
                    throw new ProgramException("no file x.mtx");
                });
        assertEquals(2, status("run", "test"));
        assertEquals(2, status("run"));
        assertEquals(2, status("run", "test", "--domains", "nowhere"));
        assertEquals(2, status("run", "test", "--domains"));
        assertFalse(err().contains("\tat "), this::err);
    }

    @Test
    void traceIsPrintedOnRequestOnly() throws Exception {
        job(
                progress -> {
                    throw new IllegalStateException("deep inside");
                });
        assertEquals(1, status("-c", "anabranch:run test"));
        assertFalse(err().contains("\tat "), this::err);
        assertEquals(1, status("-c", "anabranch:run test --trace"));
        assertTrue(err().contains("\tat org.anabranch.shell.terminal.GogoTest"), this::err);
    }

    @Test
    void exceptionReachesTryOfGogo() throws Exception {
        directory.jobs = List.of();
        gogo("try { run nothing } { echo caught }");
        assertEquals("caught\n", out());
    }

    @Test
    @DisplayName("B2: a listing waits for backends that look, and names those that go on looking")
    void b2_domainsWaitsForWhoLooks() throws Exception {
        BackendReport slow = new BackendReport("org.acme.slow", true, "", List.of());
        house.backends.add(slow);
        patience =
                known -> {
                    house.domain("acme:0", Domain.State.ACTIVE);
                    return known && house.backends.remove(slow);
                };
        assertEquals(0, status("-c", "domains acme"));
        assertTrue(out().contains("acme:0"), this::out);
        assertEquals("", err());
        house.backends.add(slow);
        patience = Patience.NONE;
        assertEquals(0, status("-c", "domains --json | grep host"));
        assertEquals("slow still looks for its devices\n", err());
        assertEquals(0, status("-c", "domains acme:0"));
        assertEquals("slow still looks for its devices\n", err());
    }

    @Test
    void schedulerThatIsAwayIsSaid() {
        job(progress -> FakeJob.GOOD);
        Injection.into(jobs, "platforms", null);
        assertEquals(1, status("run", "test"));
        assertTrue(err().contains("the scheduler is not running"), this::err);
        Injection.into(domains, "monitor", null);
        assertEquals(1, status("domains"));
    }

    @Test
    void interruptedRunPrintsAndKeepsTheInterrupt() throws Exception {
        job(
                progress -> {
                    throw new InterruptedException();
                });
        assertEquals(1, status("run", "test", "--json"));
        assertTrue(Thread.interrupted());
        assertTrue(out().contains("was interrupted"), this::out);
    }

    @Test
    void stoppedBundleInterruptsItsRun() {
        job(
                progress -> {
                    jobs.deactivate();
                    Thread.sleep(60_000);
                    return FakeJob.GOOD;
                });
        assertEquals(1, status("run", "test"));
        assertTrue(Thread.interrupted());
    }

    @Test
    void a9_topNamesWhatDoesNotEnd() throws Exception {
        house.stalls.add(
                new Monitor.StallReport(
                        house.domains.getFirst(),
                        "kernel endless, enqueued at X",
                        12_500_000_000L));
        assertEquals(0, status("top", "-n", "1"));
        assertTrue(
                out().contains("no end on host for 12 s: kernel endless, enqueued at X"),
                this::out);
    }

    @Test
    void topShowsDifferencesPerSecond() throws Exception {
        assertEquals(0, status("top", "--count", "2", "--interval", "0.5", "-e"));
        assertEquals(List.of(Duration.ofMillis(500), Duration.ofMillis(500)), pauses);
        List<String> rows = out().lines().filter(line -> line.matches("host +ACTIVE .*")).toList();
        assertEquals(2, rows.size(), this::out);
        // 1000 actions in half a second; of those half failed; 4000 local steals
        assertTrue(
                rows.getFirst().matches("host +ACTIVE +2000.000 +1000.000 +8000.000 +2000000 .*"),
                this::out);
        assertTrue(out().lines().allMatch(line -> line.length() <= WIDTH), this::out);
        assertEquals(2, status("top", "-n", "0"));
        assertEquals(2, status("top", "more"));
    }

    @Test
    void helpNamesEveryCommandAndExplainsEachWithinTheWidth() {
        assertEquals(0, status("help"));
        List<String> commands =
                List.of(
                        "buffers", "domains", "exit", "help", "jobs", "quit", "run", "streams",
                        "tasks", "top", "version");
        List<String> listed =
                out().lines()
                        .takeWhile(line -> !line.isEmpty())
                        .filter(line -> !line.startsWith(" "))
                        .map(line -> line.split(" ")[0])
                        .toList();
        assertEquals(commands, listed);
        for (String command : commands) {
            out.reset();
            assertEquals(0, status("help", command));
            assertTrue(out().startsWith(command), this::out);
            assertTrue(out().lines().allMatch(line -> line.length() <= WIDTH), this::out);
        }
        out.reset();
        status("help", "anabranch:run");
        assertTrue(
                out().startsWith(
                                "run [--domains <domains>] [--trace-to <trace-to>] [--report"
                                        + " <report>] [--json]\n    <job> [<argument>...]\n"),
                this::out);
        assertEquals(2, status("help", "rum"));
        assertTrue(err().contains("Did you mean 'run'?"), this::err);
    }

    @Test
    void jobsListsNameAndUsage() {
        job(progress -> FakeJob.GOOD);
        assertEquals(0, status("jobs"));
        assertTrue(out().startsWith("test  test FILE"), this::out);
        assertTrue(out().lines().allMatch(line -> line.length() <= WIDTH), this::out);
    }

    @Test
    void unknownCommandAndSyntaxAreUsageErrors() {
        assertEquals(2, status("-c", "nosuchcommand"));
        assertEquals(2, status("-c", "domains ( "));
        assertEquals(1, status("nosuchmode"));
        assertEquals(
                3, err().lines().filter(line -> line.startsWith("error: ")).count(), this::err);
    }

    @Test
    void b6_failureOfABackgroundJobIsReported() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        PrintStream errors =
                new PrintStream(
                        new LinesAbove(
                                line -> {
                                    err.writeBytes((line + "\n").getBytes(StandardCharsets.UTF_8));
                                    ended.countDown();
                                }),
                        true,
                        StandardCharsets.UTF_8);
        assertEquals(0, new CommandLine(session, errors, errors).program("run nope &"));
        assertTrue(ended.await(30, TimeUnit.SECONDS));
        assertEquals("[1] run nope: error: no job 'nope'; no bundle offers a job.\n", err());
    }

    @Test
    void d9_traceOfABackgroundJobIsPrintedOnRequest() throws Exception {
        Semaphore ended = new Semaphore(0);
        PrintStream errors =
                new PrintStream(
                        new LinesAbove(
                                line -> {
                                    err.writeBytes((line + "\n").getBytes(StandardCharsets.UTF_8));
                                    if (line.contains("error: ")) {
                                        ended.release();
                                    }
                                }),
                        true,
                        StandardCharsets.UTF_8);
        CommandLine line = new CommandLine(session, errors, errors);
        assertEquals(0, line.program("run nope --trace &"));
        assertTrue(ended.tryAcquire(30, TimeUnit.SECONDS));
        assertTrue(err().contains("\tat org.anabranch.shell.jobs.JobRunner"), this::err);
        err.reset();
        assertEquals(0, line.program("run nope &"));
        assertTrue(ended.tryAcquire(30, TimeUnit.SECONDS));
        assertFalse(err().contains("\tat "), this::err);
    }

    @Test
    void d9_traceWithinAPipeIsPrintedOnRequest() {
        assertEquals(2, status("-c", "run nope | grep x"));
        assertFalse(err().contains("\tat "), this::err);
        err.reset();
        assertEquals(2, status("-c", "run nope --trace | grep x"));
        assertTrue(err().contains("\tat org.anabranch.shell.jobs.JobRunner"), this::err);
        assertTrue(err().contains("error: no job 'nope'"), this::err);
    }

    @Test
    void b6_everyStatementOfALinePrintsItsResult() {
        assertEquals(0, status("-c", "domains; streams\nbuffers"));
        assertTrue(out().contains("gen  state"), this::out);
        assertTrue(out().contains("on failure"), this::out);
        assertTrue(out().contains("valid in"), this::out);
    }

    @Test
    void d1_cancelledJobEndsWithStatus130AndTheSessionGoesOn() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        job(
                progress -> {
                    begun.countDown();
                    Thread.sleep(60_000);
                    return FakeJob.GOOD;
                });
        var run =
                java.util.concurrent.CompletableFuture.supplyAsync(() -> status("-c", "run test"));
        assertTrue(begun.await(30, TimeUnit.SECONDS));
        assertTrue(RunningJob.cancel(session));
        assertFalse(RunningJob.cancel(session), "it is being cancelled");
        assertEquals(130, run.get(30, TimeUnit.SECONDS));
        assertTrue(err().endsWith("error: job test was cancelled\n"), this::err);
        assertFalse(RunningJob.cancel(session), "nothing runs");
        assertEquals(0, status("-c", "domains"));
    }

    /** As by Ctrl-C in the midst of a line; before, all output of the session was lost after it. */
    @Test
    void d1_anInterruptWhileAJobPrintsCostsNoOutputOfOthers() {
        OpenChannel.use(session, out, new PlainErrors(err));
        job(
                progress -> {
                    Thread.currentThread().interrupt();
                    progress.println("in the midst");
                    throw new InterruptedException();
                });
        assertEquals(1, status("-c", "run test"));
        assertTrue(out().contains("in the midst"), this::out);
        out.reset();
        assertEquals(0, status("-c", "top -n 1"));
        assertTrue(out().contains("streams with"), this::out);
    }

    @Test
    void d4_errorsAreSentencesAndUsageIsSaid() {
        assertEquals(2, status("-c", "run test --domains"));
        assertEquals(2, status("-c", "nix"));
        assertEquals(2, status("-c", "nix | grep x"));
        assertEquals(2, status("-c", "exit soon"));
        assertEquals(
                List.of(
                        "error: run does not take these words; it takes: run [--domains <domains>]"
                                + " [--trace-to <trace-to>] [--report <report>] [--json] <job>"
                                + " [<argument>...]",
                        "error: no command 'nix'; 'help' lists the commands",
                        "error: no command 'nix'; 'help' lists the commands",
                        "error: exit takes a status from 0 to 255, not 'soon'"),
                err().lines().toList());
    }

    @Test
    void d4_exitLeavesWithAStatus() {
        for (String line : List.of("exit 3", "quit 3", "domains; exit 3; nix")) {
            LeaveException leave =
                    assertThrows(LeaveException.class, () -> status("-c", line), line);
            assertEquals(3, leave.status());
        }
        assertEquals(0, assertThrows(LeaveException.class, () -> status("-c", "exit")).status());
        assertEquals("", err());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "domains --json",
                "domains host --json",
                "streams --json",
                "buffers --json",
                "tasks --json",
                "jobs --json"
            })
    void d5_everyListingHasJson(String command) {
        job(progress -> FakeJob.GOOD);
        assertEquals(0, status("-c", command));
        assertEquals(1, out().lines().count(), this::out);
        assertTrue(out().matches("(?s)\\[\\{\".*}]\n"), this::out);
    }

    @Test
    void d7_helpOfAJobAndOfOtherScopes() {
        job(progress -> FakeJob.GOOD);
        processor.addCommand("acme", new Acme(), "count");
        assertEquals(0, status("run", "test", "--help"));
        assertTrue(out().startsWith("test  test FILE"), this::out);
        out.reset();
        assertEquals(0, status("jobs", "test"));
        assertTrue(out().startsWith("test  test FILE"), this::out);
        assertEquals(2, status("jobs", "tset"));
        assertTrue(err().contains("Did you mean 'test'?"), this::err);
        out.reset();
        assertEquals(0, status("help"));
        assertTrue(out().contains("acme:count"), this::out);
        assertTrue(out().contains("counts the boards"), this::out);
        assertEquals(2, status("help", "test"));
        assertTrue(err().contains("no command 'test', but a job: 'run test' starts"), this::err);
        out.reset();
        assertEquals(0, status("help", "count"));
        assertTrue(out().startsWith("acme:count\n    counts the boards"), this::out);
        out.reset();
        assertEquals(0, status("version"));
        assertTrue(out().startsWith("Anabranch "), this::out);
    }

    /** A command of another bundle. */
    public static final class Acme {
        @Descriptor("counts the boards")
        public String count() {
            return "3";
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"test", "test --tile 3", "test | grep x", "echo a; test"})
    void issue_20_nameOfAJobTypedAloneSaysHowToRunIt(String line) {
        job(progress -> FakeJob.GOOD);
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
        CommandLine commands = new CommandLine(session, print, errors);
        assertEquals(2, commands.program(line));
        assertEquals(
                "error: no command 'test', but a job: 'run test' starts it, 'run test --help' says"
                        + " what it takes\n",
                err());
        err.reset();
        assertEquals(2, commands.program("tset"));
        assertEquals("error: no command 'tset'; 'help' lists the commands\n", err());
    }

    @Test
    void d8_pipesHaveTheStatusOfGrepAndNoStrayWords() {
        house.domain("opencl:0", Domain.State.ACTIVE);
        assertEquals(0, status("-c", "domains | grep opencl:0"));
        assertEquals(1, out().lines().count(), this::out);
        assertTrue(out().startsWith("opencl:0 "), this::out);
        out.reset();
        assertEquals(1, status("-c", "domains | grep nothing"));
        assertEquals("", out());
        assertEquals("", err());
        assertEquals(0, status("-c", "domains | grep nothing || echo none"));
        assertEquals("none\n", out());
    }

    @Test
    void d8_outputGoesToTheFile(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("a b.txt");
        assertEquals(0, status("-c", "domains > '" + file + "'; streams >> '" + file + "'"));
        assertEquals("", out());
        String text = Files.readString(file);
        assertTrue(text.startsWith("id"), text);
        assertTrue(text.contains("on failure"), text);
        assertEquals(1, status("-c", "domains > /nowhere/at/all"));
    }

    @Test
    void d8_scriptPrintsNoPromptsAndEndsAtItsFirstFailure() throws Exception {
        assertEquals(2, script("echo one\nnix\necho three\n"));
        assertEquals("one\n", out());
        assertEquals("error: no command 'nix'; 'help' lists the commands\n", err());
        out.reset();
        assertEquals(0, script("each [1 2] {\n  echo $it\n}\n# a comment\n\necho end"));
        assertEquals("1\n2\nend\n", out());
        assertEquals(1, script("domains | grep nothing"));
        assertEquals(2, script("echo { \n"));
        assertEquals(
                7, assertThrows(LeaveException.class, () -> script("exit 7\necho x")).status());
    }

    private int script(String text) throws Exception {
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
        return new ScriptShell(new CommandLine(session, print, errors), errors)
                .run(null, new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void everyParameterOfACommandIsDescribed() {
        for (Object command : Arrays.asList(jobs, domains, lists, top, help, leaving)) {
            for (var method : command.getClass().getMethods()) {
                if (method.isAnnotationPresent(org.apache.felix.service.command.Descriptor.class)) {
                    for (var parameter : method.getParameters()) {
                        boolean option =
                                parameter.isAnnotationPresent(
                                        org.apache.felix.service.command.Parameter.class);
                        boolean text =
                                parameter.isAnnotationPresent(
                                        org.apache.felix.service.command.Descriptor.class);
                        assertTrue(!option || text, () -> method + " " + parameter);
                    }
                }
            }
        }
    }

    /** Remembers what it was asked for. */
    private static final class FakeRecorder implements RunRecorder {
        private final List<Wish> wishes = new ArrayList<>();
        private final List<String> ends = new ArrayList<>();
        private String trouble = "";

        @Override
        public Session begin(Wish wish) {
            wishes.add(wish);
            return new Session() {
                @Override
                public List<String> end(String outcome) {
                    if (!trouble.isEmpty()) {
                        throw new AnabranchException(trouble);
                    }
                    ends.add(outcome);
                    return List.of("wrote it");
                }

                @Override
                public void close() {
                    ends.add("closed");
                }
            };
        }

        @Override
        public List<String> endTrace() {
            return List.of();
        }
    }

    private FakeRecorder recorder() {
        FakeRecorder recorder = new FakeRecorder();
        Injection.into(jobs, "recorder", recorder);
        return recorder;
    }

    @Test
    void issue_24_aRunIsRecordedIntoTheFilesThatAreNamed() throws Exception {
        FakeRecorder recorder = recorder();
        FakeJob job = job(progress -> FakeJob.GOOD);
        gogo("run test x --trace-to t.json --report=r.html");
        assertEquals(List.of("x"), job.arguments);
        RunRecorder.Wish wish = recorder.wishes.getFirst();
        assertTrue(wish.trace().endsWith("t.json"), wish::toString);
        assertTrue(wish.report().endsWith("r.html"), wish::toString);
        assertEquals("run test x --domains host --trace-to t.json --report r.html", wish.command());
        assertEquals(List.of("verified", "closed"), recorder.ends);
        assertTrue(err().contains("wrote it"), this::err);
        assertFalse(out().contains("wrote it"), this::out);
    }

    @Test
    void issue_24_nothingIsRecordedUnlessAskedForAndNothingWrittenOfWhatWasRefused() {
        FakeRecorder recorder = recorder();
        job(progress -> FakeJob.GOOD);
        assertEquals(0, status("run", "test"));
        assertEquals(List.of(), recorder.wishes);
        assertEquals(2, status("run", "tset", "--report", "r.html"));
        assertEquals(List.of("closed"), recorder.ends);
    }

    @Test
    void issue_24_aFileThatIsNotWrittenFailsTheRunAfterItsResult() {
        FakeRecorder recorder = recorder();
        recorder.trouble = "cannot write r.html: the disk is full";
        job(progress -> FakeJob.GOOD);
        assertEquals(1, status("run", "test", "--report", "r.html"));
        assertTrue(out().contains("verified"), this::out);
        assertTrue(err().contains("the disk is full"), this::err);
    }

    @Test
    void issue_24_withoutARecorderThatIsSaid() {
        job(progress -> FakeJob.GOOD);
        assertEquals(1, status("run", "test", "--trace-to", "t.json"));
        assertTrue(err().contains("org.anabranch.seeing is not active"), this::err);
    }
}
