package org.anabranch.scheduler;

import org.anabranch.api.AnabranchException;

/** A task without a result: the cheapest there is. */
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
        AnabranchException failure = null;
        if (scope.isCancelled()) {
            failure = scope.cancellation("a task");
        } else {
            try {
                body.run();
            } catch (Throwable cause) {
                failure = Outcome.failureOf("a task of a finish scope", cause);
            }
        }
        scope.ended(worker, failure);
    }
}
