package org.anabranch.acceptance;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.AnabranchException;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * An event that {@link #open} completes, to hold actions without occupying a worker: anything that
 * happens before cannot have waited for the actions behind the gate.
 */
final class Gate implements Event, AutoCloseable {
    private final CountDownLatch opened = new CountDownLatch(1);
    // guarded by this
    private final List<Consumer<Event>> callbacks = new ArrayList<>();

    /** Lets everything behind it go on. Idempotent. */
    void open() {
        List<Consumer<Event>> waiting;
        synchronized (this) {
            opened.countDown();
            waiting = List.copyOf(callbacks);
            callbacks.clear();
        }
        waiting.forEach(callback -> callback.accept(this));
    }

    @Override
    public State state() {
        return opened.getCount() == 0 ? State.DONE : State.QUEUED;
    }

    @Override
    public Optional<Domain> domain() {
        return Optional.empty();
    }

    @Override
    public Optional<AnabranchException> failure() {
        return Optional.empty();
    }

    @Override
    public void await() {
        try {
            opened.await();
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new ActionCancelledException("interrupted before the gate", interrupt);
        }
    }

    @Override
    public boolean await(Duration timeout) {
        try {
            return opened.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new ActionCancelledException("interrupted before the gate", interrupt);
        }
    }

    @Override
    public boolean cancel() {
        return false;
    }

    @Override
    public void onSettled(Consumer<Event> callback) {
        synchronized (this) {
            if (opened.getCount() > 0) {
                callbacks.add(callback);
                return;
            }
        }
        callback.accept(this);
    }

    @Override
    public void close() {
        open();
    }
}
