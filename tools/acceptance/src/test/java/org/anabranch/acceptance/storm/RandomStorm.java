package org.anabranch.acceptance.storm;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.Parameter;
import org.anabranch.api.Platform;
import org.anabranch.api.Region;
import org.anabranch.api.Stream;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;

/** One random program: tasks, scopes, loops and streams, the code of which misbehaves. */
final class RandomStorm {
    private static final int RANGES = 8;
    private static final int STEPS = 24;

    /** An enqueued action: its event, and the body whose failure it must report, or none. */
    record Enqueued(Event event, int body, boolean certain) {}

    /**
     * An object that is closed or awaited at the end, and the exception of that: created while
     * there is memory.
     */
    static final class Ending {
        final String what;
        final Runnable closing;
        AnabranchException thrown;
        OutOfMemoryError full;

        Ending(String what, Runnable closing) {
            this.what = what;
            this.closing = closing;
        }
    }

    private static final int NONE = -1;

    final long seed;
    final Injected injected;
    final List<Enqueued> events = new ArrayList<>();
    final List<Ending> ends = new ArrayList<>();
    final List<AnabranchException> refusals = new ArrayList<>(2 * STEPS);

    /** Bodies of the scope itself: it must tell what they threw. */
    final List<Integer> tasks = new ArrayList<>();

    private final Set<Event> loops = new HashSet<>();

    boolean cancels;
    private final Platform platform;
    private final SplittableRandom random;
    private final Thread program = Thread.currentThread();
    private final ClassLoader loader = program.getContextClassLoader();
    private final List<Stream> streams = new ArrayList<>();
    private final Buffer b;
    private Finish finish;
    private int bodies;

    RandomStorm(Platform platform, long seed, Injected injected) {
        this.platform = platform;
        this.seed = seed;
        this.injected = injected;
        this.random = new SplittableRandom(seed);
        this.b = platform.buffer(JAVA_INT, RANGES * 16L);
    }

    /** Enqueues everything. */
    void enqueue() {
        for (Domain domain : platform.domains()) {
            try {
                streams.add(domain.stream());
            } catch (AnabranchException gone) {
                refusals.add(gone);
            }
        }
        streams.add(platform.stream());
        finish = platform.finish();
        prepareEnds();
        for (int step = 0; step < STEPS; step++) {
            try {
                step();
                addCallback();
            } catch (AnabranchException refused) {
                refusals.add(refused); // a device may be lost, or a mapping throw
            } catch (OutOfMemoryError full) {
                requireFilled(full);
            }
        }
    }

    private void requireFilled(OutOfMemoryError full) {
        if (!injected.filled) {
            throw full;
        }
    }

    private void prepareEnds() {
        ends.add(new Ending("the scope", finish::close));
        for (Stream stream : streams) {
            String what = stream.toString();
            ends.add(new Ending(what, random.nextInt(8) == 0 ? () -> {} : stream::await));
            ends.add(new Ending(what, stream::close));
        }
        ends.add(new Ending("the buffer", b::close));
    }

    /** Closes everything, which waits. A body may have filled the heap: nothing is made here. */
    void end() {
        for (int i = 0; i < ends.size(); i++) {
            Ending end = ends.get(i);
            try {
                end.closing.run();
            } catch (AnabranchException told) {
                end.thrown = told;
            } catch (OutOfMemoryError full) {
                end.full = full;
            }
        }
    }

    private Misdeed misdeed() {
        return random.nextInt(3) == 0
                ? Misdeed.values()[random.nextInt(Misdeed.values().length)]
                : null;
    }

    /** What the program's own thread is left with is the program's own affair. */
    private void onMyself(Runnable body) {
        try {
            body.run();
        } finally {
            if (Thread.currentThread() == program) {
                boolean unused = Thread.interrupted();
                program.setContextClassLoader(loader);
            }
        }
    }

    private Runnable body() {
        Misdeed misdeed = misdeed();
        int body = bodies++;
        return () -> onMyself(() -> Injected.run(seed, body, misdeed));
    }

    /** A kernel that may travel: it holds nothing but numbers and a constant. */
    private Kernel kernel() {
        Misdeed misdeed = misdeed();
        int body = bodies++;
        long program = seed;
        return Kernel.of("storm" + body, Parameter.inOut("b"))
                .java((piece, arguments) -> Injected.run(program, body, misdeed))
                .with(Waits.NOTHING);
    }

    private void step() {
        long from = random.nextInt(RANGES) * 16L;
        Stream stream = streams.get(random.nextInt(streams.size()));
        switch (random.nextInt(14)) {
            case 0 -> {
                tasks.add(bodies);
                finish.async(body());
            }
            case 1 -> call();
            case 2 -> events.add(new Enqueued(finish.async(some(), body()), bodies - 1, true));
            case 3 -> nest();
            case 4 -> {
                tasks.add(bodies);
                Runnable body = body();
                finish.forasync(Loop.of(0, 16).tile(3), i -> body.run());
            }
            case 5 -> add(finish.async(kernel(), b.elements(from, 16).inOut()));
            case 6 -> loop();
            case 7 -> add(stream.copy(b.elements(from, 8), b.elements(from + 8, 8)));
            case 8 -> add(stream.waitFor(some()));
            case 9 -> awaitEarlier();
            case 10 -> {
                if (!events.isEmpty() && random.nextInt(4) == 0) {
                    Event last = events.getLast().event();
                    cancels |= last.cancel() || loops.contains(last); // of which a part may go on
                }
            }
            default -> add(stream.run(kernel(), b.elements(from, 16).inOut()));
        }
    }

    private void add(Event event) {
        events.add(new Enqueued(event, NONE, false));
    }

    private void call() {
        tasks.add(bodies);
        Runnable body = body();
        Callable<Integer> callable =
                () -> {
                    body.run();
                    return 1;
                };
        events.add(new Enqueued(finish.call(callable), bodies - 1, true));
    }

    /** Enqueues a task that waits for an earlier action. */
    private void awaitEarlier() {
        if (events.isEmpty()) {
            return;
        }
        Event earlier = events.get(random.nextInt(events.size())).event();
        Runnable body = body();
        add(
                finish.call(
                        () -> {
                            earlier.await();
                            body.run();
                            return 1;
                        }));
    }

    private void addCallback() {
        if (events.isEmpty() || random.nextInt(3) != 0) {
            return;
        }
        Misdeed misdeed = misdeed();
        events.getLast()
                .event()
                .onSettled(
                        settled -> {
                            if (misdeed != null) {
                                injected.begins(misdeed);
                                try {
                                    onMyself(() -> misdeed.commit("in a callback"));
                                } finally {
                                    injected.ends();
                                }
                            }
                        });
    }

    private List<Event> some() {
        return events.isEmpty()
                ? List.of()
                : List.of(
                        events.get(random.nextInt(events.size())).event(),
                        events.getLast().event());
    }

    /** A task with a scope of its own, which is closed or left open. */
    private void nest() {
        Runnable first = body();
        Runnable second = body();
        boolean closes = random.nextBoolean();
        finish.async(
                () -> {
                    Finish nested = platform.finish();
                    nested.async(first);
                    nested.async(() -> platform.forkJoin(second, first));
                    if (closes) {
                        nested.close();
                    }
                });
    }

    private void loop() {
        boolean broken = random.nextInt(3) == 0;
        Runnable mapping = body();
        Event loop =
                finish.forasync(
                        Loop.of(0, RANGES * 16).tile(16),
                        kernel(),
                        b.inOut(
                                (piece, shape) -> {
                                    if (broken && piece.count(0) < 64) {
                                        mapping.run();
                                    }
                                    return Region.of(
                                            piece.low0() * 4, (piece.high0() - piece.low0()) * 4);
                                }));
        loops.add(loop);
        add(loop);
    }
}
