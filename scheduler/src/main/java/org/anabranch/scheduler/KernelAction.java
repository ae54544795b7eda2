package org.anabranch.scheduler;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Argument;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.Piece;
import org.anabranch.spi.DeviceException;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Runs a kernel once, over a piece of a loop. */
final class KernelAction extends Action {
    private static final VarHandle RUNNER;

    static {
        try {
            RUNNER =
                    MethodHandles.lookup()
                            .findVarHandle(KernelAction.class, "runner", Worker.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    final Kernel kernel;

    /** Null if it follows from the arguments. */
    private final Piece piece;

    /** The loop whose tiles the host may share out, or null for a piece that is run in one go. */
    final Loop loop;

    /** As the program gave them; null after the end. */
    Argument[] arguments;

    /** Chooses a domain if none was given, else null. */
    private final Placement placement;

    private final BundlePlatform platform;
    private final String enqueuedAt;

    @SuppressWarnings("unused") // through its handle
    private Worker runner;

    private boolean moved;

    /**
     * Takes the leases of the buffers over.
     *
     * @param at the domain, or null if the placement is to choose
     */
    KernelAction(
            BundlePlatform platform,
            ActionOwner owner,
            ExecutingDomain at,
            Placement placement,
            Invocation what) {
        super(what.engine(), owner, at, what.operands());
        this.platform = platform;
        this.placement = placement;
        this.enqueuedAt = engine.settings.traced() ? CallSite.ofProgram() : "";
        this.kernel = what.kernel();
        this.arguments = what.arguments();
        this.piece = what.piece();
        this.loop = what.loop();
        if (at != null) {
            at.hold();
        }
    }

    BundlePlatform platform() {
        return platform;
    }

    /** The part of the loop, or the elements of the first written operand. Before the end. */
    Piece piece() {
        return piece != null ? piece : Invocation.elements(arguments);
    }

    @Override
    void place() {
        if (at == null) {
            ExecutingDomain chosen = placement.choose(this);
            chosen.hold();
            at = chosen;
        }
    }

    @Override
    void acquireData() throws DeviceException {
        super.acquireData();
        at.prepare(this);
    }

    @Override
    boolean movesData() {
        return owner.movesData();
    }

    @Override
    void submit() {
        at.run(this);
    }

    /**
     * The domain went before anything was done: tries another, if the scheduler had chosen this one
     * and running again does no harm.
     */
    boolean move() {
        if (placement == null || moved || updatesInPlace()) {
            return false;
        }
        moved = true;
        at.release();
        restart();
        return true;
    }

    void runsOn(Worker worker) {
        RUNNER.setRelease(this, worker);
    }

    @Override
    Worker runner() {
        return (Worker) RUNNER.getAcquire(this);
    }

    @Override
    void retired(AnabranchException failure) {
        if (at != null) {
            at.actions.increment();
            if (failure != null) {
                at.failed.increment();
            }
        }
        Invocation.unlease(operands, operands.length);
        arguments = null;
    }

    @Override
    void leave() {
        if (at != null) {
            at.release();
        }
    }

    @Override
    String describe() {
        return "kernel " + kernel.name() + owner.describe(this) + enqueuedAt;
    }
}
