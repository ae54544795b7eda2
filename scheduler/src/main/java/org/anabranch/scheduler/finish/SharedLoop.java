package org.anabranch.scheduler.finish;

import com.google.errorprone.annotations.concurrent.GuardedBy;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.AnabranchException;
import org.anabranch.api.Domain;
import org.anabranch.api.DomainClosedException;
import org.anabranch.api.Loop;
import org.anabranch.api.Piece;
import org.anabranch.api.RangeException;
import org.anabranch.scheduler.action.Action;
import org.anabranch.scheduler.action.ActionOwner;
import org.anabranch.scheduler.action.ExecutingDomain;
import org.anabranch.scheduler.action.Program;
import org.anabranch.scheduler.event.Failures;
import org.anabranch.scheduler.event.Outcome;
import org.anabranch.scheduler.kernel.Invocation;
import org.anabranch.scheduler.kernel.KernelAction;
import org.anabranch.scheduler.kernel.Placement;
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
 * A loop of a scope that several domains share. What nobody has taken is one interval of tiles;
 * devices take from its low end, the host from its high end, each as much as the policy allows,
 * until they meet (the sharing of Japonica). A piece is an action of its own, with exactly its
 * data; when it ends its domain takes the next. A domain that comes while the loop runs joins, one
 * that goes takes no more.
 */
public final class SharedLoop extends Outcome implements ActionOwner {
    private final CountedFinish scope;
    private final Placement placement;
    private final Invocation what;
    private final Loop loop;

    @GuardedBy("this")
    private final Map<ExecutingDomain, LoopShare> shares = new IdentityHashMap<>();

    @GuardedBy("this")
    private final Map<Action, Taken> pieces = new IdentityHashMap<>();

    @GuardedBy("this")
    private final Failures failures = new Failures();

    @GuardedBy("this")
    private long low;

    @GuardedBy("this")
    private long high;

    @GuardedBy("this")
    private int knownDomains = -1;

    /** A piece under way. */
    private record Taken(LoopShare share, long tiles, long start) {}

    SharedLoop(CountedFinish scope, Placement placement, Invocation what) {
        this.scope = scope;
        this.placement = placement;
        this.what = what;
        this.loop = what.loop();
        this.high = loop.tiles();
    }

    /**
     * Gives every domain its first pieces. The scope has counted the loop, and its buffers are
     * leased until it ends.
     */
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
                failures.add(asFailure(refused));
                low = high;
            }
            if (pieces.isEmpty()) {
                ending = ending();
            }
        }
        started.forEach(Action::start);
        if (ending != null && settle(ending)) {
            what.unlease();
            scope.endedAnywhere(ending.failure());
        }
    }

    @GuardedBy("this")
    private void share(List<Action> started) {
        if (low < high) {
            join();
            for (LoopShare share : shares.values()) {
                fill(share, started);
            }
        }
        if (low < high && pieces.isEmpty()) {
            fillAtLeastOne(started);
        }
    }

    @GuardedBy("this")
    private void join() {
        int now = what.machine().domains().changes();
        if (now != knownDomains) {
            knownDomains = now;
            for (ExecutingDomain domain : placement.candidates(what)) {
                shares.computeIfAbsent(domain, LoopShare::new);
            }
        }
    }

    @GuardedBy("this")
    private void fill(LoopShare share, List<Action> started) {
        while (low < high
                && share.busy < share.slots
                && share.domain().state() == Domain.State.ACTIVE) {
            long tiles = ChunkPolicy.BY_MEASURED_SPEED.tiles(share, high - low, slots(), fastest());
            if (tiles == 0) {
                return;
            }
            take(share, Math.min(tiles, high - low), started);
        }
    }

    /** Nobody wanted a piece, and nobody is at work: the first that still takes work gets one. */
    @GuardedBy("this")
    private void fillAtLeastOne(List<Action> started) {
        LoopShare share =
                shares.values().stream()
                        .filter(candidate -> candidate.domain().state() == Domain.State.ACTIVE)
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        new DomainClosedException(
                                                "no domain is left for the rest of " + describe()));
        take(share, 1, started);
    }

    @GuardedBy("this")
    private int slots() {
        return shares.values().stream().mapToInt(share -> share.slots).sum();
    }

    @GuardedBy("this")
    private double fastest() {
        return shares.values().stream()
                .mapToDouble(LoopShare::combinedNanosPerTile)
                .min()
                .orElse(Double.POSITIVE_INFINITY);
    }

    @GuardedBy("this")
    private void take(LoopShare share, long tiles, List<Action> started) {
        boolean host = share.domain().isHost();
        long from = host ? high - tiles : low;
        if (host) {
            high = from;
        } else {
            low = from + tiles;
            scope.program().counts(share.domain()).stoleHere();
            scope.program().counts(what.machine().domains().host).lostAway();
        }
        long start = System.nanoTime();
        for (Piece box : loop.pieces(from, from + tiles)) {
            take(share, at(box), new Taken(share, tiles, start), started);
        }
    }

    @GuardedBy("this")
    private void take(LoopShare share, Invocation part, Taken taken, List<Action> started) {
        part.retain();
        try {
            KernelAction piece = new KernelAction(this, share.domain(), placement, part);
            started.add(piece);
            pieces.put(piece, taken);
            share.busy++;
        } catch (Throwable full) {
            part.unlease();
            throw full;
        }
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
        synchronized (this) {
            Taken taken = pieces.remove(piece);
            taken.share.busy--;
            if (failure == null) {
                taken.share.measured(taken.tiles, System.nanoTime() - taken.start);
            } else {
                failures.add(failure);
                low = costADevice(failure) ? high : low;
            }
        }
        handOut();
    }

    /** The rest of the loop would cost others theirs. */
    private static boolean costADevice(AnabranchException failure) {
        return failure.getCause() instanceof DeviceLostException loss && loss.isCausedByOperation();
    }

    @GuardedBy("this")
    private Ending ending() {
        if (failures.isEmpty()) {
            return DONE;
        }
        AnabranchException failure = failures.thrown();
        return new Ending(
                failure instanceof ActionCancelledException ? State.CANCELLED : State.FAILED,
                failure);
    }

    private AnabranchException asFailure(Throwable refused) {
        return ForeignCode.isOurs(refused)
                ? (AnabranchException) refused
                : failureOf(describe(), refused);
    }

    @Override
    public void inheritInto(Action action) {
        scope.inheritInto(action);
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
