package org.anabranch.scheduler.event;

import org.anabranch.api.Domain;
import org.anabranch.api.Promise;
import org.anabranch.scheduler.pool.Worker;
import org.anabranch.scheduler.pool.WorkerPool;

import java.util.Objects;
import java.util.Optional;

/**
 * The implementation of a promise: no task runs for it, so it is unknown which thread will complete
 * it.
 */
public final class GivenResult<T> extends Outcome implements Promise<T> {
    private final WorkerPool pool;
    private final String owner;

    /** Written by the thread that has begun it, before it settles. */
    private T value;

    /**
     * Makes an open promise.
     *
     * @param owner name of its program
     */
    public GivenResult(WorkerPool pool, String owner) {
        this.pool = pool;
        this.owner = owner;
    }

    @Override
    public boolean complete(T given) {
        if (!begin()) {
            return false;
        }
        value = given;
        return settle(DONE);
    }

    @Override
    public boolean fail(Throwable cause) {
        Objects.requireNonNull(cause, "cause");
        return begin() && settle(Ending.of(State.FAILED, () -> failureOf(describe(), cause)));
    }

    @Override
    public T get() {
        await();
        return value;
    }

    @Override
    public WorkerPool pool() {
        return pool;
    }

    @Override
    public String describe() {
        return "a promise of " + owner;
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
