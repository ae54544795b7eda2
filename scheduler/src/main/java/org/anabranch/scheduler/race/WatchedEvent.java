package org.anabranch.scheduler.race;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.RaceException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** An event that reports to the detector which threads have seen it settle. */
class WatchedEvent implements Event {
    final RaceDetector races;
    final Event event;
    final Operation operation;

    WatchedEvent(RaceDetector races, Event event, Operation operation) {
        this.races = races;
        this.event = event;
        this.operation = operation;
    }

    /** Returns the detector's operations for events. */
    static List<Operation> operations(RaceDetector races, List<? extends Event> events) {
        List<Operation> operations = new ArrayList<>();
        for (Event event : events) {
            operations.add(
                    event instanceof WatchedEvent watched && watched.races == races
                            ? watched.operation
                            : foreign(races, event));
        }
        return operations;
    }

    /** Returns an operation for the end of a foreign event. */
    private static Operation foreign(RaceDetector races, Event event) {
        Operation end = races.later("an event of somebody else");
        event.onSettled(settled -> races.known(end, null));
        return end;
    }

    /** The events as the platform knows them. */
    static List<Event> plain(RaceDetector races, List<? extends Event> events) {
        List<Event> plain = new ArrayList<>();
        for (Event event : events) {
            plain.add(
                    event instanceof WatchedEvent watched && watched.races == races
                            ? watched.event
                            : event);
        }
        return plain;
    }

    /** Records that the calling thread knows that it has settled. */
    private boolean saw(boolean settled) {
        if (settled) {
            races.join(operation);
        }
        return settled;
    }

    @Override
    public State state() {
        State state = event.state();
        saw(state.isTerminal());
        return state == State.DONE && races.race(operation) != null ? State.FAILED : state;
    }

    @Override
    public boolean isSettled() {
        return saw(event.isSettled());
    }

    @Override
    public Optional<Domain> domain() {
        return event.domain();
    }

    @Override
    public Optional<AnabranchException> failure() {
        Optional<AnabranchException> failure = event.failure();
        saw(failure.isPresent());
        return failure.isPresent() ? failure : Optional.ofNullable(races.race(operation));
    }

    @Override
    public void await() {
        try {
            event.await();
        } finally {
            saw(event.isSettled());
        }
        RaceException race = races.race(operation);
        if (race != null) {
            throw race;
        }
    }

    @Override
    public boolean await(Duration timeout) {
        return saw(event.await(timeout));
    }

    @Override
    public boolean cancel() {
        boolean cancelled = event.cancel();
        if (cancelled) {
            races.withdraw(operation);
        }
        return cancelled;
    }

    @Override
    public void onSettled(Consumer<Event> callback) {
        if (callback == null) {
            event.onSettled(null);
            return;
        }
        Strand strand = races.fork(null);
        event.onSettled(
                settled -> {
                    races.join(strand, operation);
                    races.run(strand, () -> callback.accept(this));
                });
    }

    @Override
    public String toString() {
        return event.toString();
    }
}
