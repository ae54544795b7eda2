package org.anabranch.scheduler.stream;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Kernel;
import org.anabranch.api.StreamOptions;
import org.anabranch.scheduler.action.Action;
import org.anabranch.scheduler.action.ActionOwner;
import org.anabranch.scheduler.action.Program;
import org.anabranch.scheduler.count.PaddedCount;
import org.anabranch.scheduler.event.Wait;
import org.anabranch.scheduler.kernel.KernelAction;
import org.anabranch.scheduler.kernel.KernelCost;
import org.anabranch.scheduler.kernel.KernelCosts;
import org.anabranch.scheduler.pool.Callbacks;
import org.anabranch.scheduler.pool.Worker;
import org.anabranch.scheduler.pool.WorkerPool;

/** The view that actions have of their stream: its options, and the receiver of their ends. */
final class StreamActions implements ActionOwner {
    final int stream;
    final StreamOptions options;
    final StreamFailures failures;
    final StreamOrder order;

    private final WorkerPool pool;
    private final Program program;
    private final long timeLimit;

    /** Null if no action is run by the thread that enqueues it. */
    private final KernelCosts costs;

    private final PaddedCount ended = new PaddedCount(0);
    private KernelCost recent;

    StreamActions(
            WorkerPool pool,
            Program program,
            int stream,
            StreamOptions options,
            KernelCosts costs) {
        this.pool = pool;
        this.program = program;
        this.stream = stream;
        this.options = options;
        this.costs = costs;
        this.timeLimit = options.timeLimit().map(Wait::nanos).orElse(0L);
        this.failures = new StreamFailures(options);
        this.order = new StreamOrder(pool, stream, options.order(), failures, ended);
    }

    /** Returns the cost of a kernel that may run inline. */
    KernelCost cost(Kernel kernel) {
        KernelCost cost = recent;
        if (cost == null || cost.kernel != kernel) {
            cost = costs.of(kernel);
            recent = cost;
        }
        return cost;
    }

    @Override
    public void failing(Action action, AnabranchException failure) {
        failures.add(action, failure);
    }

    @Override
    public void ended(Action action, AnabranchException failure) {
        ended.addAndGet(1);
        try {
            Worker worker = pool.current();
            if (worker != null) {
                worker.sawEnd(order);
            } else {
                order.forgetIfIdle();
            }
        } finally {
            action.epoch.release(); // who waits goes on, come what may
        }
    }

    @Override
    public void ran(Action action, long nanos) {
        if (costs != null && action instanceof KernelAction run && run.loop == null) {
            cost(run.kernel).ranElsewhere(nanos);
        }
    }

    @Override
    public long number() {
        return stream;
    }

    @Override
    public AnabranchException refusal(Action action) {
        return failures.refusal(action);
    }

    @Override
    public boolean ignoresFailures() {
        return options.onFailure() == StreamOptions.OnFailure.IGNORE;
    }

    @Override
    public long timeLimit() {
        return timeLimit;
    }

    @Override
    public boolean movesData() {
        return options.automatic();
    }

    @Override
    public Program program() {
        return program;
    }

    @Override
    public boolean isAfterWhatRuns(Action action) {
        return order.isSlotOfCaller();
    }

    @Override
    public boolean orders(Action earlier, Action later) {
        return order.orders(earlier, later);
    }

    @Override
    public String describe(Action action) {
        return " (action %s of stream %s of %s)"
                .formatted(action.sequence, stream, program.owner());
    }

    /** Cancels each action that has not begun, at once. */
    void cancel(AnabranchException cause) {
        failures.cancel(cause); // first, for what is enqueued meanwhile
        order.cancelUnsettled(cause);
    }

    /** An action was enqueued; if the stream has been cancelled so is that. */
    void cancelIfLate(Action action) {
        if (failures.isCancelled()) {
            action.cancelWithOwner();
        }
    }

    /** Throws all that has failed since the last call. */
    void throwFailures() {
        AnabranchException thrown = failures.take();
        order.forgetWaits();
        if (thrown != null) {
            throw thrown;
        }
    }

    /** Throws if the calling thread runs an action of the stream, or a callback that would wait. */
    void refuseWait() {
        refuseOwn();
        if (order.pending() > 0) {
            Callbacks.refuseWait("stream " + stream);
        }
    }

    /** Throws if the calling thread, which is to wait, runs an action of the stream. */
    void refuseOwn() {
        Worker worker = pool.current();
        if (order.isSlotOfCaller()
                || worker != null
                        && worker.isRunning(
                                subject ->
                                        subject instanceof Action action && action.owner == this)) {
            throw new IllegalStateException(
                    "an action of stream " + stream + " cannot wait for its own stream");
        }
    }
}
