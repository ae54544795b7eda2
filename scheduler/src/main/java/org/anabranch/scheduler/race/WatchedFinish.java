package org.anabranch.scheduler.race;

import org.anabranch.api.Argument;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.IndexBody;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.Place;
import org.anabranch.api.Result;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A scope that reports the tasks started in it to the detector; each task is a strand of its own.
 */
public final class WatchedFinish implements Finish {
    private final RaceDetector races;
    private final Finish finish;
    private final ScopeOrder order;

    public WatchedFinish(RaceDetector races, Finish finish) {
        this.races = races;
        this.finish = finish;
        this.order = new ScopeOrder(races.scope());
    }

    /** The body as a strand of its own; a null is refused later. */
    private Runnable strand(Runnable body) {
        if (body == null) {
            return null;
        }
        Strand strand = races.fork(order);
        return () -> races.run(strand, body);
    }

    @Override
    public void async(Runnable body) {
        finish.async(strand(body));
    }

    @Override
    public void asyncOrRun(Runnable body) {
        finish.asyncOrRun(strand(body));
    }

    @Override
    public Event async(List<Event> after, Runnable body) {
        if (body == null || after == null || new ArrayList<>(after).contains(null)) {
            return finish.async(after, body); // is refused
        }
        List<Operation> before = WatchedEvent.operations(races, List.copyOf(after));
        Strand strand = races.fork(order);
        Operation end = races.later("a task");
        Runnable watched =
                () -> {
                    before.forEach(one -> races.join(strand, one));
                    try {
                        races.run(strand, body);
                    } finally {
                        races.known(end, strand);
                    }
                };
        Event event = finish.async(WatchedEvent.plain(races, after), watched);
        event.onSettled(settled -> races.known(end, strand));
        return new WatchedEvent(races, event, end);
    }

    @Override
    public <T> Result<T> call(Callable<T> body) {
        return call(body, finish::call);
    }

    @Override
    public Event async(String name, Runnable body) {
        return body == null
                ? finish.async(name, body)
                : call(
                        name,
                        () -> {
                            body.run();
                            return null;
                        });
    }

    @Override
    public <T> Result<T> call(String name, Callable<T> body) {
        return call(body, watched -> finish.call(name, watched));
    }

    private <T> Result<T> call(Callable<T> body, Function<Callable<T>, Result<T>> call) {
        if (body == null) {
            return call.apply(body);
        }
        Strand strand = races.fork(order);
        Operation end = races.later("a task");
        Callable<T> watched =
                () -> {
                    Strand around = Strands.enter(strand);
                    try {
                        return body.call();
                    } finally {
                        Strands.leave(around);
                        races.end(strand);
                        races.known(end, strand);
                    }
                };
        Result<T> result = call.apply(watched);
        result.onSettled(settled -> races.known(end, strand));
        return new WatchedResult<>(races, result, end);
    }

    private Event start(Kernel kernel, Loop loop, Argument[] arguments, Supplier<Event> call) {
        Use[] uses = Uses.of(kernel, loop, arguments);
        if (uses == null) {
            return call.get(); // is refused
        }
        if (loop != null) {
            LoopPieces.check(kernel, loop, arguments);
        }
        Operation operation =
                races.enqueue(
                        "kernel " + kernel.name() + " in a finish scope",
                        null,
                        Operation.Kind.ACCESS,
                        List.of(),
                        uses);
        races.add(order, operation);
        try {
            return new WatchedEvent(races, call.get(), operation);
        } catch (Throwable refused) {
            races.withdraw(operation);
            throw refused;
        }
    }

    @Override
    public Event async(Kernel kernel, Argument... arguments) {
        return start(kernel, null, arguments, () -> finish.async(kernel, arguments));
    }

    @Override
    public Event async(Place place, Kernel kernel, Argument... arguments) {
        return start(kernel, null, arguments, () -> finish.async(place, kernel, arguments));
    }

    @Override
    public Event forasync(Loop loop, Kernel kernel, Argument... arguments) {
        return forasync(Place.anywhere(), loop, kernel, arguments);
    }

    @Override
    public Event forasync(Place place, Loop loop, Kernel kernel, Argument... arguments) {
        return loop == null
                ? finish.forasync(place, loop, kernel, arguments)
                : start(
                        kernel,
                        loop,
                        arguments,
                        () -> finish.forasync(place, loop, kernel, arguments));
    }

    /** Returns a strand for all indices: the calling thread's past comes before each. */
    private Strand before() {
        return races.fork(order);
    }

    @Override
    public void forasync(Loop loop, IndexBody body) {
        Strand before = before();
        finish.forasync(
                loop,
                body == null
                        ? null
                        : (IndexBody) i -> races.run(races.forkFrom(before), () -> body.run(i)));
    }

    @Override
    public void forasync(Loop loop, IndexBody.Two body) {
        Strand before = before();
        finish.forasync(
                loop,
                body == null
                        ? null
                        : (IndexBody.Two)
                                (i, j) -> races.run(races.forkFrom(before), () -> body.run(i, j)));
    }

    @Override
    public void forasync(Loop loop, IndexBody.Three body) {
        Strand before = before();
        finish.forasync(
                loop,
                body == null
                        ? null
                        : (IndexBody.Three)
                                (i, j, k) ->
                                        races.run(races.forkFrom(before), () -> body.run(i, j, k)));
    }

    @Override
    public void cancel() {
        finish.cancel();
    }

    @Override
    public boolean isCancelled() {
        return finish.isCancelled();
    }

    @Override
    public void close() {
        try {
            finish.close();
        } finally {
            races.join(order);
        }
    }

    @Override
    public String toString() {
        return finish.toString();
    }
}
