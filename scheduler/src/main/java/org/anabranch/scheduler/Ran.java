package org.anabranch.scheduler;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** The event of an action that the host had run well before anybody could ask. */
final class Ran implements Event {
    private final Program program;
    private final ExecutingDomain host;

    Ran(Program program, ExecutingDomain host) {
        this.program = program;
        this.host = host;
    }

    @Override
    public State state() {
        return State.DONE;
    }

    @Override
    public Optional<Domain> domain() {
        return Optional.of(program.view(host));
    }

    @Override
    public Optional<AnabranchException> failure() {
        return Optional.empty();
    }

    @Override
    public void await() {}

    @Override
    public boolean await(Duration timeout) {
        return true;
    }

    @Override
    public boolean cancel() {
        return false;
    }

    @Override
    public void onSettled(Consumer<Event> callback) {
        Outcome.call(this, callback);
    }

    @Override
    public String toString() {
        return "an action that ran undeferred";
    }
}
