package org.anabranch.scheduler;

import static org.anabranch.faulty.HeapFiller.require;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.Mapping;
import org.anabranch.api.Parameter;
import org.anabranch.api.Stream;
import org.anabranch.faulty.FaultPlan;
import org.anabranch.faulty.HeapFiller;
import org.anabranch.reference.ReferenceBackend;

import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Bodies that take the heap to its last byte and keep it until their event has come: it must come
 * in spite of that, and the directories must know afterwards what was not written. Ends with status
 * 0 if all is so.
 */
final class LastByteProgram {
    private static final int N = 64;
    private static final long LIMIT_NANOS = 60_000_000_000L;

    /** Tickets up to here are in objects that the virtual machine has made already. */
    private static final int CACHED = 200;

    /** True if all is enqueued that is to meet the full heap. */
    private static volatile boolean ready = true;

    private LastByteProgram() {}

    private static final Kernel GREEDY =
            Kernel.of("greedy", Parameter.inOut("b")).java((piece, arguments) -> takeAllAndFail());

    private static void takeAllAndFail() {
        while (!ready) {
            Thread.onSpinWait();
        }
        HeapFiller.takeAll();
        throw NO_ROOM;
    }

    private static final IllegalStateException NO_ROOM = new IllegalStateException("as planned");

    public static void main(String[] args) {
        try (House house = House.devices(1)) {
            run(house, "a task", (finish, b) -> finish.call(LastByteProgram::result));
            run(
                    house,
                    "a kernel",
                    (finish, b) -> finish.async(house.host0(), GREEDY, b.elements(8, 16).inOut()));
            run(
                    house,
                    "a kernel on a device",
                    (finish, b) ->
                            finish.async(house.device(0), GREEDY, b.elements(8, 16).inOut()));
            run(
                    house,
                    "a loop",
                    (finish, b) ->
                            finish.forasync(
                                    house.host0(),
                                    Loop.of(8, 24).tile(16),
                                    GREEDY,
                                    b.inOut(Mapping.each())));
            runChain(house, house.host0());
            runChain(house, house.device(0));
            require(house.engine.monitor().workers().size() == 3, "as many workers as before");
        }
        try (House house = House.faulty(FaultPlan.NONE, 1)) {
            runChain(house, house.device(0));
        }
        try (House house = House.of(House.SETTINGS).plug(ordering(), 1)) {
            runChain(house, house.device(0));
        }
        System.out.println("all events came");
        System.exit(0);
    }

    private static ReferenceBackend ordering() {
        return new ReferenceBackend(List.of(House.info(0, House.MEGABYTE, true)), false);
    }

    /** A kernel that fails, and two in streams of their own that depend on it. */
    private static void runChain(House house, Domain domain) {
        String what = "a chain on " + domain.id();
        try (Buffer b = house.platform.buffer(JAVA_LONG, N)) {
            Stream stream = domain.stream();
            Stream other = domain.stream();
            for (int i = 0; i < CACHED; i++) {
                stream.run(Kernels.ADD, b.elements(8, 16).inOut(), Argument.of(1L));
            }
            stream.await();
            ready = false;
            Event first = stream.run(GREEDY, b.elements(8, 16).inOut());
            Event second = stream.run(GREEDY, b.elements(8, 16).inOut());
            other.waitFor(first);
            Event third = other.run(GREEDY, b.elements(32, 16).inOut());
            ready = true;
            awaitWithoutMemory(first, what);
            awaitWithoutMemory(second, what);
            awaitWithoutMemory(third, what);
            HeapFiller.letGo();
            System.out.println(what + ": " + first.state() + second.state() + third.state());
            require(first.state() == Event.State.FAILED, what + " begins with a failure");
            require(second.failure().isPresent() && third.failure().isPresent(), what + " tells");
            require(fails(stream::close) && fails(other::close), "the streams of " + what);
            require(fails(b::read), what + " left its data undefined");
        }
        House.until("all of it is let go", () -> house.engine.memories.hostMemory.used() == 0);
    }

    private static Integer result() {
        takeAllAndFail();
        return 1;
    }

    /** A buffer of which the device has the upper half alone, so that there is much to be told. */
    private static void run(House house, String what, BiFunction<Finish, Buffer, Event> enqueued) {
        Domain device = house.device(0);
        try (Stream stream = device.stream();
                Buffer b = house.platform.buffer(JAVA_LONG, N)) {
            stream.run(Kernels.FILL, b.elements(0, N / 2).out(), Argument.of(1L)).await();
            stream.run(Kernels.FILL, b.elements(12, 4).out(), Argument.of(2L)).await();
            Finish finish = house.platform.finish();
            Event event = enqueued.apply(finish, b);
            awaitWithoutMemory(event, what);
            HeapFiller.letGo();
            System.out.println(what + ": " + event.state() + " " + event.failure().orElse(null));
            require(event.state() == Event.State.FAILED, what + " failed");
            require(fails(finish::close), "the scope of " + what + " tells");
            if (!what.equals("a task")) {
                require(fails(b::read), what + " left its data undefined");
            }
            stream.run(Kernels.FILL, b.all().out(), Argument.of(5L)).await();
            require(
                    Arrays.equals(Kernels.filled(N, 5), Kernels.content(b)),
                    "the buffer of " + what + " is used again");
        }
        House.until("all of it is let go", () -> house.engine.memories.hostMemory.used() == 0);
    }

    private static boolean fails(Runnable body) {
        try {
            body.run();
            return false;
        } catch (AnabranchException told) {
            return true;
        }
    }

    /** There is nothing left for a wait that allocates. */
    private static void awaitWithoutMemory(Event event, String what) {
        long start = System.nanoTime();
        while (!event.isSettled() && System.nanoTime() - start < LIMIT_NANOS) {
            Thread.onSpinWait();
        }
        if (!event.isSettled()) {
            HeapFiller.letGo();
            require(false, what + " never ends");
        }
    }
}
