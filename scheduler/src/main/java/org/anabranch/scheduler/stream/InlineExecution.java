package org.anabranch.scheduler.stream;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Argument;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Kernel;
import org.anabranch.api.Mode;
import org.anabranch.api.Operand;
import org.anabranch.api.Range;
import org.anabranch.api.Region;
import org.anabranch.api.StreamOptions;
import org.anabranch.events.ActionSort;
import org.anabranch.scheduler.action.Action;
import org.anabranch.scheduler.action.ActionLog;
import org.anabranch.scheduler.action.ExecutingDomain;
import org.anabranch.scheduler.action.Program;
import org.anabranch.scheduler.coherence.TrackedBuffer;
import org.anabranch.scheduler.count.WorkCounts;
import org.anabranch.scheduler.domain.HostDomain;
import org.anabranch.scheduler.domain.Machine;
import org.anabranch.scheduler.kernel.CopyAction;
import org.anabranch.scheduler.kernel.HostArguments;
import org.anabranch.scheduler.kernel.Invocation;
import org.anabranch.scheduler.kernel.KernelAction;
import org.anabranch.scheduler.kernel.KernelCost;
import org.anabranch.scheduler.log.SchedulerLog;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.scheduler.pool.Scope;
import org.anabranch.scheduler.pool.Worker;

/**
 * The inline execution of a host stream's short actions on the enqueuing thread, while nothing of
 * the stream is in flight (lazy task creation; OpenMP: undeferred tasks). Such an action comes
 * after all that was enqueued before, so its operands need not be compared. A thread that enqueues
 * meanwhile, or the kernel itself, creates a gate for its successors. {@link KernelCost} decides
 * which kernels are short enough.
 */
public final class InlineExecution {
    private final StreamActions actions;
    private final StreamOrder order;
    private final Machine machine;
    private final SchedulerLog log;
    private final HostDomain host;
    private final Domain view;
    private final WorkCounts counts;
    private final Program program;

    InlineExecution(StreamActions actions, Machine machine, Program program) {
        this.actions = actions;
        this.order = actions.order;
        this.machine = machine;
        this.log = machine.pool().log;
        this.host = machine.domains().host;
        this.view = program.view(host);
        this.counts = program.counts(host);
        this.program = program;
    }

    /** Returns true if actions of such a stream may run inline. */
    static boolean isPossible(
            Machine machine, Program program, ExecutingDomain domain, StreamOptions options) {
        return !options.deferred()
                && options.timeLimit().isEmpty()
                && domain == machine.domains().host
                && !machine.pool().simulated
                && !program.isWatched()
                && !machine.traced();
    }

    /** Runs a kernel and returns its event, or returns null if it is to be enqueued. */
    Event run(Kernel kernel, Argument[] arguments) {
        KernelCost cost = actions.cost(kernel);
        if (!cost.isShort() || !order.isIdle() || machine.checked()) {
            return null;
        }
        Invocation what = Invocation.of(machine, kernel, null, arguments);
        if (!areAtHome(what.operands())) {
            return null;
        }
        what.lease();
        if (!order.takeSlot()) {
            what.unlease();
            return null;
        }
        Throwable cause = run(what, cost);
        if (cause == null) {
            order.giveSlotBack();
            what.unlease();
            return ran();
        }
        Action action = failed(what);
        order.addFailed(action);
        try {
            action.begin();
            action.end(action.failed(cause)); // what is undefined is known before anything follows
        } finally {
            order.giveSlotBack();
        }
        return action;
    }

    /** An action for what failed, which has the leases now; when there is memory for it. */
    private Action failed(Invocation what) {
        while (true) {
            try {
                return new KernelAction(actions, host, null, what);
            } catch (OutOfMemoryError full) {
                ForeignCode.pause();
            }
        }
    }

    /** A kernel ends with the scopes that it leaves open. */
    private Throwable call(Invocation what, KernelCost cost) {
        try {
            Worker worker = machine.pool().current();
            Scope around = worker == null ? null : worker.scope;
            int opened = program.scopesOpened();
            Throwable thrown =
                    ForeignCode.run(
                            cost.code,
                            Invocation.elements(what.arguments()),
                            new HostArguments(what.arguments()));
            if (worker == null ? program.scopesOpened() == opened : worker.scope == around) {
                return thrown;
            }
            AnabranchException failed =
                    worker == null ? program.closeScopes(opened) : worker.closeScopes(around);
            return thrown == null ? failed : thrown;
        } catch (Throwable full) {
            return full;
        }
    }

    /** Runs it; returns the exception that it threw, or null. */
    private Throwable run(Invocation what, KernelCost cost) {
        int weight = cost.weight();
        boolean told = log.records();
        long start = weight == 0 && !told ? 0 : System.nanoTime();
        Throwable thrown = call(what, cost);
        if (thrown != null) {
            return thrown;
        }
        if (weight != 0 || told) {
            long end = System.nanoTime();
            count(cost, weight, end - start);
            if (told) {
                tell(ActionSort.KERNEL, what.kernel().name(), start, end);
            }
        }
        return null;
    }

    private void tell(ActionSort sort, String title, long start, long end) {
        ActionLog.ranAtOnce(machine.pool(), sort, title, actions.number(), start, end);
    }

    /** Records each run, if all are timed for a recording; else also those that are not timed. */
    private void count(KernelCost cost, int weight, long nanos) {
        if (weight != 0) {
            cost.ranAtOnce(weight, nanos);
        }
        counts.busy(log.records() ? nanos : weight * nanos);
    }

    /** Copies and returns the event, or returns null if the copy is to be enqueued. */
    Event copy(Range from, Range to) {
        TrackedBuffer source = (TrackedBuffer) from.buffer();
        TrackedBuffer target = (TrackedBuffer) to.buffer();
        if (from.region().bytes() > StreamTuning.INLINE_COPY_BYTES
                || !order.isIdle()
                || !source.directory.isPlain()
                || !target.directory.isPlain()) {
            return null;
        }
        CopyAction.lease(source, target);
        try {
            if (!order.takeSlot()) {
                return null;
            }
            try {
                copy(source, from.region(), target, to.region());
            } finally {
                order.giveSlotBack();
            }
        } finally {
            CopyAction.unlease(source, target);
        }
        return ran();
    }

    private void copy(TrackedBuffer source, Region from, TrackedBuffer target, Region to) {
        boolean told = log.records();
        long start = told ? System.nanoTime() : 0;
        Region.copy(source.host(), from, target.host(), to);
        if (told) {
            long end = System.nanoTime();
            counts.busy(end - start);
            tell(ActionSort.COPY, CopyAction.title(source, target), start, end);
        }
    }

    /** Returns true if the host has the only copies, and no order of reductions is to be kept. */
    private static boolean areAtHome(Operand[] operands) {
        for (Operand operand : operands) {
            if (operand.mode() == Mode.REDUCE || !TrackedBuffer.directoryOf(operand).isPlain()) {
                return false;
            }
        }
        return true;
    }

    private Event ran() {
        counts.ended(true);
        return new CompletedEvent(view);
    }
}
