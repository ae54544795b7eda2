package org.anabranch.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Buffer;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.Kernel;
import org.anabranch.api.Mode;
import org.anabranch.api.Operand;
import org.anabranch.api.Parameter;
import org.anabranch.api.Promise;
import org.anabranch.api.RaceException;
import org.anabranch.api.Range;
import org.anabranch.api.Stream;
import org.anabranch.api.StreamOptions;
import org.anabranch.program.OrderModel.Bytes;
import org.anabranch.program.OrderModel.Vertex;
import org.anabranch.scheduler.BundlePlatform;
import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * B12: in random programs over streams, scopes, tasks and waits, checked mode refuses exactly those
 * actions that a search of the whole graph finds to race; so a program in which everything is
 * ordered passes, and one that lacks a wait is found.
 */
@Timeout(600)
class RandomRaceTest {
    private static final boolean NIGHTLY = Boolean.getBoolean("anabranch.nightly");
    private static final int STEPS = 120;

    private final OrderModel model = new OrderModel();
    private final List<Buffer> buffers = new ArrayList<>();
    private final List<Stream> streams = new ArrayList<>();
    private final List<StreamOptions.Order> orders = new ArrayList<>();

    /** Events that the program has, and what they are in the model. */
    private final List<Event> events = new ArrayList<>();

    private final List<Vertex> ends = new ArrayList<>();
    private final List<Vertex> gates = new ArrayList<>();
    private SplittableRandom random;
    private BundlePlatform platform;
    private int accepted;

    /** The last action of a thread or task. */
    private static final class Line {
        Vertex last;
        final List<Vertex> inScope;

        Line(Vertex last, List<Vertex> inScope) {
            this.last = last;
            this.inScope = inScope;
        }
    }

    static LongStream seeds() {
        return LongStream.rangeClosed(1, NIGHTLY ? 3000 : 150);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void b12_exactly_what_nothing_orders_is_refused(long seed) {
        random = new SplittableRandom(seed);
        EngineSettings settings = EngineSettings.defaults().withWorkers(2).inCheckedMode();
        try (Engine engine = Engine.start(settings)) {
            platform = engine.platform("random");
            for (int i = 0; i <= random.nextInt(3); i++) {
                buffers.add(platform.buffer(JAVA_LONG, 4, 6));
            }
            for (int i = 0; i < 2 + random.nextInt(3); i++) {
                StreamOptions.Order order =
                        StreamOptions.Order.values()[new int[] {0, 1, 1, 1, 2}[random.nextInt(5)]];
                orders.add(order);
                streams.add(platform.host().stream(StreamOptions.DEFAULT.with(order)));
                gates.add(null);
            }
            Line line = new Line(model.add(point()), null);
            for (int step = 0; step < STEPS; step++) {
                step(line, seed);
            }
            streams.forEach(Stream::closeNow);
        }
        assertTrue(accepted > 0, "seed " + seed);
    }

    private static Vertex point(Vertex... before) {
        Vertex point = new Vertex(-1, OrderModel.POINT, List.of());
        point.before.addAll(List.of(before));
        return point;
    }

    private void step(Line line, long seed) {
        switch (random.nextInt(24)) {
            case 0, 1 -> waitForEvents(line);
            case 2, 3 -> waitForRanges(line);
            case 4 -> barrier(line);
            case 5 -> mark(line);
            case 6, 7 -> awaitEvent(line);
            case 8 -> awaitStream(line);
            case 9 -> host(line, seed);
            case 10 -> hint(line);
            case 11 -> copy(line, seed);
            case 12 -> scope(line, seed);
            case 13 -> promise(line);
            default -> run(line, seed);
        }
    }

    private int stream() {
        return random.nextInt(streams.size());
    }

    private Range range() {
        Buffer buffer = buffers.get(random.nextInt(buffers.size()));
        if (random.nextInt(3) == 0) {
            long from = random.nextInt(24);
            return buffer.elements(from, 1 + random.nextInt((int) (24 - from)));
        }
        int row = random.nextInt(4);
        int column = random.nextInt(6);
        return buffer.box(row, column, 1 + random.nextInt(4 - row), 1 + random.nextInt(6 - column));
    }

    private Bytes bytes(Range range, Mode mode) {
        return Bytes.of(buffers.indexOf(range.buffer()), range.region(), mode);
    }

    /** Adds the order that a stream keeps by itself. */
    private void orderIn(int stream, Vertex vertex) {
        StreamOptions.Order order = orders.get(stream);
        if (gates.get(stream) != null) {
            vertex.before.add(gates.get(stream));
        }
        for (Vertex earlier : model.of(stream)) {
            boolean explicit = earlier.kind == OrderModel.WAIT && earlier.conflicts(vertex);
            boolean inferred = order == StreamOptions.Order.OPERANDS && earlier.conflicts(vertex);
            if (explicit || inferred || order == StreamOptions.Order.STRICT) {
                vertex.before.add(earlier);
            }
        }
    }

    private void attempt(Line line, Vertex vertex, Supplier<Event> call, long seed) {
        boolean expected = model.races(vertex);
        try {
            Event event = call.get();
            assertEquals(expected, false, () -> "seed " + seed + ": not found");
            model.add(vertex);
            if (event != null) {
                events.add(event);
                ends.add(vertex);
            }
            if (line.inScope != null && vertex.stream < 0 && event != null) {
                line.inScope.add(vertex);
            }
            accepted++;
        } catch (RaceException race) {
            assertEquals(expected, true, () -> "seed " + seed + ": " + race.getMessage());
        }
    }

    private static Kernel kernel(List<Operand> operands) {
        Parameter[] parameters = new Parameter[operands.size()];
        for (int i = 0; i < parameters.length; i++) {
            Mode mode = operands.get(i).mode();
            parameters[i] = new Parameter("p", mode == Mode.REDUCE ? Mode.READ_WRITE : mode);
        }
        int[] written =
                IntStream.range(0, parameters.length)
                        .filter(i -> parameters[i].mode() == Mode.WRITE)
                        .toArray();
        return Kernel.of("any", parameters).java(WholeWrites.to(written));
    }

    private List<Operand> operands() {
        List<Operand> operands = new ArrayList<>();
        operands.add(new Operand(range(), Mode.values()[random.nextInt(4)]));
        if (random.nextBoolean() && !operands.getFirst().mode().writes()) {
            operands.add(new Operand(range(), Mode.READ));
        }
        return operands;
    }

    private void run(Line line, long seed) {
        List<Operand> operands = operands();
        List<Bytes> uses = operands.stream().map(one -> bytes(one.range(), one.mode())).toList();
        Operand[] arguments = operands.toArray(Operand[]::new);
        int at = stream();
        Vertex vertex = new Vertex(at, OrderModel.ACCESS, uses);
        vertex.before.add(line.last);
        orderIn(at, vertex);
        attempt(line, vertex, () -> streams.get(at).run(kernel(operands), arguments), seed);
    }

    private void copy(Line line, long seed) {
        Range from = range();
        Range to = range();
        if (from.buffer() == to.buffer()
                || from.region().width() != to.region().width()
                || from.region().height() != to.region().height()) {
            return;
        }
        int at = stream();
        Vertex vertex =
                new Vertex(
                        at,
                        OrderModel.ACCESS,
                        List.of(bytes(from, Mode.READ), bytes(to, Mode.WRITE)));
        vertex.before.add(line.last);
        orderIn(at, vertex);
        attempt(line, vertex, () -> streams.get(at).copy(from, to), seed);
    }

    private void host(Line line, long seed) {
        int at = random.nextInt(buffers.size());
        Mode mode = random.nextBoolean() ? Mode.READ : Mode.WRITE;
        Vertex vertex =
                new Vertex(-1, OrderModel.ACCESS, List.of(bytes(buffers.get(at).all(), mode)));
        vertex.before.add(line.last);
        attempt(
                line,
                vertex,
                () -> {
                    var _ = mode == Mode.READ ? buffers.get(at).read() : buffers.get(at).write();
                    line.last = vertex;
                    return null;
                },
                seed);
    }

    private void hint(Line line) {
        int at = stream();
        Range range = range();
        Vertex vertex = new Vertex(at, OrderModel.HINT, List.of(bytes(range, Mode.READ)));
        vertex.before.add(line.last);
        orderIn(at, vertex);
        keep(streams.get(at).fetch(range), model.add(vertex));
    }

    private void keep(Event event, Vertex vertex) {
        events.add(event);
        ends.add(vertex);
    }

    /** Given here and now: what waits for it comes after this point. */
    private void promise(Line line) {
        Promise<Integer> promise = platform.promise();
        promise.complete(1);
        keep(promise, model.add(point(line.last)));
    }

    private int event() {
        return events.size() - 1 - random.nextInt(Math.min(events.size(), 12));
    }

    private void waitForEvents(Line line) {
        if (events.isEmpty()) {
            return;
        }
        int at = stream();
        int event = event();
        gate(line, at, List.of(ends.get(event)), streams.get(at).waitFor(events.get(event)));
    }

    private void barrier(Line line) {
        int at = stream();
        gate(line, at, model.of(at), streams.get(at).barrier());
    }

    private void gate(Line line, int at, List<Vertex> before, Event event) {
        Vertex gate = new Vertex(at, OrderModel.GATE, List.of());
        gate.before.add(line.last);
        gate.before.addAll(before);
        orderIn(at, gate);
        gates.set(at, model.add(gate));
        keep(event, gate);
    }

    private void mark(Line line) {
        int at = stream();
        Vertex mark = point(line.last);
        mark.before.addAll(model.of(at));
        if (gates.get(at) != null) {
            mark.before.add(gates.get(at));
        }
        keep(streams.get(at).mark(), model.add(mark));
    }

    private void waitForRanges(Line line) {
        if (events.isEmpty()) {
            return;
        }
        int at = stream();
        int event = event();
        Range range = range();
        Vertex wait = new Vertex(at, OrderModel.WAIT, List.of(bytes(range, Mode.READ_WRITE)));
        wait.before.add(line.last);
        wait.before.add(ends.get(event));
        orderIn(at, wait);
        keep(streams.get(at).waitFor(List.of(events.get(event)), range), model.add(wait));
    }

    private void awaitEvent(Line line) {
        if (!events.isEmpty()) {
            int event = event();
            events.get(event).await();
            line.last = model.add(point(line.last, ends.get(event)));
        }
    }

    private void awaitStream(Line line) {
        int at = stream();
        streams.get(at).await();
        Vertex after = point(line.last);
        after.before.addAll(model.of(at));
        line.last = model.add(after);
    }

    /** A scope with kernels and tasks; each task is enqueued from while the others look on. */
    private void scope(Line line, long seed) {
        if (line.inScope != null) {
            return;
        }
        List<Vertex> within = new ArrayList<>();
        List<Vertex> tasks = new ArrayList<>();
        try (Finish finish = platform.finish()) {
            for (int i = 0; i <= random.nextInt(4); i++) {
                if (random.nextBoolean()) {
                    List<Operand> operands = operands();
                    Vertex vertex =
                            new Vertex(
                                    -1,
                                    OrderModel.ACCESS,
                                    operands.stream()
                                            .map(one -> bytes(one.range(), one.mode()))
                                            .toList());
                    vertex.before.add(line.last);
                    Operand[] arguments = operands.toArray(Operand[]::new);
                    attempt(
                            new Line(line.last, within),
                            vertex,
                            () -> finish.async(kernel(operands), arguments),
                            seed);
                } else {
                    tasks.add(task(finish, line, seed));
                }
            }
        }
        Vertex closed = point(line.last);
        closed.before.addAll(within);
        closed.before.addAll(tasks);
        line.last = model.add(closed);
    }

    /** Its steps; returns its end. */
    private Vertex task(Finish finish, Line around, long seed) {
        Line line = new Line(around.last, List.of());
        CountDownLatch ended = new CountDownLatch(1);
        Throwable[] thrown = new Throwable[1];
        List<Event> after = new ArrayList<>();
        Vertex begun = point(around.last);
        if (!events.isEmpty() && random.nextBoolean()) {
            int event = event();
            after.add(events.get(event));
            begun.before.add(ends.get(event));
        }
        line.last = model.add(begun);
        Event event =
                finish.async(
                        after,
                        () -> {
                            try {
                                for (int i = 0; i < 4; i++) {
                                    step(line, seed);
                                }
                            } catch (Throwable failed) {
                                thrown[0] = failed;
                            }
                        });
        event.onSettled(settled -> ended.countDown());
        try {
            ended.await();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
        if (thrown[0] != null) {
            throw new AssertionError("seed " + seed, thrown[0]);
        }
        Vertex end = model.add(point(line.last));
        keep(event, end);
        return end;
    }
}
