package org.anabranch.scheduler.stream;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.scheduler.event.Callback;
import org.anabranch.scheduler.pool.Callbacks;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/** The event of an action that the host had run well before anybody could ask. */
public final class CompletedEvent implements Event {
    private final Domain host;

    CompletedEvent(Domain host) {
        this.host = host;
    }

    @Override
    public State state() {
        return State.DONE;
    }

    @Override
    public Optional<Domain> domain() {
        return Optional.of(host);
    }

    @Override
    public Optional<AnabranchException> failure() {
        return Optional.empty();
    }

    @Override
    public void await() {}

    @Override
    public boolean await(Duration timeout) {
        Objects.requireNonNull(timeout, "timeout");
        return true;
    }

    @Override
    public boolean cancel() {
        return false;
    }

    @Override
    public void onSettled(Consumer<Event> callback) {
        Objects.requireNonNull(callback, "callback");
        Callbacks.call(new Callback(this, callback));
    }

    @Override
    public String toString() {
        return "an action that ran undeferred";
    }
}
