package org.anabranch.scheduler.action;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.AnabranchException;
import org.anabranch.api.Domain;
import org.anabranch.api.DomainLostException;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.scheduler.pool.Worker;
import org.anabranch.scheduler.pool.WorkerPool;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceLostException;
import org.anabranch.spi.NotStartedException;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Something that is done once, after what comes before it, with its data in place.
 *
 * <p>One idea: a count of holds; whoever releases the last one acts. An action holds itself while
 * it is being set up, and once for each predecessor. When the holds are gone it is <em>ready</em>:
 * it chooses its domain, asks the directories of its buffers for data, and holds once for each
 * transfer under way. When these are gone it is <em>submitted</em>. A second count, of what its end
 * must wait for, has one hold for its own completion and one for each early edge. When that is zero
 * it <em>retires</em>: the directories learn how it ended, it settles, and releases its successors.
 * Failure is data: it is inherited along edges, and through the directories by whoever needs what
 * was not written; an action that has inherited one retires without running.
 */
public abstract class Action extends DependenceNode {
    private static final String NOT_TOLD = "not all could be told of the end of an action";

    private final WorkerPool pool;

    /**
     * Where it runs; null until it is placed. Who is not ordered with placing may see that late.
     */
    public ExecutingDomain at;

    /** Told when this retires: the stream, scope or loop that it belongs to. */
    public final ActionOwner owner;

    /** Number within the stream, from 1; 0 outside of streams. */
    public long sequence;

    /** The epoch of the stream that counts this, or null. */
    public Epoch epoch;

    private boolean prepared;
    private Ending own = DONE;

    public Action(WorkerPool pool, ActionOwner owner, ExecutingDomain at) {
        this.pool = pool;
        this.owner = owner;
        this.at = at;
    }

    /** Chooses a domain if there is none yet. May throw: then the action fails. */
    public void place() {}

    /**
     * Does it, or hands it on; {@link #end} is called once it is done. May throw: then the action
     * fails.
     */
    public abstract void submit();

    /** Whether this is an operation of a device, with a ticket. */
    public boolean isOperation() {
        ExecutingDomain here = at;
        return here != null && !here.isHost();
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
                                                && Reachability.isAfter(this, running));
    }

    @Override
    public Worker runner() {
        return null;
    }

    @Override
    public final Optional<Domain> domain() {
        Program program = owner.program();
        return program == null ? Optional.empty() : Optional.ofNullable(at).map(program::view);
    }

    /**
     * Whether this waits once more, for actions whose operations it was to run after: these have
     * failed, and may be submitted again under other tickets.
     */
    private boolean waitsAgain() {
        if (after.length == 0) {
            return false;
        }
        List<Action> failed = new ArrayList<>(0);
        after = at.withoutFailed(after, failed);
        if (failed.isEmpty()) {
            return false;
        }
        restarted = true;
        setUpAgain();
        failed.forEach(earlier -> earlier.precede(this, false));
        start();
        return true;
    }

    @Override
    boolean isFollowedEarlyBy(Action successor) {
        ExecutingDomain here = at;
        return here != null
                && here == successor.at
                && here.ordersOperations()
                && isOperation()
                && successor.isOperation();
    }

    @Override
    final void ready() {
        ReadyQueue.add(this);
    }

    /** The holds are gone. */
    final void advance() {
        try {
            if (!prepared) {
                if (!hasInherited() && !isSettled()) {
                    owner.inheritInto(this);
                }
                if (hasInherited() || isSettled()) {
                    endNow();
                } else if (enter()) {
                    prepare();
                }
            } else if (hasInherited() || isSettled()) {
                endNow();
            } else if (!waitsAgain()) {
                submit();
            }
        } catch (Throwable cause) {
            end(failed(cause));
        }
    }

    private void prepare() {
        place();
        prepared = true;
        setUpAgain();
        try {
            acquireData();
        } catch (Throwable cause) {
            inherit(asFailure(cause));
        }
        if (endSetUp()) {
            advance();
        }
    }

    /**
     * The domain went before anything was done: tries another, if the scheduler had chosen this one
     * and running again does no harm; else says no.
     */
    public boolean move() {
        return false;
    }

    /** Takes another domain after the first one failed before it did anything. */
    public final void restart() {
        rewind();
        prepared = false;
        restarted = true;
        at = null;
        forgetSubmission();
        setUpAgain();
        start();
    }

    /** What kept the device from starting this has ended, and does not matter to it. */
    private void submitAgain() {
        rewind();
        submittedBefore |= submitted;
        forgetSubmission();
        own = DONE;
        holdEndAgain();
        setUpAgain();
        start();
    }

    private void endNow() {
        end(own);
    }

    /** Its own part is over. */
    public final void end(Ending ending) {
        own = ending;
        endRelease();
    }

    /** Its own part is over, on a worker: what that makes ready is what the worker does next. */
    public final void endOn(Worker worker, Ending ending) {
        worker.ends();
        end(ending);
        worker.ended();
    }

    @Override
    final void retire() {
        AnabranchException cause = inherited();
        boolean notStarted =
                own.failure() != null && own.failure().getCause() instanceof NotStartedException;
        if (notStarted && cause == null && after.length > 0) {
            submitAgain();
            return;
        }
        Ending ending = cause != null && (own == DONE || notStarted) ? cancelledBy(cause) : own;
        letGo(isSettled() ? failureOrNull() : ending.failure());
        settle(ending);
        try {
            leave();
            exit();
        } catch (Throwable full) {
            ForeignCode.warn(NOT_TOLD, full);
        }
        Edge edge = closeEdges();
        AnabranchException failure = failureOrNull();
        try {
            owner.ended(this, failure);
        } catch (Throwable broken) {
            ForeignCode.warn(NOT_TOLD, broken);
        }
        letFollow(edge, failure);
        if (withdrawn) {
            at.forget(this);
        }
    }

    /** Tells whom the end concerns before anybody who waits; come what may, the end goes on. */
    private void letGo(AnabranchException failure) {
        try {
            dataSettled(failure);
            if (failure != null) {
                owner.failing(this, failure);
            }
        } catch (Throwable full) {
            ForeignCode.warn(NOT_TOLD, full);
        }
        try {
            retired(failure);
        } catch (Throwable broken) {
            ForeignCode.warn(NOT_TOLD, broken);
        }
    }

    /** Whether it may acquire its data; if not, it is made ready again later. */
    public boolean enter() {
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

    private Ending cancelledBy(AnabranchException cause) {
        Throwable root = rootOf(cause);
        return Ending.of(
                State.CANCELLED,
                () ->
                        new ActionCancelledException(
                                describe()
                                        + " did not run: it depends on what did not end well: "
                                        + ForeignCode.message(root),
                                root));
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
                            describe()
                                    + ": the device of "
                                    + (at == null ? "its domain" : at.id())
                                    + " is lost",
                            lost)
                    : ForeignCode.isOurs(cause)
                            ? (AnabranchException) cause
                            : ForeignCode.failure(describe(), cause);
        } catch (Throwable full) {
            return ForeignCode.NO_MEMORY;
        }
    }
}
