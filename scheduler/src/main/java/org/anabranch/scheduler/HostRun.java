package org.anabranch.scheduler;

import org.anabranch.api.JavaKernel;
import org.anabranch.api.KernelCode;
import org.anabranch.api.Loop;
import org.anabranch.api.Piece;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs a kernel action on workers of the host. An action over a loop of several tiles is shared:
 * each runner takes tiles from a common count, and before each starts another runner, up to one per
 * processor. The last runner to leave ends the action.
 */
final class HostRun extends Task {
    private final KernelAction action;
    private final Shared shared;
    private final boolean first;

    /** What the runners of one action have in common. */
    private static final class Shared {
        final AtomicLong next = new AtomicLong();
        final AtomicInteger runners = new AtomicInteger(1);
        final AtomicInteger recruits = new AtomicInteger(1);
        final AtomicReference<Throwable> failure = new AtomicReference<>();
    }

    HostRun(KernelAction action) {
        this(action, new Shared(), true);
    }

    private HostRun(KernelAction action, Shared shared, boolean first) {
        super(null);
        this.action = action;
        this.shared = shared;
        this.first = first;
    }

    boolean isOf(Outcome other) {
        return action == other;
    }

    boolean belongsTo(ActionOwner owner) {
        return action.owner == owner;
    }

    @Override
    public String toString() {
        return action.describe();
    }

    @Override
    void run(Worker worker) {
        if (first && !action.begin()) {
            action.end(Outcome.DONE);
            return;
        }
        long start = System.nanoTime();
        action.runsOn(worker);
        try {
            runTiles();
        } catch (Throwable cause) {
            shared.failure.compareAndSet(null, cause);
        }
        action.at.busyNanos.add(System.nanoTime() - start);
        if (shared.runners.decrementAndGet() == 0) {
            action.runsOn(null);
            Throwable cause = shared.failure.get();
            action.end(cause == null ? Outcome.DONE : action.failed(cause));
        }
    }

    private void runTiles() throws Exception {
        JavaKernel code = (JavaKernel) action.kernel.code(KernelCode.JAVA).orElseThrow();
        Loop loop = action.loop;
        long tiles = loop == null ? 1 : loop.tiles();
        for (long tile = shared.next.getAndIncrement();
                tile < tiles && shared.failure.get() == null;
                tile = shared.next.getAndIncrement()) {
            if (tile + 1 < tiles) {
                recruit();
            }
            runPiece(code, tiles == 1 ? action.piece : loop.pieceAt(tile));
        }
    }

    private void runPiece(JavaKernel code, Piece piece) throws Exception {
        if (action.engine.settings.checked()) {
            CheckedRun.run(action, code, piece);
        } else {
            code.run(piece, new HostArguments(action.arguments));
        }
    }

    private void recruit() {
        HostDomain host = (HostDomain) action.at;
        if (shared.recruits.get() < host.processors().count()
                && shared.recruits.getAndIncrement() < host.processors().count()) {
            shared.runners.incrementAndGet();
            host.start(new HostRun(action, shared, false));
        }
    }
}
