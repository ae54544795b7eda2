package org.anabranch.shell.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Job;
import org.anabranch.api.Kernel;
import org.anabranch.api.Parameter;
import org.anabranch.api.Platform;
import org.anabranch.api.Stream;
import org.anabranch.scheduler.BundlePlatform;
import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;
import org.anabranch.shell.Platforms;
import org.anabranch.shell.commands.JobDirectory;
import org.anabranch.shell.terminal.SessionSetup;
import org.anabranch.spi.support.Patience;
import org.apache.felix.gogo.runtime.CommandProcessorImpl;
import org.apache.felix.gogo.runtime.threadio.ThreadIOImpl;
import org.apache.felix.service.command.CommandSession;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;

/** Two jobs at the same time, over a scheduler. */
@Timeout(60)
class SideBySideTest {
    private static final Kernel ADD =
            Kernel.of("add", Parameter.inOut("b")).java((piece, arguments) -> {});

    /** Runs as many kernels as its argument says while the other job does the same. */
    private record Counting(CyclicBarrier together) implements Job {
        @Override
        public String name() {
            return "count";
        }

        @Override
        public String usage() {
            return "count N";
        }

        @Override
        public Report run(
                Platform platform, List<Domain> domains, List<String> words, PrintWriter progress)
                throws Exception {
            Buffer b = platform.buffer(JAVA_INT, 10); // left open, as a failing job does
            together.await(20, TimeUnit.SECONDS);
            try (Stream stream = platform.host().stream()) {
                for (int i = 0; i < Integer.parseInt(words.getFirst()); i++) {
                    stream.run(ADD, b.all().inOut());
                }
            }
            together.await(20, TimeUnit.SECONDS);
            return new Report(true, "fine", 1, 0, Map.of());
        }
    }

    private final ThreadIOImpl threads = new ThreadIOImpl();
    private final CommandProcessorImpl processor = new CommandProcessorImpl(threads);

    @Test
    @DisplayName("B13: 'ran on' and 'where' are of the job alone, and nothing of it stays open")
    void b13_two_jobs_side_by_side() throws Exception {
        JobDirectory directory = new JobDirectory();
        JobCommands commands = new JobCommands(directory, () -> Patience.NONE, Map::of);
        threads.start();
        try (Engine engine = Engine.start(EngineSettings.defaults().withWorkers(2))) {
            directory.jobs = List.of(new Counting(new CyclicBarrier(2)));
            commands.monitor = engine.monitor();
            commands.platforms =
                    new Platforms(
                            () -> engine.platform("shell"),
                            platform -> ((BundlePlatform) platform).close());
            Set<Long> begun = new HashSet<>();
            commands.running.listeners.add(
                    id -> {
                        throw new StackOverflowError("who listens is broken");
                    });
            commands.running.listeners.add(
                    id -> {
                        synchronized (begun) {
                            commands.running.running().forEach(run -> begun.add(run.id()));
                        }
                    });
            processor.addCommand("anabranch", commands);
            CompletableFuture<String> first = output("run count 30 --json");
            CompletableFuture<String> second = output("run count 7 --json");
            assertTrue(first.get().contains("\"actions\":30,"), first::join);
            assertTrue(second.get().contains("\"actions\":7,"), second::join);
            assertEquals(List.of(), engine.monitor().buffers());
            assertEquals(2, begun.size(), "issue 24: who listens hears of each as it begins");
        } finally {
            processor.stop();
            threads.stop();
        }
    }

    private CompletableFuture<String> output(String line) {
        return CompletableFuture.supplyAsync(
                () -> {
                    ByteArrayOutputStream out = new ByteArrayOutputStream();
                    try (CommandSession session =
                            processor.createSession(
                                    new ByteArrayInputStream(new byte[0]), out, System.err)) {
                        new SessionSetup(null, new JobDirectory()).apply(session);
                        session.execute(line);
                    } catch (Exception failure) {
                        throw new CompletionException(failure);
                    }
                    return out.toString(StandardCharsets.UTF_8);
                },
                task -> Thread.ofPlatform().start(task));
    }
}
