package org.anabranch.scheduler.kernel;

import org.anabranch.scheduler.action.Action;
import org.anabranch.scheduler.action.TimeLimit;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.scheduler.pool.Worker;
import org.anabranch.scheduler.pool.WorkerPool;

import java.util.ArrayList;
import java.util.List;

/**
 * The workers that run a kernel with a time limit. When the time is over they are interrupted,
 * once, and others run in their place until they come back. No other task runs on top of such a
 * kernel, so the interrupt reaches the kernel only.
 */
final class HostTimeLimit implements TimeLimit.Terminator {
    final TimeLimit time;
    private final Action action;

    // guarded by this
    private final List<Worker> running = new ArrayList<>(1);
    private boolean terminated;

    HostTimeLimit(Action action, long nanos) {
        this.action = action;
        this.time = new TimeLimit(action, nanos);
    }

    /** {@return the exception of the body, or null; it does not run if the time is over} */
    Throwable run(Worker worker, ForeignCode.Body body) {
        time.begin(this);
        return ForeignCode.runKernel(
                () -> {
                    enter(worker);
                    int depth = worker.forbidNesting();
                    try {
                        body.run();
                    } finally {
                        worker.allowNesting(depth);
                        leave(worker); // before the flag is cleared
                    }
                });
    }

    private synchronized void enter(Worker worker) throws InterruptedException {
        if (terminated) {
            throw new InterruptedException("the time of " + action.describe() + " is over");
        }
        running.add(worker);
    }

    private synchronized void leave(Worker worker) {
        running.remove(worker);
        if (terminated) {
            action.pool().comesBack(worker);
        }
    }

    @Override
    public String domain() {
        return action.at.id();
    }

    @Override
    public String terminate() {
        WorkerPool pool = action.pool();
        synchronized (this) {
            terminated = true;
            running.forEach(
                    worker -> {
                        worker.interrupt();
                        pool.standIn(worker);
                    });
        }
        return "was interrupted, since Java code cannot be ended";
    }
}
