package org.anabranch.scheduler.pool;

import org.anabranch.api.AnabranchException;

/** Stands for all scopes that threads wait for, in a search of other deques. It has no tasks. */
final class AwaitedScopes extends Scope {
    static final AwaitedScopes ALL = new AwaitedScopes();

    private AwaitedScopes() {}

    @Override
    public boolean contains(Scope scope) {
        return scope != null && scope.isAwaited();
    }

    @Override
    public void attend(Cancellable entry) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isCancelled() {
        return false;
    }

    @Override
    public int scopeNumber() {
        return 0;
    }

    @Override
    public void count(int number) {
        throw new UnsupportedOperationException();
    }

    @Override
    public AnabranchException run(InstalledContext worker, Runnable body) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void ended(WorkerCounts worker, AnabranchException failure) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void stolen() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void abandonUpTo(Scope outer) {
        throw new UnsupportedOperationException();
    }
}
