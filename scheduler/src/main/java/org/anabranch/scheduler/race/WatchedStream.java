package org.anabranch.scheduler.race;

import org.anabranch.api.Argument;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.Mode;
import org.anabranch.api.RaceException;
import org.anabranch.api.Range;
import org.anabranch.api.Stream;
import org.anabranch.api.StreamOptions;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A stream that reports enqueued operations to the detector. */
public final class WatchedStream implements Stream {
    private final RaceDetector races;
    private final Stream stream;
    private final StreamOrder order;

    public WatchedStream(RaceDetector races, Stream stream, StreamOptions options) {
        this.races = races;
        this.stream = stream;
        this.order = new StreamOrder(options);
    }

    @Override
    public int id() {
        return stream.id();
    }

    @Override
    public Optional<Domain> domain() {
        return stream.domain();
    }

    private Event enqueue(
            String what,
            Operation.Kind kind,
            List<Operation> after,
            Supplier<Event> call,
            Use... uses) {
        Operation operation =
                races.enqueue(what + " in stream " + stream.id(), order, kind, after, uses);
        try {
            return new WatchedEvent(races, call.get(), operation);
        } catch (Throwable refused) {
            races.withdraw(operation);
            throw refused;
        }
    }

    private Event run(Kernel kernel, Loop loop, Argument[] arguments, Supplier<Event> call) {
        Use[] uses = Uses.of(kernel, loop, arguments);
        if (uses == null) {
            return call.get(); // is refused
        }
        if (loop != null) {
            LoopPieces.check(kernel, loop, arguments);
        }
        return enqueue("kernel " + kernel.name(), Operation.Kind.ACCESS, List.of(), call, uses);
    }

    @Override
    public Event run(Kernel kernel, Argument... arguments) {
        return run(kernel, null, arguments, () -> stream.run(kernel, arguments));
    }

    @Override
    public Event run(Kernel kernel, Loop loop, Argument... arguments) {
        return loop == null
                ? stream.run(kernel, loop, arguments)
                : run(kernel, loop, arguments, () -> stream.run(kernel, loop, arguments));
    }

    @Override
    public Event copy(Range from, Range to) {
        if (from == null || to == null) {
            return stream.copy(from, to);
        }
        return enqueue(
                "a copy",
                Operation.Kind.ACCESS,
                List.of(),
                () -> stream.copy(from, to),
                Uses.of(from, Mode.READ),
                Uses.of(to, Mode.WRITE));
    }

    @Override
    public Event prefetch(Range range) {
        return transfer(range, () -> stream.prefetch(range));
    }

    @Override
    public Event fetch(Range range) {
        return transfer(range, () -> stream.fetch(range));
    }

    /** Where data moves by itself a transfer changes nothing that a program can see. */
    private Event transfer(Range range, Supplier<Event> call) {
        Operation.Kind kind =
                order.options.automatic() ? Operation.Kind.HINT : Operation.Kind.ACCESS;
        return range == null
                ? call.get()
                : enqueue("a transfer", kind, List.of(), call, Uses.of(range, Mode.READ));
    }

    @Override
    public Event waitFor(Event... events) {
        if (events == null || Arrays.asList(events).contains(null)) {
            return stream.waitFor(events); // is refused
        }
        List<Event> given = List.of(events);
        List<Operation> after = WatchedEvent.operations(races, given);
        Event[] plain = WatchedEvent.plain(races, given).toArray(Event[]::new);
        Operation gate = races.gate(order, after, false);
        return new WatchedEvent(races, stream.waitFor(plain), gate);
    }

    @Override
    public Event waitFor(List<Event> events, Range... ranges) {
        if (events == null
                || ranges == null
                || new ArrayList<>(events).contains(null)
                || Arrays.asList(ranges).contains(null)) {
            return stream.waitFor(events, ranges); // is refused
        }
        List<Operation> after = WatchedEvent.operations(races, List.copyOf(events));
        Use[] uses = new Use[ranges.length];
        for (int i = 0; i < ranges.length; i++) {
            uses[i] = Uses.of(ranges[i], Mode.READ_WRITE);
        }
        List<Event> plain = WatchedEvent.plain(races, events);
        return enqueue(
                "a wait", Operation.Kind.WAIT, after, () -> stream.waitFor(plain, ranges), uses);
    }

    @Override
    public Event barrier() {
        Operation gate = races.gate(order, List.of(), true);
        return new WatchedEvent(races, stream.barrier(), gate);
    }

    @Override
    public Event mark() {
        Operation mark = races.mark(order);
        return new WatchedEvent(races, stream.mark(), mark);
    }

    private void throwRace() {
        RaceException race = races.takeRace(order);
        if (race != null) {
            throw race;
        }
    }

    @Override
    public void await() {
        Operation mark = races.mark(order);
        try {
            stream.await();
        } finally {
            races.join(mark);
        }
        throwRace();
    }

    @Override
    public boolean await(Duration timeout) {
        Operation mark = races.mark(order);
        boolean settled = stream.await(timeout);
        if (settled) {
            races.join(mark);
        }
        return settled;
    }

    @Override
    public void close() {
        Operation mark = races.mark(order);
        try {
            stream.close();
        } finally {
            races.join(mark);
        }
        throwRace();
    }

    @Override
    public void closeNow() {
        Operation mark = races.mark(order);
        stream.closeNow();
        races.join(mark);
    }

    @Override
    public String toString() {
        return stream.toString();
    }
}
