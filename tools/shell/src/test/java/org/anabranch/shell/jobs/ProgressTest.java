package org.anabranch.shell.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Monitor.StallReport;
import org.anabranch.api.Progress;
import org.anabranch.shell.FakeHouse;
import org.anabranch.shell.FakeJob;
import org.anabranch.shell.commands.JobDirectory;
import org.anabranch.shell.output.ListingFormat;
import org.anabranch.shell.output.ProgressLine;
import org.anabranch.shell.output.Screen;
import org.anabranch.shell.terminal.SessionSetup;
import org.anabranch.spi.support.Patience;
import org.apache.felix.gogo.runtime.CommandProcessorImpl;
import org.apache.felix.gogo.runtime.threadio.ThreadIOImpl;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Job;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** D6: how far a job is. */
@Timeout(60)
class ProgressTest {
    private final AtomicLong now = new AtomicLong();
    private final ByteArrayOutputStream screen = new ByteArrayOutputStream();
    private final FakeHouse house = new FakeHouse();
    private final JobDirectory directory = new JobDirectory();
    private final JobCommands jobs = new JobCommands(directory, () -> Patience.NONE, Map::of);
    private final ThreadIOImpl threads = new ThreadIOImpl();
    private final CommandProcessorImpl processor = new CommandProcessorImpl(threads);
    private final CountDownLatch end = new CountDownLatch(1);
    private CountDownLatch over = new CountDownLatch(0);
    private CommandSession session;

    @BeforeEach
    void start() throws Exception {
        threads.start();
        processor.addCommand("anabranch", jobs);
        processor.addConverter(new ListingFormat());
        jobs.platforms = house.platforms();
        jobs.monitor = house;
        session = processor.createSession(new ByteArrayInputStream(new byte[0]), screen, screen);
        new SessionSetup(null, directory).apply(session);
    }

    @AfterEach
    void stop() throws InterruptedException {
        end.countDown();
        over.await();
        session.close();
        processor.stop();
        threads.stop();
    }

    private String screen() {
        return screen.toString(StandardCharsets.UTF_8);
    }

    @Test
    @DisplayName("D6: done of all, and the time left at the speed so far")
    void d6_timeLeft() {
        JobProgress progress = new JobProgress(Writer.nullWriter(), now::get);
        assertFalse(progress.isSaid());
        progress.reached("steps", 0, 100);
        assertEquals("0 of 100 steps (0 %)", progress.text());
        assertTrue(Double.isNaN(progress.secondsLeft()));
        now.addAndGet(TimeUnit.SECONDS.toNanos(10));
        progress.reached("steps", 20, 100);
        assertEquals(40, progress.secondsLeft(), 1e-9);
        progress.reached("checks", 5, 6); // another part of the job has another speed
        now.addAndGet(TimeUnit.SECONDS.toNanos(10));
        assertTrue(Double.isNaN(progress.secondsLeft()));
        progress.reached("checks", 6, 6);
        assertEquals(0, progress.secondsLeft(), 1e-9);
        progress.reached("checks", 7, 0);
        assertEquals("7 checks", progress.text());
    }

    @Test
    @DisplayName("D6: one line is written again and again, others above it, and nothing stays")
    void d6_oneLineIsRewritten() {
        String[] text = {"34 of 100 steps"};
        int[] columns = {20};
        PrintStream terminal = new PrintStream(screen, true, StandardCharsets.UTF_8);
        ProgressLine line =
                new ProgressLine(terminal, StandardCharsets.UTF_8, () -> columns[0], () -> text[0]);
        PrintStream others = line.above(terminal);
        line.show();
        text[0] = "35 of 100 steps and many more words";
        line.show();
        others.println("a note");
        text[0] = "short";
        line.show();
        others.print("a question? ");
        line.show(); // not into the line of another
        others.println("yes");
        line.show();
        columns[0] = 5; // the window is made smaller
        line.show();
        line.close();
        line.show();
        assertEquals(
                "\r34 of 100 steps"
                        + "\r35 of 100 steps and"
                        + "\r                   \ra note\n"
                        + "\rshort\r       \ra question? yes\n"
                        + "\rshort\rshor\r    \r",
                screen());
    }

    @Test
    @DisplayName("D6: figures are not printed where there is no terminal, nor with --json")
    void d6_neverInPipesOrJson() throws Exception {
        directory.jobs = List.of(new FakeJob("test", progress -> told(progress)));
        session.execute("run test");
        assertTrue(screen().contains("working"), screen());
        assertFalse(screen().contains("of 1000"), screen());
        screen.reset();
        session.put(Screen.COLUMNS, "80");
        session.execute("run test --json");
        assertTrue(screen().startsWith("{\"job\":\"test\""), screen());
    }

    private void inBackground(String line) throws Exception {
        over = new CountDownLatch(1);
        session.setJobListener(
                (job, before, now) -> {
                    if (now == Job.Status.Done && before == Job.Status.Background) {
                        over.countDown();
                    }
                });
        session.execute(line);
    }

    private static org.anabranch.api.Job.Report told(PrintWriter progress) {
        ((Progress) progress).reached("steps", 17, 1000);
        return FakeJob.GOOD;
    }

    @Test
    @DisplayName("D6: 'jobs' says how far a background job is, in words and in JSON")
    void d6_jobsInTheBackground() throws Exception {
        CountDownLatch told = new CountDownLatch(1);
        directory.jobs =
                List.of(
                        new FakeJob(
                                "test",
                                progress -> {
                                    told(progress);
                                    told.countDown();
                                    end.await();
                                    return FakeJob.GOOD;
                                }));
        session.put(Screen.COLUMNS, "80");
        inBackground("run test fast &");
        assertTrue(told.await(30, TimeUnit.SECONDS));
        String text = session.execute("jobs").toString();
        assertTrue(text.startsWith("[1] run test fast: 17 of 1000 steps (1 %), 0 s\n"), text);
        String json = session.execute("jobs --json").toString();
        assertTrue(json.contains("\"running\":[{\"id\":1,\"arguments\":[\"fast\"]"), json);
        assertTrue(json.contains("\"what\":\"steps\",\"done\":17,\"all\":1000"), json);
        assertFalse(RunningJob.cancel(session), "Ctrl-C is not for a job in the background");
    }

    @Test
    @DisplayName("D6: a job that says nothing shows what has completed")
    void d6_whatHasCompleted() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        house.domain("k2h:0", org.anabranch.api.Domain.State.ACTIVE).work = 12;
        house.domains.getFirst().work = 340;
        directory.jobs =
                List.of(
                        new FakeJob(
                                "test",
                                progress -> {
                                    begun.countDown();
                                    end.await();
                                    return FakeJob.GOOD;
                                }));
        inBackground("run test &");
        assertTrue(begun.await(30, TimeUnit.SECONDS));
        String text = session.execute("jobs").toString();
        assertTrue(text.startsWith("[1] run test: 340 actions on host and 12 on k2h:0, 0 s"), text);
        house.stalls.add(
                new StallReport(house.domains.getFirst(), "kernel endless", 12_000_000_000L));
        String stalled = session.execute("jobs").toString().replaceAll("\\s+", " ");
        assertTrue(stalled.contains("0 s; no end on host for 12 s: kernel endless"), stalled);
    }
}
