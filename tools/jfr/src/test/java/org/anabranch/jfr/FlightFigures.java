package org.anabranch.jfr;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import jdk.jfr.Recording;

import org.anabranch.api.Buffer;
import org.anabranch.api.Kernel;
import org.anabranch.api.Parameter;
import org.anabranch.api.Platform;
import org.anabranch.api.Stream;
import org.anabranch.api.StreamOptions;
import org.anabranch.events.EventLog;
import org.anabranch.events.Events;
import org.anabranch.events.Level;
import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;

import java.util.Arrays;
import java.util.Locale;

/**
 * A measurement of the additional cost of an action while it is recorded: with the log on, with a
 * reader, and with the Flight Recorder. Not a test. The four run in turns in one JVM, in rounds of
 * which the first third does not count. Prints medians, and those of the differences within rounds.
 */
public final class FlightFigures {
    private static final int ROUNDS = 18;
    private static final int BUFFERS = 1000;
    private static final long LONG_NANOS = 10_000;

    private static final Kernel SHORT =
            Kernel.of("short", Parameter.inOut("a"))
                    .java(
                            (piece, arguments) -> {
                                var a = arguments.segment(0);
                                a.setAtIndex(JAVA_LONG, 0, a.getAtIndex(JAVA_LONG, 0) + 1);
                            });

    private static final Kernel LONG =
            Kernel.of("long", Parameter.inOut("a"))
                    .java(
                            (piece, arguments) -> {
                                long start = System.nanoTime();
                                while (System.nanoTime() - start < LONG_NANOS) {
                                    Thread.onSpinWait();
                                }
                            });

    private final EventLog log;
    private final Platform platform;
    private final Buffer[] buffers = new Buffer[BUFFERS];

    private enum Mode {
        OFF,
        LOG,
        READER,
        JFR
    }

    private enum Program {
        CHAIN(50_000),
        INDEPENDENT(50_000),
        AT_ONCE(50_000),
        TEN_MICROSECONDS(5_000);

        private final int actions;

        Program(int actions) {
            this.actions = actions;
        }
    }

    private FlightFigures(Engine engine) {
        this.log = engine.events();
        this.platform = engine.platform("figures");
        Arrays.setAll(buffers, any -> platform.buffer(JAVA_LONG, 8));
    }

    /** Measures; takes no arguments. */
    @SuppressWarnings("try") // the link is open meanwhile
    public static void main(String[] arguments) throws Exception {
        try (Engine engine = Engine.start(EngineSettings.defaults().withWorkers(1));
                FlightLink link = FlightLink.opened(engine.events())) {
            FlightFigures figures = new FlightFigures(engine);
            for (Program program : Program.values()) {
                figures.measure(program);
            }
        }
    }

    private void measure(Program program) throws Exception {
        double[][] nanos = new double[Mode.values().length][ROUNDS];
        double events = 0;
        for (int round = 0; round < ROUNDS; round++) {
            for (Mode mode : Mode.values()) {
                Events seen = new Events(log.dictionary(), log.clock(), 100_000);
                nanos[mode.ordinal()][round] = measure(program, mode, seen);
                events = seen.made() > 0 ? (double) seen.made() / program.actions : events;
            }
        }
        for (Mode mode : Mode.values()) {
            double[] own = nanos[mode.ordinal()];
            double[] more = new double[ROUNDS];
            Arrays.setAll(more, round -> own[round] - nanos[Mode.OFF.ordinal()][round]);
            System.out.printf(
                    Locale.ROOT,
                    "%-16s %-6s %6.0f ns an action, %5.0f more than off%n",
                    program,
                    mode,
                    median(own),
                    median(more));
        }
        System.out.printf(
                Locale.ROOT,
                "%-16s %.1f events and %.0f bytes an action%n",
                program,
                events,
                events * Events.WORDS * Long.BYTES);
    }

    private static double median(double[] values) {
        double[] last = Arrays.copyOfRange(values, ROUNDS / 3, ROUNDS);
        Arrays.sort(last);
        return last[last.length / 2];
    }

    private double measure(Program program, Mode mode, Events seen) throws Exception {
        boolean records = mode == Mode.LOG || mode == Mode.READER;
        Recording flight = mode == Mode.JFR ? flight() : null;
        try (var recording = records ? log.record(Level.ACTIONS) : null) {
            Thread reader = mode == Mode.READER ? read(recording, seen) : null;
            double nanos = run(program);
            if (reader != null) {
                reader.interrupt();
                reader.join();
            }
            if (recording != null) {
                recording.read(seen);
            }
            return nanos;
        } finally {
            if (flight != null) {
                flight.close();
            }
            awaitLevel(Level.LIFECYCLE);
        }
    }

    private Recording flight() {
        Recording flight = new Recording();
        flight.enable("org.anabranch.Action").withoutThreshold();
        flight.start();
        awaitLevel(Level.ACTIONS);
        return flight;
    }

    private void awaitLevel(Level wanted) {
        while (log.level() != wanted) {
            Thread.onSpinWait();
        }
    }

    private static Thread read(org.anabranch.events.Recording recording, Events into) {
        return Thread.ofPlatform()
                .start(
                        () -> {
                            try {
                                while (true) {
                                    recording.read(into);
                                    Thread.sleep(5);
                                }
                            } catch (InterruptedException over) {
                                return;
                            }
                        });
    }

    private double run(Program program) {
        StreamOptions options =
                program == Program.AT_ONCE
                        ? StreamOptions.DEFAULT.undeferred()
                        : StreamOptions.DEFAULT;
        Kernel kernel = program == Program.TEN_MICROSECONDS ? LONG : SHORT;
        int apart = program == Program.CHAIN ? 1 : BUFFERS;
        try (Stream stream = platform.host().stream(options)) {
            System.gc();
            long start = System.nanoTime();
            for (int i = 0; i < program.actions; i++) {
                stream.run(kernel, buffers[i % apart].all().inOut());
            }
            stream.await();
            return (double) (System.nanoTime() - start) / program.actions;
        }
    }
}
