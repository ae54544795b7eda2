package org.anabranch.scheduler.stream;

import com.google.errorprone.annotations.concurrent.GuardedBy;

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
import org.anabranch.api.Place;
import org.anabranch.api.Range;
import org.anabranch.api.RangeException;
import org.anabranch.api.Region;
import org.anabranch.api.Stream;
import org.anabranch.api.StreamOptions;
import org.anabranch.scheduler.action.Action;
import org.anabranch.scheduler.action.ActionOwner;
import org.anabranch.scheduler.action.ExecutingDomain;
import org.anabranch.scheduler.action.Program;
import org.anabranch.scheduler.coherence.DataAction;
import org.anabranch.scheduler.coherence.PrefetchAction;
import org.anabranch.scheduler.coherence.SyncAction;
import org.anabranch.scheduler.count.Handles;
import org.anabranch.scheduler.count.PaddedCount;
import org.anabranch.scheduler.domain.Abandonment;
import org.anabranch.scheduler.domain.Machine;
import org.anabranch.scheduler.event.Outcome;
import org.anabranch.scheduler.event.Wait;
import org.anabranch.scheduler.kernel.CopyAction;
import org.anabranch.scheduler.kernel.Invocation;
import org.anabranch.scheduler.kernel.KernelAction;
import org.anabranch.scheduler.kernel.KernelCosts;
import org.anabranch.scheduler.kernel.Placement;
import org.anabranch.scheduler.pool.IdleListener;
import org.anabranch.scheduler.pool.Worker;
import org.anabranch.scheduler.pool.WorkerPool;
import org.anabranch.scheduler.region.Box;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A stream that finds the order of its actions in their operands. Enqueuing takes the stream's
 * lock, which is never held while waiting and never taken by an action that ends: waits count
 * epochs instead.
 */
public final class TrackedStream extends StreamLines.StreamMiddle
        implements Stream, ActionOwner, IdleListener {
    private static final VarHandle ENQUEUED =
            Handles.of(MethodHandles.lookup(), "enqueued", long.class);

    /** The program that opened a stream. */
    public interface Owner extends Program {
        /** {@return what its kernels cost} */
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
    private final long timeLimit;

    /** Null if all actions are left to others. */
    private final InlineExecution undeferred;

    @GuardedBy("this")
    private final DependenceTracker tracker = new DependenceTracker();

    private volatile boolean closed;

    /** Actions that have ended, of those that are enqueued. */
    private final PaddedCount ended = new PaddedCount(0);

    private final StreamFailures failures;
    private final StreamMarks marks = new StreamMarks(this);

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
        this.placement = domain == null ? new Placement(machine.domains(), Place.anywhere()) : null;
        this.options = options;
        this.timeLimit = options.timeLimit().map(Wait::nanos).orElse(0L);
        this.failures = new StreamFailures(options);
        this.undeferred =
                InlineExecution.isPossible(machine, domain, options)
                        ? new InlineExecution(this, machine, platform)
                        : null;
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
        if (undeferred != null) {
            Event ran = undeferred.run(kernel, arguments);
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
            if (what.kernel() != suitable) {
                domain.requireFormat(what.kernel(), what.indices(), what.arguments());
                suitable = domain.runs(what.kernel()) ? what.kernel() : null;
            }
        }
        requireOpen();
        what.lease();
        return enqueue(new KernelAction(this, domain, placement, what));
    }

    @Override
    public Event copy(Range from, Range to) {
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(to, "to");
        Region source = from.region();
        Region target = to.region();
        machine.memories().requireOwn(from.buffer());
        machine.memories().requireOwn(to.buffer());
        if (source.width() != target.width()
                || source.height() != target.height()
                || source.depth() != target.depth()) {
            throw new RangeException("a copy needs equal extents: " + source + " and " + target);
        }
        if (from.buffer() == to.buffer() && Box.overlap(source, target, from.buffer().shape())) {
            throw new RangeException(
                    "the ranges of a copy within " + from.buffer().name() + " must not overlap");
        }
        requireOpen();
        if (domain != null) {
            domain.requireActive();
        }
        if (undeferred != null) {
            Event ran = undeferred.copy(from, to);
            if (ran != null) {
                return ran;
            }
        }
        return enqueue(new CopyAction(this, domain, machine.domains(), from, to));
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
        requireOpen();
        to.requireActive();
        return enqueue(new PrefetchAction(this, to, range));
    }

    private static void requireAll(List<?> given, String what) {
        int number = 0;
        for (Object one : given) {
            Objects.requireNonNull(one, what + " " + number++);
        }
    }

    @Override
    public Event waitFor(Event... events) {
        Objects.requireNonNull(events, "events");
        requireAll(Arrays.asList(events), "event");
        SyncAction sync = new SyncAction(pool, this, "a wait for events");
        follow(sync, List.of(events));
        return enqueueGate(sync, false);
    }

    @Override
    public Event waitFor(List<Event> events, Range... ranges) {
        Objects.requireNonNull(events, "events");
        Objects.requireNonNull(ranges, "ranges");
        requireAll(events, "event");
        requireAll(Arrays.asList(ranges), "range");
        List<Event> given = List.copyOf(events); // refuses null before anything is leased
        Operand[] operands = new Operand[ranges.length];
        for (int i = 0; i < ranges.length; i++) {
            machine.memories().requireOwn(ranges[i].buffer());
            operands[i] = new Operand(ranges[i], Mode.READ_WRITE);
        }
        SyncAction sync = new SyncAction(pool, this, "a wait for events", operands);
        follow(sync, given);
        return enqueue(sync);
    }

    private static void follow(SyncAction sync, List<Event> events) {
        for (Event event : events) {
            if (event instanceof Action action) {
                action.precede(sync, true);
            } else {
                sync.hold();
                event.onSettled(
                        settled -> {
                            settled.failure().ifPresent(sync::inherit);
                            sync.release();
                        });
            }
        }
    }

    @Override
    public Event barrier() {
        return enqueueGate(new SyncAction(pool, this, "a barrier"), true);
    }

    @Override
    public Event mark() {
        SyncAction mark = new SyncAction(pool, marks, "a mark of stream " + id);
        synchronized (this) {
            followClaim();
            epoch = epoch.end(mark, enqueued);
            if (gate != null) {
                gate.precede(mark, false);
            }
            if (lastMark != null) {
                lastMark.precede(mark, false);
            }
            lastMark = mark;
        }
        mark.start();
        return mark;
    }

    private Event enqueueGate(SyncAction sync, boolean afterAll) {
        synchronized (this) {
            admit(sync);
            followClaim();
            if (afterAll) {
                epoch = epoch.end(sync, enqueued);
            }
            sync.sequence = ++enqueued;
            sync.epoch = epoch;
            if (gate != null) {
                gate.precede(sync, true);
            }
            followLastIfStrict(sync);
            gate = sync;
            last = sync;
        }
        sync.start();
        return sync;
    }

    private Event enqueue(DataAction action) {
        synchronized (this) {
            admit(action);
            followClaim();
            action.sequence = ++enqueued;
            action.epoch = epoch;
            if (gate != null) {
                gate.precede(action, true);
            }
            switch (options.order()) {
                case STRICT -> followLastIfStrict(action);
                case OPERANDS -> tracker.track(action);
                case NONE -> tracker.trackExplicit(action);
            }
            last = action;
        }
        action.start();
        return action;
    }

    @GuardedBy("this")
    private void followLastIfStrict(Action action) {
        if (options.order() == StreamOptions.Order.STRICT && last != null) {
            last.precede(action, false);
        }
    }

    /**
     * Claims the stream for an action that the caller runs now, after all others; false if
     * something is in flight, or has failed, or the stream is closed.
     */
    synchronized boolean claim() {
        if (closed
                || claim.isTaken()
                || enqueued != ended.get()
                || gate != null && !gate.isRetired()
                || failures.endActions()) {
            return false;
        }
        claim.take();
        ranAtOnce++;
        return true;
    }

    /** The action that the stream was claimed for has ended. */
    void unclaim() {
        claim.giveBack();
    }

    /** What is enqueued now comes after an action that is run undeferred. */
    @GuardedBy("this")
    private void followClaim() {
        SyncAction follower = claim.gate(pool, id);
        if (follower != null) {
            gate = follower;
        }
    }

    /**
     * An action that the stream is claimed for threw: as if it had been enqueued and had failed.
     */
    void failed(Action action, Throwable cause) {
        synchronized (this) {
            action.sequence = ++enqueued;
            action.epoch = epoch;
            ranAtOnce--;
        }
        action.begin();
        action.end(action.failed(cause));
    }

    /** The stream is open, or the action is taken back. */
    @GuardedBy("this")
    private void admit(Action action) {
        if (closed) {
            ClosedException refusal = closedException();
            action.retired(refusal);
            action.leave();
            throw refusal;
        }
    }

    private void requireOpen() {
        if (closed) {
            throw closedException();
        }
    }

    private ClosedException closedException() {
        return new ClosedException("stream " + id + " is closed");
    }

    @Override
    public void failing(Action action, AnabranchException failure) {
        failures.add(action, failure);
    }

    @Override
    public void ended(Action action, AnabranchException failure) {
        ended.addAndGet(1);
        Worker worker = pool.current();
        if (worker != null) {
            worker.sawEnd(this);
        } else {
            forgetIfIdle();
        }
        action.epoch.release();
    }

    /**
     * If nothing is in flight nobody has to come after anybody. Who ends the last one sees that.
     */
    @Override
    public void forgetIfIdle() {
        if (isIdle()) {
            forgetOrder();
        }
    }

    /** Whether nothing that was enqueued is in flight, for who does not have the lock. */
    boolean isIdle() {
        return ended.get() == (long) ENQUEUED.getOpaque(this);
    }

    private synchronized void forgetOrder() {
        if (pending() == 0) {
            tracker.clear();
            last = null;
        }
    }

    @Override
    public void inheritInto(Action action) {
        failures.inheritInto(action);
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
        return platform;
    }

    @Override
    public String describe(Action action) {
        return " (action " + action.sequence + " of stream " + id + " of " + platform.owner() + ")";
    }

    @Override
    public void await() {
        refuseOwnAction();
        mark().await();
        throwFailures();
    }

    private void throwFailures() {
        AnabranchException thrown = failures.take();
        synchronized (this) {
            if (gate != null && gate.isRetired()) {
                gate = null;
            }
        }
        if (thrown != null) {
            throw thrown;
        }
    }

    @Override
    public boolean await(Duration timeout) {
        refuseOwnAction();
        return mark().await(timeout);
    }

    @Override
    public void close() {
        refuseOwnAction();
        if (!stopIntake()) {
            return;
        }
        try {
            awaitLast();
        } finally {
            platform.closed(this);
        }
        throwFailures();
    }

    @Override
    public void closeNow() {
        refuseOwnAction();
        stopIntake();
        cancelPending(new ActionCancelledException("stream " + id + " was closed at once"));
        if (pending() > 0) {
            Abandonment.of(machine.domains(), action -> action.owner == this);
        }
        awaitLast();
        platform.closed(this);
    }

    /** Nothing follows: nobody needs to know any more what was there. */
    private void awaitLast() {
        Outcome mark = (Outcome) mark();
        boolean interrupted = false;
        while (!mark.isSettled()) {
            try {
                new Wait(pool).until(mark, Long.MAX_VALUE);
            } catch (ActionCancelledException stopped) {
                if (!Thread.interrupted()) {
                    throw stopped;
                }
                interrupted = true;
                cancelPending(stopped);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        forgetOrder();
    }

    private synchronized boolean stopIntake() {
        boolean first = !closed;
        closed = true;
        return first;
    }

    /** What has not begun ends with this cause. */
    public void cancelPending(AnabranchException cause) {
        failures.cancel(cause);
    }

    @Override
    public boolean isAfterWhatRuns(Action action) {
        return claim.isOf(Thread.currentThread());
    }

    @Override
    public void ran(Action action, long nanos) {
        if (undeferred != null && action instanceof KernelAction run && run.loop == null) {
            undeferred.ranElsewhere(run.kernel, nanos);
        }
    }

    @Override
    public boolean orders(Action earlier, Action later) {
        if (later.sequence <= earlier.sequence || earlier.sequence == 0) {
            return false;
        }
        return switch (options.order()) {
            case STRICT -> true;
            case OPERANDS ->
                    earlier instanceof DataAction one
                            && later instanceof DataAction other
                            && conflict(one, other);
            case NONE -> false;
        };
    }

    /** Whether one writes what the other uses, unless both add to it. */
    private static boolean conflict(DataAction earlier, DataAction later) {
        for (Operand one : earlier.operands) {
            for (Operand other : later.operands) {
                if (one.range().buffer() == other.range().buffer()
                        && (one.mode().writes() || other.mode().writes())
                        && (one.mode() != Mode.REDUCE || other.mode() != Mode.REDUCE)
                        && Box.overlap(
                                one.range().region(),
                                other.range().region(),
                                one.range().buffer().shape())) {
                    return true;
                }
            }
        }
        return false;
    }

    private void refuseOwnAction() {
        if (runsHere()) {
            throw new IllegalStateException(
                    "an action of stream " + id + " cannot wait for its own stream");
        }
    }

    /** Whether the calling thread runs an action of the stream. */
    private boolean runsHere() {
        if (claim.isOf(Thread.currentThread())) {
            return true;
        }
        Worker worker = pool.current();
        return worker != null
                && worker.isRunning(
                        subject -> subject instanceof Action action && action.owner == this);
    }

    synchronized long pending() {
        return enqueued - ended.get() + (claim.isTaken() ? 1 : 0);
    }

    public synchronized Monitor.StreamReport report() {
        return new Monitor.StreamReport(
                id,
                platform.owner(),
                domain == null ? "any" : domain.id(),
                options,
                pending(),
                enqueued + ranAtOnce);
    }
}
