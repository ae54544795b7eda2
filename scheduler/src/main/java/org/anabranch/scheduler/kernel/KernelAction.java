package org.anabranch.scheduler.kernel;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Argument;
import org.anabranch.api.JavaKernel;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.Piece;
import org.anabranch.events.ActionSort;
import org.anabranch.scheduler.action.ActionLog;
import org.anabranch.scheduler.action.ActionOwner;
import org.anabranch.scheduler.action.ExecutingDomain;
import org.anabranch.scheduler.action.Program;
import org.anabranch.scheduler.action.TimeLimit;
import org.anabranch.scheduler.coherence.DataAction;
import org.anabranch.scheduler.count.Handles;
import org.anabranch.scheduler.domain.Abandonment;
import org.anabranch.scheduler.domain.Command;
import org.anabranch.scheduler.domain.DeviceDomain;
import org.anabranch.scheduler.domain.HostDomain;
import org.anabranch.scheduler.domain.Machine;
import org.anabranch.scheduler.place.CostBook;
import org.anabranch.scheduler.pool.Worker;
import org.anabranch.scheduler.race.CallSite;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceLostException;
import org.anabranch.spi.Launch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** An action that runs a kernel once, over a piece of a loop. */
public final class KernelAction extends DataAction {
    private static final VarHandle RUNNER =
            Handles.of(MethodHandles.lookup(), "runner", Worker.class);

    static {
        KernelAction none = null;
        Worker nil = null;
        Handles.linkCalls(() -> RUNNER.setRelease(none, nil));
        Handles.linkReads(() -> (Worker) RUNNER.getAcquire(none));
    }

    public final Kernel kernel;

    /** Null if it follows from the arguments. */
    private final Piece piece;

    private final boolean part;

    /** The loop whose tiles the host may share out, or null for a piece that is run in one go. */
    public final Loop loop;

    /** As the program gave them; null after the end. */
    Argument[] arguments;

    /** Chooses a domain if none was given, else null. */
    private final Placement placement;

    final Machine machine;
    private final String enqueuedAt;

    /** Its time limit, or null. */
    final HostTimeLimit limit;

    @SuppressWarnings("unused") // through its handle
    private Worker runner;

    private boolean moved;

    /** Its run time, summed over all workers; 0 if it did not run. */
    private long nanos;

    /** The search for its place, if that is forecast and there is a choice, else null. */
    PlaceSearch search;

    /**
     * Takes the leases of the buffers over.
     *
     * @param at the domain, or null if the placement is to choose
     */
    public KernelAction(
            ActionOwner owner, ExecutingDomain at, Placement placement, Invocation what) {
        super(what.machine().pool(), owner, null, what.operands());
        this.machine = what.machine();
        this.placement = placement;
        long nanos = owner.timeLimit();
        this.limit = nanos == 0 ? null : new HostTimeLimit(this, nanos);
        this.enqueuedAt = machine.traced() || limit != null ? CallSite.ofProgram() : "";
        this.kernel = what.kernel();
        this.arguments = what.arguments();
        this.piece = what.piece();
        this.part = what.part();
        this.loop = what.loop();
        if (at != null) {
            runAt(at);
        }
        noteNesting();
    }

    /** Leases the buffers, which the action gives back. */
    public static KernelAction leasing(
            ActionOwner owner, ExecutingDomain at, Placement placement, Invocation what) {
        what.lease();
        try {
            return new KernelAction(owner, at, placement, what);
        } catch (Throwable full) {
            what.unlease();
            throw full;
        }
    }

    /** Returns true if it runs on copies of its data. */
    boolean isChecked() {
        return machine.checked() || machine.memories().races() != null && isWatched();
    }

    private boolean isWatched() {
        Program program = program();
        return program != null && program.isWatched();
    }

    /** As given; before the end. */
    Argument[] arguments() {
        return arguments;
    }

    /** Runs it on copies of its data. */
    void runChecked(JavaKernel code, Piece tile) throws Exception {
        CheckedRun run = new CheckedRun(kernel, arguments, part, describe());
        if (!isWatched()) {
            run.run(code, tile);
            return;
        }
        machine.memories()
                .races()
                .runKernel(
                        () -> {
                            run.run(code, tile);
                            return null;
                        });
    }

    /** The part of the loop, or the elements of the first written operand. Before the end. */
    Piece piece() {
        return piece != null ? piece : Invocation.elements(arguments);
    }

    @Override
    public boolean place() {
        if (at == null) {
            ExecutingDomain best = placement.choose(this);
            if (best == null) {
                return false;
            }
            runAt(best);
        }
        return true;
    }

    /** Returns true if it may be deferred: false if other work is deferred until it ends. */
    boolean mayWait() {
        return !isNested() && !reduces();
    }

    @Override
    public double expectedNanos() {
        return placement == null ? 0 : placement.expectedNanos(this);
    }

    /** Returns the number of indices of a loop that it runs over, or 0. */
    long indices() {
        return piece == null ? 0 : piece.size();
    }

    @Override
    public void took(long time) {
        nanos = time;
        if (search != null) {
            search.took(time);
        }
    }

    /** Workers ran it for so long. */
    void ranFor(long time) {
        nanos = time;
    }

    private void leavePlace(boolean well) {
        if (search != null) {
            search.leave(well);
            search = null;
        }
    }

    @Override
    public void makeRoom() {
        if (placement != null && placement.forecasts()) {
            machine.domains().places.offer();
        }
    }

    @Override
    public void acquireData() throws DeviceException {
        super.acquireData();
        if (at instanceof DeviceDomain device) {
            device.kernels.prepare(this, kernel, owner.program());
        }
    }

    @Override
    public TimeLimit timeLimit() {
        return limit == null ? null : limit.time;
    }

    @Override
    public boolean movesData() {
        return owner.movesData();
    }

    @Override
    public void submit() throws DeviceLostException {
        if (at instanceof DeviceDomain device) {
            if (!isUnwanted() && begin()) {
                if (search != null) {
                    search.starts();
                }
                Launch launch = device.kernels.launch(kernel, piece(), part, arguments, operands);
                device.lanes.submit(this, new Command.Run(launch, travels()));
            } else {
                end(DONE);
            }
        } else {
            ActionLog.submitted(this);
            ((HostDomain) at).start(new HostRun(this));
        }
    }

    /** Returns true if the host may steal it back from a device that schedules tasks of its own. */
    private boolean travels() {
        return limit == null
                && owner.travels()
                && placement != null
                && placement.allowsHost()
                && machine.domains().host.runs(kernel);
    }

    /**
     * Returns true if its scope was cancelled since it acquired its data: then it does not begin.
     */
    boolean isUnwanted() {
        return owner.scope() != null ? mustNotRun() : hasInherited();
    }

    @Override
    public boolean move(Ending otherwise) {
        if (placement == null
                || moved
                || updatesInPlace()
                || limit != null && limit.time.isExceeded()) {
            return false;
        }
        moved = true;
        leaveRoom();
        leavePlace(false);
        ExecutingDomain left = at;
        restart(otherwise);
        left.release();
        return true;
    }

    /** Cancels it; on a device it is aborted if it does not end by itself. */
    @Override
    public boolean cancel() {
        boolean prevented = super.cancel();
        if (!prevented && operation() != null && !isSettled()) {
            Abandonment.of(machine.domains(), new Abandonment.Only(this));
        }
        return prevented;
    }

    /** If it was deferred for want of a place it goes on, to its end. */
    @Override
    protected void prevented() {
        super.prevented();
        makeRoom();
    }

    void runsOn(Worker worker) {
        if (search != null && worker == null) {
            search.stops();
        } else if (search != null) {
            search.starts();
        }
        RUNNER.setRelease(this, worker);
    }

    @Override
    public Worker runner() {
        return (Worker) RUNNER.getAcquire(this);
    }

    @Override
    public void retired(AnabranchException failure) {
        Invocation.unlease(operands, operands.length);
        CostBook costs = machine.domains().costs;
        if (failure == null && nanos > 0 && costs.isNoted(nanos)) {
            costs.note(kernel, at.id(), Invocation.bytes(operands), indices(), nanos);
        }
        arguments = null;
        leavePlace(failure == null);
        if (at != null) {
            counts(at).ended(failure == null);
        }
    }

    @Override
    public void leave() {
        if (at != null) {
            at.release();
        }
    }

    @Override
    public ActionSort sort() {
        return ActionSort.KERNEL;
    }

    @Override
    public String title() {
        return kernel.name();
    }

    @Override
    public String line() {
        return CallSite.lineOf(enqueuedAt);
    }

    @Override
    protected AnabranchException explained(Throwable cause) {
        AnabranchException beyond = null;
        try {
            beyond = OutOfBounds.failure(describe(), kernel, arguments, cause);
        } catch (Throwable unexplained) {
            beyond = null; // perhaps there is no memory for it; the cause is said as it is
        }
        return beyond == null ? super.explained(cause) : beyond;
    }

    @Override
    public String describe() {
        return "kernel " + kernel.name() + owner.describe(this) + enqueuedAt;
    }
}
