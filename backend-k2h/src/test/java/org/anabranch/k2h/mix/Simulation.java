package org.anabranch.k2h.mix;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.JavaKernel;
import org.anabranch.api.Kernel;
import org.anabranch.api.Parameter;
import org.anabranch.api.Platform;
import org.anabranch.api.Range;
import org.anabranch.api.Stream;
import org.anabranch.events.EventLog;
import org.anabranch.events.Events;
import org.anabranch.events.Kind;
import org.anabranch.events.Level;
import org.anabranch.events.Recording;
import org.anabranch.k2h.board.Board;
import org.anabranch.k2h.time.VirtualTimeline;
import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/** An engine in simulated time with the devices of a mix, and what programs take there. */
final class Simulation implements AutoCloseable {
    /** The number of elements of a tile; copies are priced for more. */
    static final int ELEMENTS = 16;

    /** Where the thread of the program enters the timeline: before all others. */
    private static final int PROGRAM = -1;

    private final Mix mix;
    private final VirtualTimeline timeline;
    private final Engine engine;
    private final Platform platform;
    private final Map<String, Kernel> kernels = new HashMap<>();
    private boolean records;
    private Events recorded;

    Simulation(Mix mix) throws InterruptedException {
        this.mix = mix;
        this.timeline =
                new VirtualTimeline(
                        Board.K2H.prices(), 0, 1 + mix.workers() + SimulatedDevices.seats(mix), 1);
        this.engine = Engine.start(EngineSettings.defaults().withWorkers(mix.workers()), timeline);
        this.platform = engine.platform("mix");
        engine.add(new SimulatedDevices(mix, timeline));
        timeline.enter(PROGRAM); // when all have come; until it leaves no other runs
        while (platform.domains().size() < mix.domains()) {
            Thread.sleep(1);
        }
        timeline.exit(PROGRAM);
        for (String name : mix.host().keySet().stream().sorted().toList()) {
            for (int reads = 0; reads < 3; reads++) {
                kernels.put(name + reads, kernel(name, reads));
            }
        }
    }

    /** Changes the first operand by its own content and that of the others. */
    private Kernel kernel(String name, int reads) {
        List<Parameter> parameters = new ArrayList<>();
        parameters.add(Parameter.inOut("changed"));
        for (int i = 0; i < reads; i++) {
            parameters.add(Parameter.in("read" + i));
        }
        JavaKernel code =
                (piece, arguments) -> {
                    if (Thread.currentThread().getName().startsWith("anabranch-")) {
                        SimulatedEngine.spend(timeline, mix.host().get(name));
                    }
                    for (int e = 0; e < ELEMENTS; e++) {
                        long value = arguments.segment(0).getAtIndex(JAVA_LONG, e) * 31 + 1;
                        for (int i = 1; i <= reads; i++) {
                            value += i * arguments.segment(i).getAtIndex(JAVA_LONG, e);
                        }
                        arguments.segment(0).setAtIndex(JAVA_LONG, e, value);
                    }
                };
        return Kernel.of(name, parameters.toArray(Parameter[]::new)).java(code);
    }

    /**
     * {@return what happens from the moment at which a program has the timeline until all is quiet,
     * in one stream of no domain}
     */
    Events recorded(TileProgram program) throws InterruptedException {
        records = true;
        unbound(program);
        records = false;
        return recorded;
    }

    /** {@return nanoseconds of a program in one stream of no domain} */
    long unbound(TileProgram program) throws InterruptedException {
        try (Stream stream = platform.stream()) {
            return time(program, new Enqueuing(List.of(stream), task -> 0));
        }
    }

    /** {@return nanoseconds of a program in a stream of each domain} */
    long fixed(TileProgram program, ToIntFunction<TileProgram.Task> domain)
            throws InterruptedException {
        List<Stream> streams = platform.domains().stream().map(Domain::stream).toList();
        try {
            return time(program, new Enqueuing(streams, domain));
        } finally {
            streams.forEach(Stream::close);
        }
    }

    /** {@return what the log tells of a program in one stream of no domain} */
    List<org.anabranch.events.Event> told(TileProgram program) throws InterruptedException {
        untilQuiet(); // the workers have all come
        try (Recording recording = engine.events().record(Level.ACTIONS)) {
            long _ = unbound(program);
            Events events = recording.events(1_000_000);
            recording.read(events);
            events.sort();
            long began = events.time(0);
            return IntStream.range(0, events.size())
                    .mapToObj(events::get)
                    .map(event -> since(began, event))
                    .toList();
        }
    }

    /** With times since the beginning. */
    private static org.anabranch.events.Event since(long began, org.anabranch.events.Event event) {
        boolean lasts = Set.of(Kind.ENDED, Kind.PIECE, Kind.BUSY, Kind.WAIT).contains(event.kind());
        return new org.anabranch.events.Event(
                event.kind(),
                event.time() - began,
                event.detail(),
                event.domain(),
                event.lane(),
                event.name(),
                event.subject(),
                event.other() - (lasts ? began : 0),
                event.amount());
    }

    /** The receiver of a program's actions. */
    private final class Enqueuing {
        private final List<Stream> streams;
        private final ToIntFunction<TileProgram.Task> domain;
        private final Map<Integer, List<Event>> readers = new HashMap<>();
        private final Map<Integer, Event> writer = new HashMap<>();
        private final Map<Integer, Stream> last = new HashMap<>();
        private long begin;
        private long end;

        Enqueuing(List<Stream> streams, ToIntFunction<TileProgram.Task> domain) {
            this.streams = streams;
            this.domain = domain;
        }

        void enqueue(TileProgram program, Range[] tiles) {
            begin = timeline.nanos();
            for (TileProgram.Task task : program.tasks()) {
                enqueue(task, tiles);
            }
            last.forEach(
                    (tile, stream) ->
                            stream.fetch(tiles[tile]).onSettled(event -> end = timeline.nanos()));
        }

        private void enqueue(TileProgram.Task task, Range[] tiles) {
            List<Integer> used = new ArrayList<>(List.of(task.changed()));
            used.addAll(task.read());
            List<Event> before = new ArrayList<>(readers.getOrDefault(task.changed(), List.of()));
            Argument[] arguments = new Argument[used.size()];
            for (int i = 0; i < arguments.length; i++) {
                arguments[i] = i == 0 ? tiles[used.get(i)].inOut() : tiles[used.get(i)].in();
                addWriter(before, used.get(i));
            }
            Stream stream = streams.get(domain.applyAsInt(task));
            if (streams.size() > 1 && !before.isEmpty()) {
                stream.waitFor(before, used.stream().map(u -> tiles[u]).toArray(Range[]::new));
            }
            Event event = stream.run(kernels.get(task.kernel() + task.read().size()), arguments);
            readers.remove(task.changed());
            writer.put(task.changed(), event);
            last.put(task.changed(), stream);
            for (int read : task.read()) {
                readers.computeIfAbsent(read, tile -> new ArrayList<>()).add(event);
            }
        }

        private void addWriter(List<Event> before, int tile) {
            Event event = writer.get(tile);
            if (event != null) {
                before.add(event);
            }
        }
    }

    private long time(TileProgram program, Enqueuing enqueuing) throws InterruptedException {
        Buffer array = platform.buffer(JAVA_LONG, (long) program.tiles() * ELEMENTS);
        try (array) {
            Range[] tiles = new Range[program.tiles()];
            for (int i = 0; i < tiles.length; i++) {
                tiles[i] = array.elements((long) i * ELEMENTS, ELEMENTS);
                array.write().setAtIndex(JAVA_LONG, (long) i * ELEMENTS, i);
            }
            untilQuiet();
            timeline.enter(PROGRAM);
            EventLog log = engine.events();
            try (Recording recording = log.record(records ? Level.ACTIONS : Level.LIFECYCLE)) {
                recorded = recording.events(1_000_000);
                try (Finish finish = platform.finish()) {
                    finish.async(() -> enqueuing.enqueue(program, tiles));
                }
                timeline.exit(PROGRAM);
                untilQuiet();
                recording.read(recorded);
            }
            check(program, array);
            return enqueuing.end - enqueuing.begin;
        }
    }

    /** Compares with running it in order. */
    private static void check(TileProgram program, Buffer array) {
        long[] expected = new long[program.tiles()];
        for (int i = 0; i < expected.length; i++) {
            expected[i] = i;
        }
        for (TileProgram.Task task : program.tasks()) {
            long value = expected[task.changed()] * 31 + 1;
            for (int i = 0; i < task.read().size(); i++) {
                value += (i + 1) * expected[task.read().get(i)];
            }
            expected[task.changed()] = value;
        }
        for (int i = 0; i < expected.length; i++) {
            if (array.read().getAtIndex(JAVA_LONG, (long) i * ELEMENTS) != expected[i]) {
                throw new AssertionError("tile " + i + " of " + program);
            }
        }
    }

    private void untilQuiet() throws InterruptedException {
        while (!timeline.quiet()) {
            Thread.sleep(1);
        }
    }

    @Override
    public void close() {
        engine.close();
    }
}
