package org.anabranch.scheduler;

import org.anabranch.api.Domain;
import org.anabranch.api.Event;

import java.util.Collection;
import java.util.Optional;

/** Settles with the first of several events. */
final class AnyOf extends Outcome {
    private final WorkerPool pool;

    AnyOf(WorkerPool pool, Collection<? extends Event> events) {
        this.pool = pool;
        for (Event event : events) {
            event.onSettled(first -> settle(DONE));
        }
    }

    @Override
    WorkerPool pool() {
        return pool;
    }

    @Override
    String describe() {
        return "any of several events";
    }

    @Override
    boolean isRunningOn(Worker worker) {
        return false;
    }

    @Override
    Worker runner() {
        return null;
    }

    @Override
    public Optional<Domain> domain() {
        return Optional.empty();
    }
}
