package org.anabranch.scheduler;

import static org.anabranch.faulty.HeapFiller.require;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Buffer;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.Parameter;
import org.anabranch.api.Stream;
import org.anabranch.faulty.HeapFiller;

import java.util.ArrayList;
import java.util.List;

/**
 * The first actions and tasks of an engine end when there is not a byte of memory, so that whatever
 * an end is made of is used for the first time then. Ends with status 0 if all of them end.
 */
final class FirstEndProgram {
    private static final long LIMIT_NANOS = 120_000_000_000L;

    private static final Error PLANNED = new OutOfMemoryError("as planned");

    private static volatile boolean open;
    private static volatile boolean filling;
    private static volatile boolean over;

    private FirstEndProgram() {}

    private static final Kernel GATED =
            Kernel.of("gated", Parameter.inOut("b")).java((piece, arguments) -> pass());
    private static final Kernel FAILING =
            Kernel.of("failing", Parameter.inOut("b")).java((piece, arguments) -> fail());

    private static void pass() {
        while (!open) {
            Thread.onSpinWait();
        }
        filling = true;
        if (!over) {
            HeapFiller.takeAll();
        }
        filling = false;
    }

    private static void fail() {
        pass();
        throw PLANNED;
    }

    public static void main(String[] args) {
        try (House house = House.of(EngineSettings.defaults().withWorkers(1))) {
            Buffer b = house.platform.buffer(JAVA_LONG, 64);
            Stream stream = house.host0().stream();
            Finish finish = house.platform.finish();
            List<Event> events = new ArrayList<>();
            events.add(stream.run(GATED, b.elements(0, 8).inOut()));
            events.add(stream.run(GATED, b.elements(0, 8).inOut()));
            events.add(stream.run(GATED, Loop.of(0, 8), b.elements(8, 8).inOut()));
            events.add(stream.barrier());
            events.add(finish.async("one", FirstEndProgram::pass));
            events.add(finish.async(List.copyOf(events), FirstEndProgram::pass));
            events.add(stream.run(FAILING, b.elements(16, 8).inOut()));
            events.add(stream.run(GATED, b.elements(16, 8).inOut()));
            events.add(stream.run(FAILING, Loop.of(0, 8), b.elements(24, 8).inOut()));
            events.add(finish.async("bad", FirstEndProgram::fail));
            finish.async(FirstEndProgram::fail);
            finish.forasync(Loop.of(0, 4), index -> pass());
            prepareToAwait();
            open = true;
            awaitAll(events);
            over = true;
            while (filling) {
                Thread.onSpinWait();
            }
            HeapFiller.letGo();
            close(finish::close);
            close(stream::close);
        }
        System.exit(0);
    }

    /**
     * Uses once what {@link #awaitAll} uses while the heap is full, but no event: a literal is an
     * object, made when the code that has it first runs.
     */
    static void prepareToAwait() {
        requireEnd(true);
        House.pause(1);
    }

    /** Waits for events without an allocation. */
    static void awaitAll(List<Event> events) {
        long start = System.nanoTime();
        for (int i = 0; i < events.size(); i++) {
            Event event = events.get(i);
            while (!event.isSettled() && System.nanoTime() - start < LIMIT_NANOS) {
                Thread.onSpinWait();
            }
            requireEnd(event.isSettled());
        }
    }

    private static void requireEnd(boolean settled) {
        require(settled, "it never ends");
    }

    /** Closes, and prints the exception if there was no memory. */
    private static void close(Runnable close) {
        try {
            close.run();
        } catch (RuntimeException told) {
            System.out.println(told);
        }
    }
}
