package org.anabranch.scheduler.stream;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.AnabranchException;
import org.anabranch.api.Argument;
import org.anabranch.api.ClosedException;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.Mode;
import org.anabranch.api.Monitor;
import org.anabranch.api.Operand;
import org.anabranch.api.Range;
import org.anabranch.api.Stream;
import org.anabranch.api.StreamOptions;
import org.anabranch.scheduler.action.Action;
import org.anabranch.scheduler.action.ExecutingDomain;
import org.anabranch.scheduler.action.Program;
import org.anabranch.scheduler.coherence.DataAction;
import org.anabranch.scheduler.coherence.PrefetchAction;
import org.anabranch.scheduler.coherence.SyncAction;
import org.anabranch.scheduler.domain.Abandonment;
import org.anabranch.scheduler.domain.Machine;
import org.anabranch.scheduler.event.Required;
import org.anabranch.scheduler.kernel.CopyAction;
import org.anabranch.scheduler.kernel.Invocation;
import org.anabranch.scheduler.kernel.KernelAction;
import org.anabranch.scheduler.kernel.KernelCosts;
import org.anabranch.scheduler.kernel.Placement;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.scheduler.pool.WorkerPool;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A stream as its program sees it: checks what is asked for and makes actions of it. What they come
 * after is found by {@link StreamOrder}, what applies to them is in {@link StreamActions}, and
 * waiting for them goes by {@link StreamMarks}.
 */
public final class TrackedStream implements Stream {
    /** The program that opened a stream. */
    public interface Owner extends Program {
        /** {@return the costs of its kernels} */
        KernelCosts costs();

        /** The stream is closed. */
        void closed(TrackedStream stream);
    }

    private final Owner platform;
    private final Machine machine;
    private final WorkerPool pool;
    private final int id;
    private final ExecutingDomain domain;
    private final Placement placement;
    private final StreamOptions options;
    private final StreamActions actions;
    final StreamOrder order;
    private final StreamMarks marks;

    /** Null if all actions are left to others. */
    private final InlineExecution inline;

    /** A kernel that the domain is known to run. */
    private Kernel suitable;

    public TrackedStream(
            Machine machine,
            Owner platform,
            int id,
            ExecutingDomain domain,
            StreamOptions options) {
        this.platform = platform;
        this.machine = machine;
        this.pool = machine.pool();
        this.id = id;
        this.domain = domain;
        this.placement =
                domain == null ? Placement.byForecast(machine.domains(), platform.costs()) : null;
        this.options = options;
        boolean inlines = InlineExecution.isPossible(machine, platform, domain, options);
        this.actions =
                new StreamActions(pool, platform, id, options, inlines ? platform.costs() : null);
        this.order = actions.order;
        this.marks = new StreamMarks(pool, actions);
        this.inline = inlines ? new InlineExecution(actions, machine, platform) : null;
    }

    @Override
    public int id() {
        return id;
    }

    @Override
    public Optional<Domain> domain() {
        return Optional.ofNullable(domain).map(platform::view);
    }

    public ExecutingDomain executing() {
        return domain;
    }

    @Override
    public Event run(Kernel kernel, Argument... arguments) {
        Objects.requireNonNull(kernel, "kernel");
        Objects.requireNonNull(arguments, "arguments");
        if (inline != null) {
            Event ran = inline.run(kernel, arguments);
            if (ran != null) {
                return ran;
            }
        }
        return run(Invocation.of(machine, kernel, null, arguments));
    }

    @Override
    public Event run(Kernel kernel, Loop loop, Argument... arguments) {
        Objects.requireNonNull(kernel, "kernel");
        Objects.requireNonNull(loop, "loop");
        Objects.requireNonNull(arguments, "arguments");
        return run(Invocation.of(machine, kernel, loop, arguments));
    }

    private Event run(Invocation what) {
        if (domain == null) {
            placement.candidates(what);
        } else {
            domain.requireActive();
            if (domain.isHost()) {
                domain.requireMemory(what.arguments());
            }
            if (what.kernel() != suitable) {
                domain.requireFormat(what.kernel(), what.indices(), what.arguments());
                suitable = domain.runs(what.kernel()) ? what.kernel() : null;
            }
        }
        order.requireOpen();
        return enqueue(KernelAction.leasing(actions, domain, placement, what));
    }

    @Override
    public Event copy(Range from, Range to) {
        CopyAction.check(machine.memories(), from, to);
        order.requireOpen();
        if (domain != null) {
            domain.requireActive();
        }
        if (inline != null) {
            Event ran = inline.copy(from, to);
            if (ran != null) {
                return ran;
            }
        }
        return enqueue(new CopyAction(actions, domain, machine.domains(), from, to));
    }

    @Override
    public Event prefetch(Range range) {
        Objects.requireNonNull(range, "range");
        if (domain == null) {
            throw new IllegalStateException(
                    "stream "
                            + id
                            + " is bound to no domain: prefetch in a stream of the domain that is"
                            + " to have the data");
        }
        return transfer(range, domain);
    }

    @Override
    public Event fetch(Range range) {
        Objects.requireNonNull(range, "range");
        return transfer(range, machine.domains().host);
    }

    private Event transfer(Range range, ExecutingDomain to) {
        machine.memories().requireOwn(range.buffer());
        order.requireOpen();
        to.requireActive();
        return enqueue(new PrefetchAction(actions, to, range));
    }

    @Override
    public Event waitFor(Event... events) {
        Objects.requireNonNull(events, "events");
        Required.all(Arrays.asList(events), "events", "event");
        SyncAction sync = new SyncAction(pool, actions, "a wait for events");
        follow(sync, List.of(events));
        return started(sync, order.addGate(sync, false));
    }

    @Override
    public Event waitFor(List<Event> events, Range... ranges) {
        Objects.requireNonNull(ranges, "ranges");
        Required.all(events, "events", "event");
        Required.all(Arrays.asList(ranges), "ranges", "range");
        List<Event> given = List.copyOf(events); // refuses null before anything is leased
        Operand[] operands = new Operand[ranges.length];
        for (int i = 0; i < ranges.length; i++) {
            machine.memories().requireOwn(ranges[i].buffer());
            operands[i] = new Operand(ranges[i], Mode.READ_WRITE);
        }
        SyncAction sync = new SyncAction(pool, actions, "a wait for events", operands);
        follow(sync, given);
        return enqueue(sync);
    }

    private static void follow(SyncAction sync, List<Event> events) {
        sync.begins();
        try {
            sync.follow(events);
        } catch (Throwable refused) {
            sync.isRefused(ForeignCode.failure(sync.describe(), refused));
            throw refused;
        }
    }

    @Override
    public Event barrier() {
        SyncAction barrier = new SyncAction(pool, actions, "a barrier");
        return started(barrier, order.addGate(barrier, true));
    }

    @Override
    public Event mark() {
        return marks.set();
    }

    private Event enqueue(DataAction action) {
        return started(action, order.add(action));
    }

    /** Starts what the stream took, or takes it back. */
    private Event started(Action action, boolean taken) {
        if (!taken) {
            ClosedException refusal = order.refusal();
            action.isRefused(refusal);
            throw refusal;
        }
        action.start();
        actions.cancelIfLate(action);
        return action;
    }

    @Override
    public void await() {
        actions.refuseOwn();
        marks.setToWait().await();
        actions.throwFailures();
    }

    @Override
    public boolean await(Duration timeout) {
        actions.refuseOwn();
        return mark().await(timeout);
    }

    @Override
    public void close() {
        actions.refuseWait();
        if (!order.close()) {
            return;
        }
        try {
            marks.awaitLast();
        } finally {
            platform.closed(this);
        }
        actions.throwFailures();
    }

    @Override
    public void closeNow() {
        actions.refuseWait();
        order.close();
        cancelPending(new ActionCancelledException("stream " + id + " was closed at once"));
        if (order.pending() > 0) {
            Abandonment.of(machine.domains(), new Abandonment.Of(actions));
        }
        marks.awaitLast();
        platform.closed(this);
    }

    /** Cancels each action that has not begun, at once. */
    public void cancelPending(AnabranchException cause) {
        actions.cancel(cause);
    }

    public Monitor.StreamReport report() {
        return new Monitor.StreamReport(
                id,
                platform.owner(),
                domain == null ? "any" : domain.id(),
                options,
                order.pending(),
                order.total());
    }
}
