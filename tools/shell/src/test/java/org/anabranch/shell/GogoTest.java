package org.anabranch.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Domain;
import org.anabranch.api.ProgramException;
import org.apache.felix.gogo.runtime.CommandProcessorImpl;
import org.apache.felix.gogo.runtime.threadio.ThreadIOImpl;
import org.apache.felix.service.command.CommandSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The commands in the real Gogo, over a house that is not there. */
class GogoTest {
    private final FakeHouse house = new FakeHouse();
    private final JobCommands jobs = new JobCommands(() -> Patience.NONE);
    private final ListCommands lists = new ListCommands();
    private final List<Duration> pauses = new ArrayList<>();
    private final TopCommand top =
            new TopCommand(
                    new TopCommand.Clock() {
                        @Override
                        public long nanos() {
                            return pauses.stream().mapToLong(Duration::toNanos).sum();
                        }

                        @Override
                        public void sleep(Duration time) {
                            pauses.add(time);
                            house.work += 1000;
                        }
                    });
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final ThreadIOImpl threads = new ThreadIOImpl();
    private final CommandProcessorImpl processor = new CommandProcessorImpl(threads);
    private CommandSession session;

    @BeforeEach
    void start() {
        threads.start();
        for (Object service : List.of(jobs, lists, top, new HelpCommand())) {
            processor.addCommand("anabranch", service);
        }
        processor.addConverter(new ListingFormat());
        processor.addCommand("gogo", new Grep(), "grep");
        processor.addCommand("gogo", processor, "addcommand");
        processor.addConstant(".context", new Context());
        jobs.platform = house.platform();
        jobs.monitor = house;
        lists.monitor = house;
        top.monitor = house;
        session = processor.createSession(new ByteArrayInputStream(new byte[0]), out, err);
    }

    @AfterEach
    void stop() {
        session.close();
        processor.stop();
        threads.stop();
    }

    /** Stands for the one of gogo.shell: counts the lines with a word. */
    public static final class Grep {
        public String grep(CommandSession session, String word) throws java.io.IOException {
            String all = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
            return all.lines().filter(line -> line.contains(word)).count()
                    + " of "
                    + all.lines().count();
        }
    }

    /** As much of a bundle context as the profile of the command line asks for. */
    public static final class Context {
        public Object[] bundles() {
            return new Object[] {getClass().getClassLoader()};
        }
    }

    private int status(String... words) {
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
        return CommandLine.status(session, print, errors, List.of(words));
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
        jobs.jobs = List.of(job);
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
    void listingsAreTablesNoWiderThanAHundredColumns(String command) throws Exception {
        house.work = 123_456_789_012L;
        house.domain(
                "a-very-long-kind-of-device:with-an-even-longer-name-of-the-thing",
                Domain.State.ADDED);
        String text = session.format(gogo(command), 0).toString();
        assertTrue(text.lines().count() >= 2, text);
        assertTrue(text.lines().allMatch(line -> line.length() <= Table.WIDTH), text);
    }

    @Test
    void listingsAreListsForGogoToo() throws Exception {
        house.domain("opencl:0", Domain.State.ACTIVE);
        assertEquals(2, gogo("(domains) size"));
        assertEquals("host", gogo("(((domains) get 0) domain) id"));
        assertEquals("1 of 3", gogo("domains | grep opencl:0"));
    }

    @Test
    void streamsSayWhoRunsTheirActions() throws Exception {
        String text = session.format(gogo("streams"), 0).toString();
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
        assertTrue(err().contains("\tat org.anabranch.shell.GogoTest"), this::err);
    }

    @Test
    void exceptionReachesTryOfGogo() throws Exception {
        jobs.jobs = List.of();
        processor.addCommand("gogo", new Attempt(), "attempt");
        assertEquals("caught UsageException", gogo("attempt { run nothing }"));
    }

    /** Stands for the {@code try} of gogo.shell. */
    public static final class Attempt {
        public String attempt(
                CommandSession session, org.apache.felix.service.command.Function body) {
            try {
                body.execute(session, null);
                return "nothing thrown";
            } catch (Exception thrown) {
                return "caught " + thrown.getClass().getSimpleName();
            }
        }
    }

    @Test
    void schedulerThatIsAwayIsSaid() {
        job(progress -> FakeJob.GOOD);
        jobs.platform = null;
        assertEquals(1, status("run", "test"));
        assertTrue(err().contains("the scheduler is not running"), this::err);
        lists.monitor = null;
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
    void topShowsDifferencesPerSecond() throws Exception {
        assertEquals(0, status("top", "--count", "2", "--interval", "0.5", "-e"));
        assertEquals(List.of(Duration.ofMillis(500), Duration.ofMillis(500)), pauses);
        List<String> rows = out().lines().filter(line -> line.startsWith("host")).toList();
        assertEquals(2, rows.size(), this::out);
        // 1000 actions in half a second; of those half failed; 4000 local steals
        assertTrue(
                rows.getFirst().matches("host +ACTIVE +2000.000 +1000.000 +8000.000 +2000000 .*"),
                this::out);
        assertTrue(out().lines().allMatch(line -> line.length() <= Table.WIDTH), this::out);
        assertEquals(2, status("top", "-n", "0"));
        assertEquals(2, status("top", "more"));
    }

    @Test
    void helpNamesEveryCommandAndExplainsEachWithinTheWidth() {
        assertEquals(0, status("help"));
        List<String> commands =
                List.of("buffers", "domains", "help", "jobs", "run", "streams", "tasks", "top");
        List<String> listed =
                out().lines()
                        .takeWhile(line -> !line.isEmpty())
                        .map(line -> line.split(" ")[0])
                        .toList();
        assertEquals(commands, listed);
        for (String command : commands) {
            out.reset();
            assertEquals(0, status("help", command));
            assertTrue(out().startsWith(command), this::out);
            assertTrue(out().lines().allMatch(line -> line.length() <= Table.WIDTH), this::out);
        }
        out.reset();
        status("help", "anabranch:run");
        assertTrue(
                out().startsWith(
                                "run [--domains <domains>] [--json] [--trace] <job>"
                                        + " [<argument>...]\n"),
                this::out);
        assertEquals(2, status("help", "rum"));
        assertTrue(err().contains("Did you mean 'run'?"), this::err);
    }

    @Test
    void jobsListsNameAndUsage() {
        job(progress -> FakeJob.GOOD);
        assertEquals(0, status("jobs"));
        assertTrue(out().startsWith("test  test FILE"), this::out);
        assertTrue(out().lines().allMatch(line -> line.length() <= Table.WIDTH), this::out);
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
    void everyParameterOfACommandIsDescribed() {
        for (Object command : Arrays.asList(jobs, lists, top, new HelpCommand())) {
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
}
