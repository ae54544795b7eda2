package org.anabranch.shell.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.ActionFailedException;
import org.anabranch.api.Domain;
import org.anabranch.api.DomainClosedException;
import org.anabranch.api.Job;
import org.anabranch.api.Monitor.WorkReport;
import org.anabranch.api.ProgramException;
import org.anabranch.faulty.OddThrowable;
import org.anabranch.shell.FakeDomain;
import org.anabranch.shell.FakeHouse;
import org.anabranch.shell.FakeJob;
import org.anabranch.shell.commands.JobDirectory;
import org.anabranch.shell.failure.Failure;
import org.anabranch.shell.output.Screen;
import org.anabranch.spi.support.Patience;
import org.junit.jupiter.api.Test;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;

class JobRunnerTest {
    private final FakeHouse house = new FakeHouse();
    private final List<Job> jobs = new ArrayList<>();
    private final StringWriter progress = new StringWriter();
    private final List<String> notes = new ArrayList<>();

    @Test
    void figuresAreThoseOfTheJobInItsDomains() {
        house.work = 100; // of others
        house.domain("idle:0", Domain.State.ACTIVE);
        JobRun run = run(job(out -> step(7)), "host", "x y", "$HOME", "--tile=4");
        assertNull(run.failure());
        assertEquals("verified", run.status());
        assertEquals(4.0, run.gflops());
        assertEquals(List.of("host"), run.domains());
        WorkReport share = run.shares().getFirst();
        assertEquals(7, share.actions());
        assertEquals(28, share.stolenLocally());
        assertEquals(7000, share.bytesIn());
        assertEquals(77_000_000, share.busyNanos());
        assertEquals(0, share.bytesOut());
        assertEquals(1, run.shares().size(), "b13: domains that it was not given");
        FakeJob job = (FakeJob) jobs.getFirst();
        assertEquals(List.of("x y", "$HOME", "--tile=4"), job.arguments);
        assertEquals("working\n", progress.toString().replace("\r", ""));
    }

    @Test
    void domainThatCameAndWasUsedIsShownAndOneThatWentIsNamed() {
        house.domain("old:0", Domain.State.ACTIVE);
        JobRun run =
                run(
                        job(
                                out -> {
                                    house.domains.removeLast();
                                    house.domain("new:0", Domain.State.ACTIVE).work = 5;
                                    return FakeJob.GOOD;
                                }),
                        "host,old:0");
        assertEquals(List.of("old:0"), run.gone());
        WorkReport fresh = run.shares().getLast();
        assertEquals("new:0", fresh.domain().id());
        assertEquals(5, fresh.actions());
    }

    /** A job that opens a stream in each of its domains, of which one goes at its first call. */
    private FakeJob streaming(FakeDomain going) {
        return job(
                out -> {
                    boolean first = going.state == Domain.State.ACTIVE;
                    going.state = Domain.State.DRAINING; // its backend is being updated
                    return first
                            ? fail(
                                    new IllegalStateException(
                                            "no stream", new DomainClosedException("DRAINING")))
                            : FakeJob.GOOD;
                });
    }

    @Test
    void r18_aJobThatOpensAStreamInADomainThatGoesGoesOnWithTheOthers() {
        FakeDomain going = house.domain("dsp:0", Domain.State.ACTIVE);
        FakeJob job = streaming(going);
        JobRun run = run(job, "host,dsp");
        assertEquals("verified", run.status(), () -> String.valueOf(run.failure()));
        assertEquals(
                List.of("host", "dsp:0", "host"), job.domains.stream().map(Domain::id).toList());
        assertEquals(List.of("host", "dsp:0"), run.domains());
        assertEquals(List.of("job test begins again with host: a domain has gone"), notes);
    }

    /** A job whose device is updated while it runs, the next one being there when it fails. */
    private FakeJob updatedMeanwhile(int updates) {
        int[] left = {updates};
        return job(
                out -> {
                    if (left[0]-- == 0) {
                        return FakeJob.GOOD;
                    }
                    house.domains.getLast().state = Domain.State.GONE;
                    house.domain("dsp:0", Domain.State.ACTIVE);
                    return fail(new DomainClosedException("GONE"));
                });
    }

    @Test
    void issue51_aJobBeginsAgainWithTheDeviceOfTheNextRevision() {
        house.domain("dsp:0", Domain.State.ACTIVE);
        JobRun run = run(updatedMeanwhile(1), "host,dsp");
        assertEquals("verified", run.status(), () -> String.valueOf(run.failure()));
        assertEquals(List.of("job test begins again with host, dsp:0: a domain has gone"), notes);
    }

    @Test
    void issue51_aDeviceThatGoesTwiceIsLeftOutSoThatTheJobEnds() {
        house.domain("dsp:0", Domain.State.ACTIVE);
        JobRun run = run(updatedMeanwhile(2), "host,dsp");
        assertEquals("verified", run.status(), () -> String.valueOf(run.failure()));
        assertEquals(
                List.of(
                        "job test begins again with host, dsp:0: a domain has gone",
                        "job test begins again with host: a domain has gone"),
                notes);
    }

    @Test
    void r18_aJobWhoseOnlyDomainGoesFails() {
        FakeDomain going = house.domain("dsp:0", Domain.State.ACTIVE);
        FakeJob job = streaming(going);
        JobRun run = run(job, "dsp");
        assertEquals("failed", run.status());
        assertEquals(1, job.domains.size());
        assertEquals(List.of(), notes);
    }

    @Test
    void wrongResultIsAFailureWithAReport() {
        JobRun run = run(job(out -> FakeJob.WRONG), "host");
        assertEquals("not verified", run.status());
        assertEquals(Failure.FAILED, Failure.of(run.failure()).status());
        assertTrue(run.failure().getMessage().contains("residual 3"), run.failure()::getMessage);
        assertTrue(new JobRunText(run).text(new Screen(0)).startsWith("NOT VERIFIED"));
    }

    @Test
    void badArgumentIsRefused() {
        ProgramException unusable = new ProgramException("tile must be at least 1, not 0");
        JobRun run =
                run(
                        job(
                                out -> {
                                    throw unusable;
                                }),
                        "host");
        assertSame(unusable, run.failure());
        assertEquals("refused", run.status());
        assertEquals(
                new Failure(Failure.USAGE, "tile must be at least 1, not 0"),
                Failure.of(run.failure()));
    }

    @Test
    void failureAndErrorNameTheJobAndTheRoot() {
        Exception root = new IllegalStateException("no pivot\n  in column 3");
        for (Throwable thrown :
                List.of(
                        new ActionFailedException("action 5 failed", root),
                        new StackOverflowError())) {
            jobs.clear();
            JobRun run =
                    run(
                            job(
                                    out -> {
                                        if (thrown instanceof Error error) {
                                            throw error;
                                        }
                                        throw (Exception) thrown;
                                    }),
                            "host");
            assertEquals("failed", run.status());
            assertEquals(Failure.FAILED, Failure.of(run.failure()).status());
            assertSame(thrown, run.failure().getCause());
        }
        jobs.clear();
        assertEquals(
                "job test failed: action 5 failed (IllegalStateException: no pivot | in column 3)",
                Failure.of(
                                run(
                                                job(
                                                        out ->
                                                                fail(
                                                                        new ActionFailedException(
                                                                                "action 5 failed",
                                                                                root))),
                                                "host")
                                        .failure())
                        .line());
    }

    @Test
    void missingReportIsAFailure() {
        JobRun run = run(job(out -> null), "host");
        assertEquals("failed", run.status());
        assertTrue(run.failure().getMessage().contains("no report"), run.failure()::getMessage);
    }

    @Test
    void unknownJobListsThoseThereAreAndTheNearest() {
        jobs.add(new FakeJob("cholesky", out -> FakeJob.GOOD));
        jobs.add(new FakeJob("add", out -> FakeJob.GOOD));
        JobRun run =
                runner(Patience.NONE).run("cholsky", List.of(), "host", new PrintWriter(progress));
        assertEquals(
                new Failure(
                        Failure.USAGE,
                        "no job 'cholsky'; there are: add, cholesky. Did you mean 'cholesky'?"),
                Failure.of(run.failure()));
        jobs.clear();
        JobRun none = runner(Patience.NONE).run("x", List.of(), "host", new PrintWriter(progress));
        assertEquals("no job 'x'; no bundle offers a job.", none.failure().getMessage());
    }

    @Test
    void jobOfAPluginThatStartsIsWaitedFor() {
        Patience patience =
                known -> {
                    job(out -> FakeJob.GOOD);
                    return true;
                };
        assertEquals(
                "verified",
                runner(patience)
                        .run("test", List.of(), "host", new PrintWriter(progress))
                        .status());
    }

    @Test
    void twoJobsOfOneNameAreNotGuessedBetween() {
        job(out -> FakeJob.GOOD);
        JobRun run = run(job(out -> FakeJob.GOOD), "host");
        assertEquals(Failure.USAGE, Failure.of(run.failure()).status());
        assertTrue(((FakeJob) jobs.getFirst()).domains.isEmpty());
    }

    @Test
    void unknownDomainIsRefusedBeforeTheJobStarts() {
        JobRun run = run(job(out -> FakeJob.GOOD), "nowhere");
        assertEquals(Failure.USAGE, Failure.of(run.failure()).status());
        assertTrue(((FakeJob) jobs.getFirst()).domains.isEmpty());
    }

    /** A refresh closes the memory of a run before it interrupts that. */
    @Test
    void r20_runWhosePlatformEndsIsInterruptedWhateverItThrows() {
        JobRun run =
                run(
                        job(
                                out -> {
                                    house.isClosed = true;
                                    throw new IllegalStateException("Already closed");
                                }),
                        "host");
        assertEquals("job test was interrupted", Failure.of(run.failure()).line());
    }

    @Test
    void interruptEndsTheRunAndIsKept() {
        JobRun sleeper = run(job(out -> fail(new InterruptedException())), "host");
        assertTrue(Thread.interrupted());
        assertEquals("job test was interrupted", Failure.of(sleeper.failure()).line());
        jobs.clear();
        JobRun other =
                run(
                        job(
                                out -> {
                                    Thread.currentThread().interrupt();
                                    throw new IllegalStateException("stopped");
                                }),
                        "host");
        assertTrue(Thread.interrupted());
        assertEquals("job test was interrupted", Failure.of(other.failure()).line());
        jobs.clear();
        job(out -> FakeJob.GOOD);
        Patience interrupted =
                known -> {
                    throw new InterruptedException();
                };
        JobRun waiting =
                runner(interrupted).run("other", List.of(), "host", new PrintWriter(progress));
        assertTrue(Thread.interrupted());
        assertFalse(waiting.failure() == null);
    }

    private static Job.Report fail(Exception failure) throws Exception {
        throw failure;
    }

    private Job.Report step(long work) {
        house.work += 50;
        house.domains.getFirst().work += work;
        return FakeJob.GOOD;
    }

    private FakeJob job(FakeJob.Body body) {
        FakeJob job = new FakeJob("test", body);
        jobs.add(job);
        return job;
    }

    private JobRun run(FakeJob job, String domains, String... arguments) {
        return runner(Patience.NONE)
                .run(job.name(), List.of(arguments), domains, new PrintWriter(progress));
    }

    private JobRunner runner(Patience patience) {
        JobDirectory directory = new JobDirectory();
        directory.jobs = jobs;
        return new JobRunner(
                house.platform(),
                house,
                directory::offers,
                patience,
                notes::add,
                List.of(),
                name -> false);
    }

    @Test
    void r2_aJobThatThrowsWhatCannotBeReadFailsReadably() {
        for (OddThrowable odd : OddThrowable.all()) {
            jobs.clear();
            JobRun run =
                    run(
                            job(
                                    out -> {
                                        throw odd.make();
                                    }),
                            "host");
            assertEquals(Failure.FAILED, Failure.of(run.failure()).status(), odd::toString);
            String line = Failure.of(run.failure()).line();
            assertFalse(line.isBlank(), odd::toString);
            assertTrue(line.length() < 30_000, odd::toString);
            String json = JobRunJson.of(run);
            assertTrue(json.contains("\"types\""), odd::toString);
            assertTrue(json.length() < 100_000, odd::toString);
        }
    }

    /** An exception of the file system whose own getters do what those of another one do. */
    private static final class OddFile extends FileSystemException {
        private static final long serialVersionUID = 1;
        private final transient OddThrowable odd;

        OddFile(OddThrowable odd) {
            super("file");
            this.odd = odd;
        }

        @Override
        public String getFile() {
            return odd.make().getMessage();
        }

        @Override
        public String getReason() {
            return odd.make().getMessage();
        }
    }

    @Test
    void r2_anExceptionOfTheFileSystemWithOddGettersFailsReadably() {
        for (OddThrowable odd : OddThrowable.all()) {
            Failure failure = Failure.of(new OddFile(odd));
            assertEquals(Failure.FAILED, failure.status(), odd::toString);
            assertTrue(failure.line().startsWith("OddFile"), odd::toString);
            assertTrue(failure.line().length() < 30_000, odd::toString);
        }
    }

    @Test
    void r2_anExceptionOfTheFileSystemNamesFileAndReasonWithinBounds() {
        assertEquals(
                "x: there is no such file or folder",
                Failure.of(new NoSuchFileException("x")).line());
        assertEquals(
                "x -> y: disk full",
                Failure.of(new FileSystemException("x", "y", "disk full")).line());
        assertEquals("FileSystemException", Failure.of(new FileSystemException(null)).line());
        String enormous = "x".repeat(1 << 20);
        assertTrue(Failure.of(new AccessDeniedException(enormous)).line().length() < 30_000);
        assertTrue(
                Failure.of(new FileSystemException("x", null, enormous)).line().length() < 30_000);
    }
}
