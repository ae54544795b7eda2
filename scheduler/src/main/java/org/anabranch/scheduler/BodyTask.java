package org.anabranch.scheduler;

/**
 * A task without a result that is not in the deque of the worker that started it. There it is but
 * its body.
 */
final class BodyTask extends Task {
    private final Runnable body;

    BodyTask(CountedFinish scope, Runnable body) {
        super(scope);
        this.body = body;
    }

    @Override
    public String toString() {
        return "a task of a finish scope";
    }

    @Override
    void run(Worker worker) {
        scope.ended(worker, scope.run(body));
    }
}
