package org.anabranch.scheduler.finish;

import com.google.errorprone.annotations.concurrent.GuardedBy;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.AnabranchException;
import org.anabranch.api.Domain;
import org.anabranch.api.DomainLostException;
import org.anabranch.api.Piece;
import org.anabranch.api.RangeException;
import org.anabranch.scheduler.action.Action;
import org.anabranch.scheduler.action.ActionLog;
import org.anabranch.scheduler.action.ActionOwner;
import org.anabranch.scheduler.action.ExecutingDomain;
import org.anabranch.scheduler.action.Program;
import org.anabranch.scheduler.action.ReadyQueue;
import org.anabranch.scheduler.event.Failures;
import org.anabranch.scheduler.event.Outcome;
import org.anabranch.scheduler.kernel.Invocation;
import org.anabranch.scheduler.kernel.KernelAction;
import org.anabranch.scheduler.kernel.Placement;
import org.anabranch.scheduler.pool.Cancellable;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.scheduler.pool.Scope;
import org.anabranch.scheduler.pool.Worker;
import org.anabranch.scheduler.pool.WorkerPool;
import org.anabranch.spi.DeviceLostException;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A loop of a scope that several domains share. A piece is an action of its own, with exactly its
 * data; when it ends its domain takes the next of {@link UntakenTiles}, until nothing is left.
 */
public final class SharedLoop extends Outcome implements ActionOwner, Cancellable {
    /** No literal: that takes memory where it is first used. */
    private static final String NOT_UNDEFINED = "what a loop did not write is not known".intern();

    private final CountedFinish scope;
    private final Placement placement;
    private final Invocation what;

    @GuardedBy("this")
    private final UntakenTiles rest;

    @GuardedBy("this")
    private final Map<Action, Taken> pieces = new IdentityHashMap<>();

    @GuardedBy("this")
    private final Failures failures = new Failures();

    /** True if a piece has ended that had begun. */
    @GuardedBy("this")
    private boolean done;

    /** Why nothing more of it is wanted, or null; a device that this costs is no failure. */
    @GuardedBy("this")
    private ActionCancelledException cancelled;

    /** A piece under way. */
    private record Taken(LoopShare share, long tiles, long start) {}

    SharedLoop(CountedFinish scope, Placement placement, Invocation what) {
        this.scope = scope;
        this.placement = placement;
        this.what = what;
        this.rest = new UntakenTiles(placement, what);
    }

    /** Gives every domain its first pieces. The scope has counted it, its buffers are leased. */
    void start() {
        begin();
        handOut();
    }

    private void handOut() {
        List<Action> started = List.of();
        Ending ending = null;
        synchronized (this) {
            try {
                started = new ArrayList<>();
                share(started);
            } catch (Throwable refused) {
                takeNoMore(refused, started);
            }
            if (pieces.isEmpty()) {
                ending = ending();
            }
        }
        ReadyQueue.startAll(started);
        if (ending != null && settle(ending)) {
            try {
                what.unlease();
            } finally {
                scope.endedAnywhere(ending.failure());
            }
        }
    }

    /** The rest does not run, and what it would have written is undefined. */
    @GuardedBy("this")
    private void takeNoMore(Throwable why, List<Action> started) {
        AnabranchException failure =
                ForeignCode.isOurs(why)
                        ? (AnabranchException) why
                        : failureOf(what.kernel().name(), why);
        failures.add(failure);
        try {
            giveUp(failure, started);
        } catch (Throwable full) {
            ForeignCode.warn(NOT_UNDEFINED, full);
        }
    }

    private synchronized void giveUp(AnabranchException failure, List<Action> started) {
        for (Piece box : rest.drop()) {
            take(new LoopShare(what.machine().domains().host), null, at(box), 0, started)
                    .inherit(failure);
        }
    }

    @GuardedBy("this")
    private void share(List<Action> started) {
        if (!rest.isEmpty() && scope.isCancelled()) {
            takeNoMore(Failures.cancellation(describe()), started);
        }
        if (!rest.isEmpty()) {
            rest.share((share, from, tiles) -> take(share, from, tiles, started));
        }
    }

    private synchronized void take(LoopShare share, long from, long tiles, List<Action> started) {
        if (!share.domain().isHost()) {
            scope.program().counts(share.domain()).stoleHere();
            scope.program().counts(what.machine().domains().host).lostAway();
        }
        for (Piece box : what.loop().pieces(from, from + tiles)) {
            ActionLog.share(take(share, share.domain(), at(box), tiles, started), from, tiles);
        }
    }

    @GuardedBy("this")
    private KernelAction take(
            LoopShare share,
            ExecutingDomain at,
            Invocation part,
            long tiles,
            List<Action> started) {
        part.retain();
        KernelAction piece = null;
        try {
            piece = new KernelAction(this, at, placement, part);
            piece.begins();
            pieces.put(piece, new Taken(share, tiles, System.nanoTime()));
            started.add(piece);
        } catch (Throwable full) {
            if (piece != null) {
                pieces.remove(piece);
                piece.leave();
            }
            part.unlease();
            throw full;
        }
        share.busy++;
        return piece;
    }

    /** Asks the mappings what a piece uses. */
    private Invocation at(Piece box) {
        Invocation[] part = new Invocation[1];
        Throwable thrown = ForeignCode.attempt(() -> part[0] = what.at(box));
        if (thrown != null) {
            throw thrown instanceof RangeException outside
                    ? outside
                    : failureOf("a mapping of " + describe(), thrown);
        }
        return part[0];
    }

    @Override
    public void ended(Action piece, AnabranchException failure) {
        List<Action> dropped = List.of();
        try {
            dropped = note(piece, failure);
        } finally {
            handOut(); // come what may: else it would never end
            ReadyQueue.startAll(dropped);
        }
    }

    private synchronized List<Action> note(Action piece, AnabranchException failure) {
        Taken taken = pieces.remove(piece);
        taken.share.busy--;
        done |= !(failure instanceof ActionCancelledException);
        if (failure == null) {
            taken.share.measured(taken.tiles, System.nanoTime() - taken.start);
        } else if (cancelled == null || !(failure instanceof DomainLostException)) {
            failures.add(failure);
        }
        List<Action> dropped = new ArrayList<>(0);
        if (failure != null
                && failure.getCause() instanceof DeviceLostException loss
                && loss.isCausedByOperation() // the rest would cost others theirs
                && !rest.isEmpty()) {
            takeNoMore(failure, dropped);
        }
        return dropped;
    }

    @GuardedBy("this")
    private Ending ending() {
        if (failures.isEmpty()) {
            return DONE;
        }
        AnabranchException failure = failures.thrown();
        return Ending.of(
                failure instanceof ActionCancelledException ? State.CANCELLED : State.FAILED,
                failure);
    }

    /** Nothing more of it begins; what runs on a device is ended there, if need be. */
    @Override
    public boolean cancel() {
        List<Action> dropped = new ArrayList<>();
        try {
            List<Action> taken;
            boolean whole;
            synchronized (this) {
                cancelled = new ActionCancelledException(describe() + " was cancelled");
                if (!rest.isEmpty()) {
                    takeNoMore(cancelled, dropped);
                }
                taken = List.copyOf(pieces.keySet());
                whole = !done && !isSettled();
            }
            for (Action piece : taken) {
                whole &= piece.cancel();
            }
            return whole;
        } finally {
            ReadyQueue.startAll(dropped);
        }
    }

    @Override
    public boolean isPast() {
        return isSettled();
    }

    @Override
    public void cancelWithOwner() {
        List<Action> taken;
        synchronized (this) {
            taken = List.copyOf(pieces.keySet());
        }
        taken.forEach(Action::cancelWithOwner);
    }

    @Override
    public synchronized AnabranchException refusal(Action action) {
        AnabranchException why = scope.refusal(action);
        return why != null ? why : cancelled;
    }

    @Override
    public Scope scope() {
        return scope;
    }

    @Override
    public boolean travels() {
        return true;
    }

    @Override
    public long timeLimit() {
        return scope.timeLimit();
    }

    @Override
    public Program program() {
        return scope.program();
    }

    @Override
    public String describe(Action action) {
        return " over part of a loop" + scope.describe(action);
    }

    @Override
    public WorkerPool pool() {
        return what.machine().pool();
    }

    @Override
    public String describe() {
        return "the loop of kernel " + what.kernel().name() + scope.describe(null);
    }

    @Override
    public boolean isRunningOn(Worker worker) {
        return worker.isRunning(subject -> subject instanceof Action piece && piece.owner == this);
    }

    @Override
    public Optional<Domain> domain() {
        return Optional.empty();
    }
}
