package org.anabranch.scheduler.event;

import org.anabranch.api.Domain;
import org.anabranch.scheduler.pool.Worker;
import org.anabranch.scheduler.pool.WorkerPool;

import java.util.Optional;

/** A minimal event that can be settled. */
final class SettlingEvent extends Outcome {

    @Override
    public WorkerPool pool() {
        return null;
    }

    @Override
    public String describe() {
        return "nothing in particular";
    }

    @Override
    public boolean isRunningOn(Worker worker) {
        return false;
    }

    @Override
    public Worker runner() {
        return null;
    }

    @Override
    public Optional<Domain> domain() {
        return Optional.empty();
    }
}
