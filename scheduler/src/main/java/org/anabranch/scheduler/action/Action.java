package org.anabranch.scheduler.action;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.AnabranchException;
import org.anabranch.api.Domain;
import org.anabranch.api.DomainLostException;
import org.anabranch.api.Event;
import org.anabranch.events.Events;
import org.anabranch.events.WaitSort;
import org.anabranch.scheduler.count.Handles;
import org.anabranch.scheduler.count.WorkCounts;
import org.anabranch.scheduler.event.Dependencies;
import org.anabranch.scheduler.event.Dependency;
import org.anabranch.scheduler.event.Dependent;
import org.anabranch.scheduler.pool.Cancellable;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.scheduler.pool.TaskQueue;
import org.anabranch.scheduler.pool.Worker;
import org.anabranch.scheduler.pool.WorkerPool;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceLostException;
import org.anabranch.spi.NotStartedException;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * An operation that runs once, after its predecessors, with its data in place. Its life cycle is
 * the {@link Phase}; the thread that decrements a dependency count to zero advances it:
 *
 * <ol>
 *   <li>When its predecessors have ended (or are ahead of it on the same device), it chooses its
 *       domain and acquires its data; it waits for transfers under way.
 *   <li>When the data is there, it is submitted: to the queue of the host, or to a lane of a
 *       device.
 *   <li>When it is done, {@link #end} is called, on any thread; when the operations that it was
 *       submitted after have ended too, it retires, in the order that {@link #tellAll} lists.
 * </ol>
 *
 * <p>Failure is data: it is inherited along edges, and through the directories by actions that need
 * data that was not written; an action that has inherited a failure retires without running.
 */
public abstract class Action extends DependenceNode implements Dependent, Cancellable {
    /** No literal: that takes memory where it is first used. */
    private static final String NOT_TOLD = "not all could be told of the end of an action".intern();

    /** Here, since the first end of one that failed may have no memory to load it. */
    private static final Class<?> NOT_STARTED = NotStartedException.class;

    private static final VarHandle OPERATION =
            Handles.of(MethodHandles.lookup(), "operation", DeviceOperation.class);

    static {
        Action none = null;
        DeviceOperation nil = null;
        Handles.linkCalls(() -> OPERATION.setRelease(none, nil));
        ActionLog.link();
    }

    private final WorkerPool pool;

    /**
     * Where it runs; null until it is placed. A thread that is not ordered with placing may see
     * that late.
     */
    public ExecutingDomain at;

    /** Told when this retires: the stream, scope or loop that it belongs to. */
    public final ActionOwner owner;

    /** Number within the stream, from 1; 0 outside of streams. */
    public long sequence;

    /**
     * Its attempt as an operation of a device; null on the host, and for work done without the
     * device.
     */
    private volatile DeviceOperation operation;

    private Phase phase = Phase.WAITING;

    /** The outcome of the action itself. */
    private Ending own = DONE;

    private AnabranchException moved; // why, or null

    /** The dependencies outside of its order; null if there is none, and once it has retired. */
    private volatile Dependencies dependencies;

    public Action(WorkerPool pool, ActionOwner owner, ExecutingDomain at) {
        this.pool = pool;
        this.owner = owner;
        this.at = at;
    }

    /** It runs in that domain, and holds it until {@link #leave}. Before anybody comes after it. */
    public final void runAt(ExecutingDomain there) {
        DeviceOperation here = there.operation(this); // first: there may be no memory for it
        there.hold();
        at = there;
        OPERATION.setRelease(this, here);
    }

    /**
     * Chooses a domain if there is none yet. May throw: then the action fails.
     *
     * @return false if it is too early for that; then it is made ready again later
     */
    public boolean place() {
        return true;
    }

    /**
     * Returns its expected time in the fastest domain, as far as known. Called under the lock of
     * the places.
     */
    public double expectedNanos() {
        return 0;
    }

    /** Returns true if data that it lacks is transferred; if false, it fails the action. */
    public boolean movesData() {
        return true;
    }

    /** It had a lane of its device for so many nanoseconds. */
    public void took(long nanos) {}

    /**
     * Does it, or hands it on; {@link #end} is called once it is done. May throw: then the action
     * fails.
     */
    public abstract void submit() throws DeviceLostException;

    /** Returns its attempt as an operation of a device, or null. */
    public final DeviceOperation operation() {
        return operation;
    }

    /**
     * Returns true if it was submitted to a device, so that early successors may have acquired
     * already.
     */
    public final boolean wasSubmitted() {
        DeviceOperation here = operation;
        return here != null && here.wasSubmitted();
    }

    @Override
    public final TaskQueue queue() {
        return owner.queue();
    }

    @Override
    public final WorkerPool pool() {
        return pool;
    }

    @Override
    public boolean isRunningOn(Worker worker) {
        return worker.isRunning(subject -> subject == this);
    }

    @Override
    public final boolean comesAfterWhatRuns(Worker worker) {
        return owner.isAfterWhatRuns(this)
                || worker != null
                        && worker.isRunning(
                                subject ->
                                        subject instanceof Action running
                                                && isReachedFrom(running, this::isSettled));
    }

    /**
     * Returns true if this comes after another action; a stream answers directly for two of its
     * own.
     *
     * @param isOver ends the search: this does not wait any more
     */
    private boolean isReachedFrom(Action first, BooleanSupplier isOver) {
        return first.owner == owner && owner.orders(first, this)
                || Reachability.isPath(first, this, isOver);
    }

    @Override
    public final Optional<Domain> domain() {
        Program program = program();
        return program == null ? Optional.empty() : Optional.ofNullable(at).map(program::view);
    }

    /** The program for which this is done, or null. */
    public Program program() {
        return owner.program();
    }

    /** Where to count what this does in a domain: for its program, if it has one. */
    public final WorkCounts counts(ExecutingDomain domain) {
        Program program = program();
        return program == null ? domain.counts : program.counts(domain);
    }

    @Override
    final boolean isFollowedEarlyBy(DependenceNode successor) {
        DeviceOperation here = operation;
        DeviceOperation there =
                here != null && successor instanceof Action action ? action.operation : null;
        return there != null && here.isOrderedBefore(there);
    }

    @Override
    final long announcedTicket() {
        DeviceOperation here = operation;
        return here == null ? 0 : here.announced();
    }

    @Override
    final void runAfter(long ticket) {
        operation.runAfter(ticket);
    }

    private void become(Phase next) {
        assert phase.mayBecome(next) : this + " cannot become " + next + ": it is " + phase;
        phase = next;
    }

    @Override
    final void advance() {
        if (phase == Phase.ENDED) {
            retire();
            return;
        }
        try {
            if (hasInherited() || isSettled()) {
                end(own);
            } else if (phase == Phase.WAITING) {
                acquire();
            } else if (!waitsAgain()) {
                become(Phase.SUBMITTED);
                submit();
            }
        } catch (Throwable cause) {
            if (phase == Phase.RETIRED) {
                ForeignCode.warn(NOT_TOLD, cause); // it ends once
            } else {
                Ending ending = failed(cause);
                if (!isLostBefore(cause) || !move(ending)) {
                    end(ending);
                }
            }
        }
    }

    /** Returns true if its device vanished after it had its data, and before it was submitted. */
    private boolean isLostBefore(Throwable cause) {
        return phase == Phase.SUBMITTED
                && cause instanceof DeviceLostException lost
                && !lost.isCausedByOperation();
    }

    private void acquire() {
        if (mustNotRun()) {
            end(own);
        } else if (mayGoOn()) {
            become(Phase.ACQUIRING);
            setUpAgain();
            try {
                acquireData();
            } catch (Throwable cause) {
                inherit(asFailure(cause));
            }
            if (isTold()) {
                ActionLog.ready(this);
            }
            if (endSetUp()) {
                advance();
            }
        }
    }

    /**
     * Returns true if it need not wait for its turn or for placement; if it must, it is made ready
     * again later.
     */
    private boolean mayGoOn() {
        if (!isTold() || !mayBeKept()) {
            return enter() && place() && admit();
        }
        long now = pool.log.now(); // when it is made ready again it goes on elsewhere
        boolean entered = enter();
        boolean goesOn = entered && place() && admit();
        if (!goesOn) {
            ActionLog.kept(this, entered ? WaitSort.PLACE : WaitSort.TURN, now);
        }
        return goesOn;
    }

    /** Returns true if it may have to wait for its turn or for placement. */
    protected boolean mayBeKept() {
        return at == null;
    }

    /**
     * Returns true if it must wait again, for actions whose operations it was to run after: these
     * have failed, and may be submitted again under other tickets.
     */
    private boolean waitsAgain() {
        DeviceOperation here = operation;
        if (here == null || !here.isAfterOthers()) {
            return false;
        }
        List<DependenceNode> failed = here.takeFailed(new ArrayList<>(0));
        if (failed.isEmpty()) {
            return false;
        }
        setUpAnew();
        failed.forEach(earlier -> earlier.precede(this, false));
        start();
        return true;
    }

    /**
     * Tries another domain after its domain vanished before it ran, if the scheduler had chosen
     * that domain and running again is harmless; returns false if it cannot.
     *
     * @param otherwise its outcome if it cannot
     */
    public boolean move(Ending otherwise) {
        return false;
    }

    /** Takes another domain after the first one failed before it did anything. */
    public final void restart(Ending otherwise) {
        moved = otherwise.failure();
        rewind();
        TimeLimit limit = timeLimit();
        if (limit != null) {
            var _ = limit.end(DONE); // and begins anew
        }
        become(Phase.WAITING);
        operation.abandon();
        operation = null;
        at = null;
        setUpAnew();
        start();
    }

    /** Why it left the domain that it was to run in first, or null. */
    public final AnabranchException lossBefore() {
        return moved;
    }

    /**
     * Returns true if one of these comes after this, which was moved, and relied on its first
     * domain. Then this cannot come after it.
     */
    public final boolean isAwaitedBy(List<Action> producers) {
        return producers.stream()
                .anyMatch(one -> one != this && one.isReachedFrom(this, one::isRetired));
    }

    /**
     * Submits it again after the failure that kept the device from starting it has turned out not
     * to matter.
     *
     * @return false if there is no memory for another attempt
     */
    private boolean submitAgain() {
        DeviceOperation next;
        try {
            next = operation.again();
        } catch (OutOfMemoryError full) {
            return false;
        }
        rewind();
        become(Phase.ACQUIRING);
        operation = next;
        own = DONE;
        holdEndAgain();
        setUpAgain();
        start();
        return true;
    }

    /** Returns its time limit, or null. */
    public TimeLimit timeLimit() {
        return null;
    }

    /** Its own part is over. */
    public final void end(Ending ending) {
        TimeLimit limit = timeLimit();
        own = limit == null ? ending : limit.end(ending);
        become(Phase.ENDED);
        if (releaseEnd()) {
            retire();
        }
    }

    /** Its own part is over, on a worker: what that makes ready is what the worker does next. */
    public final void endOn(Worker worker, Ending ending) {
        worker.ends();
        if (isTold()) {
            pool.log.ends(worker.kernelEnd());
            end(ending);
            pool.log.ends(0);
        } else {
            end(ending);
        }
        worker.ended();
    }

    /** Returns its final state: that of its event, of a cancellation, or of the action itself. */
    private State stateOf(Ending ending) {
        return isSettled() ? state() : ending.state();
    }

    private void retire() {
        AnabranchException cause = inherited();
        boolean notStarted =
                own.failure() != null && NOT_STARTED.isInstance(own.failure().getCause());
        boolean again = notStarted && cause == null && operation.isAfterOthers();
        if (!again || !submitAgain()) {
            become(Phase.RETIRED);
            if (isTold()) {
                boolean inherits = cause != null && (own == DONE || notStarted);
                ActionLog.retired(this, inherits ? State.CANCELLED : stateOf(own));
            }
            dependencies = null;
            boolean cancels = cause != null && (own == DONE || notStarted) && !isSettled();
            tellAll(cancels ? ending(cancelledBy(cause)) : own);
        }
    }

    private static Ending ending(AnabranchException cancellation) {
        return cancellation == ForeignCode.NO_MEMORY
                ? NO_MEMORY
                : Ending.of(State.CANCELLED, cancellation);
    }

    /**
     * Waits for an event as well, unless and until this is cancelled. While it is being set up.
     * Rethrows the exceptions of the event.
     */
    public final void dependOn(Event event) {
        if (event instanceof Action earlier) {
            earlier.tellEdge(this);
        }
        dependencies().add(event);
    }

    /** Waits for what the caller ends as well, unless and until this is cancelled. */
    public final Dependency depend() {
        return dependencies().add();
    }

    /** By the thread that sets it up. A cancellation that comes meanwhile finds them. */
    private Dependencies dependencies() {
        Dependencies all = dependencies;
        if (all == null) {
            all = new Dependencies(this);
            dependencies = all;
            if (isSettled()) {
                all.giveUp();
            }
        }
        return all;
    }

    @Override
    public final void dependencyEnded(AnabranchException failure) {
        if (failure == null) {
            release();
        } else {
            releaseFailed(failure);
        }
    }

    @Override
    public final void cancelFor(AnabranchException cause) {
        if (state() == State.QUEUED) {
            boolean _ = prevent(cancelledBy(cause));
        }
    }

    @Override
    protected void prevented() {
        try {
            cancelSuccessors();
        } finally {
            Dependencies all = dependencies;
            if (all != null) {
                all.giveUp();
            }
        }
    }

    @Override
    public final boolean isPast() {
        return isSettled();
    }

    @Override
    public final void cancelWithOwner() {
        AnabranchException why = owner.refusal(this);
        if (why != null) {
            cancelFor(why);
        }
    }

    /** Before it begins: true if it must not run, for what it depends on or as its owner says. */
    protected final boolean mustNotRun() {
        AnabranchException why = owner.refusal(this);
        if (why != null) {
            inherit(why);
        }
        return hasInherited();
    }

    /**
     * Announces the end of the action, whatever the steps throw, in this order:
     *
     * <ol>
     *   <li>the directories, so that an action that reads its data finds it, or the failure;
     *   <li>the owner, of a failure: a thread that waits for the event may ask the owner next;
     *   <li>buffers and counts: a thread that waits may close a buffer, and find its memory free;
     *   <li>the event, unless a cancellation has settled it before: threads that wait go on,
     *       callbacks are called;
     *   <li>the domain, which may be removed once no action refers to it, and not before the event
     *       has settled;
     *   <li>deferred reductions, which find in the directories the state that this one left;
     *   <li>future successors: a thread that adds an edge finds that it has retired, and so does
     *       one that finds the stream idle;
     *   <li>the owner, which counts it: a scope may close, a mark may be reached;
     *   <li>successors, whose submission may take this thread long, and dependents of the event;
     *   <li>the device, where successors could look up a failed attempt of this one;
     *   <li>actions that wait for placement, after the successors.
     * </ol>
     */
    private void tellAll(Ending ending) {
        AnabranchException failure = isSettled() ? failureOrNull() : ending.failure();
        tellOfData(failure); // 1, 2
        try {
            retired(failure); // 3
        } catch (Throwable broken) {
            ForeignCode.warn(NOT_TOLD, broken);
        }
        try {
            settle(ending); // 4
        } catch (Throwable broken) {
            ForeignCode.warn(NOT_TOLD, broken);
        }
        try {
            leave(); // 5
        } catch (Throwable full) {
            ForeignCode.warn(NOT_TOLD, full);
        }
        try {
            exit(); // 6
        } catch (Throwable full) {
            ForeignCode.warn(NOT_TOLD, full);
        }
        Edge edges = closeEdges(); // 7
        failure = failureOrNull();
        try {
            owner.ended(this, failure); // 8
        } catch (Throwable broken) {
            ForeignCode.warn(NOT_TOLD, broken);
        }
        letFollow(edges, failure); // 9
        callListeners(); // 9, those of other streams and scopes
        DeviceOperation last = operation;
        if (last != null) {
            last.forgetIfWithdrawn(); // 10
        }
        makeRoom(); // 11
    }

    /** The directories, then the owner, then the log, whatever becomes of the former. */
    private void tellOfData(AnabranchException failure) {
        try {
            dataSettled(failure);
        } catch (Throwable full) {
            ForeignCode.warn(NOT_TOLD, full);
        }
        try {
            if (failure != null) {
                owner.failing(this, failure);
            }
        } catch (Throwable full) {
            ForeignCode.warn(NOT_TOLD, full);
        }
        try {
            if (failure != null && !(failure instanceof ActionCancelledException)) {
                ActionLog.failed(this, failure);
            }
        } catch (Throwable full) {
            ForeignCode.warn(NOT_TOLD, full);
        }
    }

    @Override
    final int toldAt() {
        return at == null ? Events.NOWHERE : at.toldAs();
    }

    @Override
    final long ownerNumber() {
        return owner.number();
    }

    /** Prepares for enqueuing: if actions are recorded, it is logged from now on. */
    public final void begins() {
        if (pool.log.records() && !isTold()) {
            isToldAs(ActionLog.enqueued(this));
        }
    }

    /** Is not enqueued after all: lets go of what it has. */
    public final void isRefused(AnabranchException why) {
        if (isTold()) {
            ActionLog.retired(this, State.CANCELLED);
        }
        cancelFor(why);
        retired(why);
        leave();
    }

    @Override
    final void tellEdge(DependenceNode successor) {
        if (isTold() && successor.isTold()) {
            ActionLog.edge(this, successor);
        }
    }

    @Override
    final boolean isAcquiring() {
        return phase == Phase.ACQUIRING;
    }

    /** Returns true if it may acquire its data; if not, it is made ready again later. */
    public boolean enter() {
        return true;
    }

    /** Returns true if its device has room for its data; if not, it is made ready again later. */
    protected boolean admit() {
        return true;
    }

    /** Asks the directories for data; holds this for what is under way. */
    public void acquireData() throws DeviceException {}

    /** Tells the directories how it ended, before anyone else learns of it. */
    public void dataSettled(AnabranchException failure) {}

    /** Lets go of what it used and counts itself, before anybody who waits goes on. */
    public void retired(AnabranchException failure) {}

    /** Lets those go on that {@link #enter} kept out, and forgets its ranges. */
    public void exit() {}

    /** No longer names its domain; its event has come. */
    public void leave() {}

    /** Releases what it kept others from. */
    public void makeRoom() {}

    private AnabranchException cancelledBy(AnabranchException cause) {
        try {
            Throwable root = rootOf(cause);
            return new ActionCancelledException(
                    describe()
                            + " did not run: it depends on what did not end well: "
                            + ForeignCode.message(root),
                    root);
        } catch (Throwable full) {
            return ForeignCode.NO_MEMORY;
        }
    }

    /** The ending of an action that failed in this way. */
    public final Ending failed(Throwable cause) {
        return Ending.of(
                cause instanceof DeviceLostException ? State.LOST : State.FAILED, asFailure(cause));
    }

    private AnabranchException asFailure(Throwable cause) {
        try {
            if (cause instanceof DeviceLostException lost && lost.isCausedByOperation()) {
                return new DomainLostException(
                        describe()
                                + " cost "
                                + (at == null ? "its domain" : at.id())
                                + " its device, and is not run elsewhere: "
                                + ForeignCode.message(lost),
                        lost);
            }
            return cause instanceof DeviceLostException lost
                    ? new DomainLostException(
                            "%s: the device of %s is lost"
                                    .formatted(describe(), at == null ? "its domain" : at.id()),
                            lost)
                    : ForeignCode.isOurs(cause) ? (AnabranchException) cause : explained(cause);
        } catch (Throwable full) {
            return ForeignCode.NO_MEMORY;
        }
    }

    /** Returns the failure for an exception of foreign code. */
    protected AnabranchException explained(Throwable cause) {
        return ForeignCode.failure(describe(), cause);
    }
}
