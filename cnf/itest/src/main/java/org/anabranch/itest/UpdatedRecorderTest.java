package org.anabranch.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.anabranch.api.Buffer;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.Parameter;
import org.anabranch.api.Platform;
import org.anabranch.events.EventLog;
import org.anabranch.events.Level;
import org.anabranch.events.RunRecorder;
import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.test.common.annotation.InjectBundleContext;
import org.osgi.test.common.annotation.InjectService;
import org.osgi.test.junit5.context.BundleContextExtension;
import org.osgi.test.junit5.service.ServiceExtension;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The recorder of runs, stopped, started and updated while it records. */
@ExtendWith({BundleContextExtension.class, ServiceExtension.class})
public class UpdatedRecorderTest {
    private static final String NAME = "org.anabranch.seeing";
    private static final int CYCLES = 50;
    private static final int UPDATE_EVERY = 2;

    /** Compiled code may name classes of the last revisions while an idle thread stands in it. */
    private static final int KEPT = 1;

    private static final Kernel SQUARE =
            Kernel.of("square", Parameter.inOut("a"))
                    .java(
                            (piece, arguments) -> {
                                for (long i = piece.low0(); i < piece.high0(); i++) {
                                    int value = arguments.segment(0).getAtIndex(JAVA_INT, i);
                                    arguments.segment(0).setAtIndex(JAVA_INT, i, value * value);
                                }
                            });

    @InjectBundleContext BundleContext context;
    @InjectService Platform platform;
    @InjectService EventLog log;
    @InjectService CommandProcessor processor;
    @TempDir Path folder;

    /** The objects that a bundle could leave behind, besides classes. */
    private record Left(long threads, int beans, long sockets, Level level) {
        static Left now(EventLog log) throws IOException {
            long threads =
                    Thread.getAllStackTraces().keySet().stream()
                            .filter(thread -> thread.getName().startsWith("anabranch-trace"))
                            .count();
            int beans = ManagementFactory.getPlatformMBeanServer().getMBeanCount();
            return new Left(threads, beans, openSockets(), log.level());
        }

        private static long openSockets() throws IOException {
            Path descriptors = Path.of("/proc/self/fd");
            if (!Files.isDirectory(descriptors)) {
                return 0;
            }
            try (Stream<Path> all = Files.list(descriptors)) {
                return all.filter(Left::isSocket).count();
            }
        }

        private static boolean isSocket(Path descriptor) {
            try {
                return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
            } catch (IOException closed) {
                return false; // meanwhile
            }
        }
    }

    @Test
    void issue_24_aRecorderThatGoesWhileItRecordsLeavesItsFilesAndNothingElse() throws Exception {
        Bundle seeing =
                Arrays.stream(context.getBundles())
                        .filter(one -> one.getSymbolicName().equals(NAME))
                        .findFirst()
                        .orElseThrow();
        Left before = Left.now(log);
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        for (int cycle = 0; cycle < CYCLES; cycle++) {
            if (cycle % UPDATE_EVERY == 0) {
                ClassLoader loader = seeing.adapt(BundleWiring.class).getClassLoader();
                loaders.add(new WeakReference<>(loader));
            }
            record(seeing, cycle);
        }
        assertEquals(before, Left.now(log));
        for (int i = 0; i < 100 && left(loaders) > KEPT; i++) {
            System.gc();
            Thread.sleep(50);
        }
        System.out.println("class loaders of " + NAME + " left: " + left(loaders));
        if (context.getBundle(0).getSymbolicName().contains("felix")) {
            assertTrue(left(loaders) <= KEPT, "class loaders are left: " + left(loaders));
        } // in Equinox those stay that have recorded a run; it is not known what holds them
    }

    private static long left(List<WeakReference<ClassLoader>> loaders) {
        return loaders.stream().filter(loader -> !loader.refersTo(null)).count();
    }

    private void record(Bundle seeing, int cycle) throws Exception {
        Path trace = folder.resolve("trace.json");
        Path run = folder.resolve("run.json");
        Path report = folder.resolve("run.html");
        ServiceReference<RunRecorder> reference = recorder();
        RunRecorder recorder = context.getService(reference);
        RunRecorder.Session session =
                recorder.begin(new RunRecorder.Wish("itest", "itest", Map.of(), run, report));
        try (CommandSession shell =
                processor.createSession(
                        new ByteArrayInputStream(new byte[0]),
                        new ByteArrayOutputStream(),
                        new ByteArrayOutputStream())) {
            shell.execute("anabranch:trace start " + trace);
        }
        context.ungetService(reference);
        square();
        if (cycle % UPDATE_EVERY == 0) {
            seeing.update();
        } else {
            seeing.stop();
            seeing.start();
        }
        assertTrue(Files.readString(trace).contains("\"name\":\"square\""), "the trace");
        List<String> said = session.end("verified");
        assertTrue(said.getFirst().contains("the bundle that records was stopped"), said::toString);
        assertTrue(Files.readString(run).contains("\"name\":\"square\""), "the trace of the run");
        assertTrue(Files.readString(report).contains("ended before the run did"), "the report");
        for (Path file : List.of(trace, run, report)) {
            Files.delete(file);
        }
    }

    private void square() {
        try (Buffer buffer = platform.buffer(JAVA_INT, 1000)) {
            buffer.write().setAtIndex(JAVA_INT, 999, 1234);
            platform.host().stream().run(SQUARE, Loop.of(0, 1000), buffer.all().inOut()).await();
            assertEquals(1234 * 1234, buffer.read().getAtIndex(JAVA_INT, 999));
        }
    }

    private ServiceReference<RunRecorder> recorder() throws Exception {
        Services.await(context, RunRecorder.class.getName());
        return context.getServiceReference(RunRecorder.class);
    }
}
