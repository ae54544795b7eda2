package org.anabranch.scheduler;

import org.anabranch.api.Domain;

import java.util.Optional;

/** An outcome of nothing in particular. */
final class SettlingEvent extends Outcome {

    @Override
    WorkerPool pool() {
        return null;
    }

    @Override
    String describe() {
        return "nothing in particular";
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
