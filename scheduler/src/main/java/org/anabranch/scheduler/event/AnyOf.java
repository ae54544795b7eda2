package org.anabranch.scheduler.event;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.scheduler.pool.Worker;
import org.anabranch.scheduler.pool.WorkerPool;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Settles with the first of several events. */
public final class AnyOf extends Outcome implements Dependent {
    private final WorkerPool pool;

    private AnyOf(WorkerPool pool) {
        this.pool = pool;
    }

    @Override
    public void hold() {}

    @Override
    public void dependencyEnded(AnabranchException failure) {
        settle(DONE);
    }

    @Override
    public WorkerPool pool() {
        return pool;
    }

    @Override
    public String describe() {
        return "any of several events";
    }

    @Override
    public boolean isRunningOn(Worker worker) {
        return false;
    }

    @Override
    public Optional<Domain> domain() {
        return Optional.empty();
    }

    /** Waits for any of them, for a while; those that have settled. */
    public static List<Event> await(
            WorkerPool pool, Collection<? extends Event> events, Duration timeout) {
        Required.all(events, "events", "event");
        Objects.requireNonNull(timeout, "timeout");
        if (events.isEmpty()) {
            throw new IllegalArgumentException("waiting for any of no events would never end");
        }
        if (events.stream().noneMatch(Event::isSettled) && !timeout.isZero()) {
            awaitFirst(pool, events, timeout);
        }
        List<Event> settled = new ArrayList<>();
        events.stream().filter(Event::isSettled).forEach(settled::add);
        return settled;
    }

    /** None of the events refers to this wait when it is over. */
    private static void awaitFirst(
            WorkerPool pool, Collection<? extends Event> events, Duration timeout) {
        AnyOf any = new AnyOf(pool);
        Dependencies first = new Dependencies(any);
        try {
            events.forEach(first::add);
            Wait.in(pool).until(any, Wait.nanos(timeout));
        } finally {
            first.giveUp();
        }
    }
}
