package org.anabranch.scheduler.coherence;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Mode;
import org.anabranch.api.Operand;
import org.anabranch.scheduler.action.Action;
import org.anabranch.scheduler.action.ActionOwner;
import org.anabranch.scheduler.action.ExecutingDomain;
import org.anabranch.scheduler.action.ReadyQueue;
import org.anabranch.scheduler.pool.Worker;
import org.anabranch.scheduler.pool.WorkerPool;
import org.anabranch.spi.DeviceException;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** An action that uses ranges of buffers: it acquires them before it runs, and settles them. */
public abstract class DataAction extends Action {
    public static final Operand[] NO_OPERANDS = {};

    private static final Predicate<Object> KERNELS = DataAction.class::isInstance;

    /** Ranges that it uses; none after it has retired. */
    public Operand[] operands;

    /** The memory that this has been admitted to, or null. */
    Admission room;

    /** The memory that it last waited for room in, or null. */
    volatile Admission waitsIn;

    /** Why its instances could not be made at the last attempt, or null. */
    Throwable refusal;

    /** True if a kernel on the host enqueued it, which may wait for it; of devices' actions. */
    private boolean nested;

    /** The number of times that content of other buffers was brought home for it. */
    int roundsForRoom;

    public DataAction(WorkerPool pool, ActionOwner owner, ExecutingDomain at, Operand... operands) {
        super(pool, owner, at);
        this.operands = operands;
    }

    @Override
    public final boolean enter() {
        return !reduces() || commuting().enter(this, operands);
    }

    @Override
    protected final boolean mayBeKept() {
        return super.mayBeKept() || reduces();
    }

    private ReductionExclusion commuting() {
        return memories().commuting;
    }

    /** Those of its buffers; it has some. */
    final Memories memories() {
        return ((TrackedBuffer) operands[0].range().buffer()).memories;
    }

    /** Called by the thread that enqueues it, once its domain is known or to be chosen later. */
    protected final void noteNesting() {
        if (at == null || at instanceof Store) {
            Worker worker = pool().current();
            nested = worker != null && worker.isRunning(KERNELS);
        }
    }

    /** Returns true if a kernel that runs on the host has enqueued it. */
    protected final boolean isNested() {
        return nested;
    }

    /** Returns true if no action that uses its device's memory may wait for it. */
    final boolean mayQueue() {
        return !nested && lossBefore() == null;
    }

    /** Enters the memory of its device, with instances of its operands. */
    @Override
    protected final boolean admit() {
        Admission there =
                at instanceof Store device && operands.length > 0 ? device.store.room() : null;
        if (room == there) {
            return true;
        }
        leaveRoom(); // of a device that was lost
        return there == null || there.admit(this);
    }

    /** Leaves the memory that it was admitted to. */
    protected final void leaveRoom() {
        Admission left = room;
        if (left != null) {
            room = null;
            roundsForRoom = 0;
            left.leave();
        }
    }

    @Override
    protected void prevented() {
        try {
            super.prevented();
        } finally {
            Admission there = waitsIn;
            if (there != null) {
                there.cancelled();
            }
        }
    }

    final void makeInstances(Store device) throws DeviceException {
        for (Operand operand : operands) {
            ((TrackedBuffer) operand.range().buffer()).instances.make(device);
        }
    }

    /** {@return the bytes of the buffers that have no instance on the device} */
    final long bytesWithout(Store device) {
        long bytes = 0;
        for (Operand operand : operands) {
            TrackedBuffer buffer = (TrackedBuffer) operand.range().buffer();
            bytes += buffer.isIn(device) ? 0 : buffer.shape().bytes();
        }
        return bytes;
    }

    final boolean uses(TrackedBuffer buffer) {
        for (Operand operand : operands) {
            if (operand.range().buffer() == buffer) {
                return true;
            }
        }
        return false;
    }

    /** Acquires all operands, and starts the transfers that this takes. Holds itself. */
    @Override
    public void acquireData() throws DeviceException {
        List<CoherenceDirectory.Request> asked = asked();
        if (asked.isEmpty()) {
            return;
        }
        if (refusal != null) {
            rethrow(refusal); // it was admitted all the same
        }
        List<Action> transfers = new ArrayList<>();
        try {
            CoherenceDirectory.acquire(this, asked, transfers);
        } finally {
            ReadyQueue.startAll(transfers);
        }
    }

    @SuppressWarnings("unchecked") // devices may throw anything
    private static <T extends Throwable> void rethrow(Throwable thrown) throws T {
        throw (T) thrown;
    }

    /** The operands of which a directory is to be asked. */
    private List<CoherenceDirectory.Request> asked() {
        List<CoherenceDirectory.Request> asked = List.of();
        for (Operand operand : operands) {
            CoherenceDirectory directory = TrackedBuffer.directoryOf(operand);
            if (!directory.isPlainIn(at.memory)) {
                asked = asked.isEmpty() ? new ArrayList<>(operands.length) : asked;
                asked.add(new CoherenceDirectory.Request(directory, operand));
            }
        }
        return asked;
    }

    @Override
    public void dataSettled(AnabranchException failure) {
        for (Operand operand : operands) {
            if (operand.mode().writes()) {
                TrackedBuffer.directoryOf(operand).settle(this, operand, failure);
            }
        }
    }

    @Override
    public final void exit() {
        if (reduces()) {
            commuting().exit(this);
        }
        operands = NO_OPERANDS;
        leaveRoom();
    }

    /**
     * Returns true if it writes some of the operands it also reads, so that running it twice
     * differs from running it once.
     */
    public final boolean updatesInPlace() {
        for (Operand operand : operands) {
            if (operand.mode() == Mode.READ_WRITE || operand.mode() == Mode.REDUCE) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns true if other actions wait while it has its ranges, though they do not come after it.
     */
    protected final boolean reduces() {
        for (Operand operand : operands) {
            if (operand.mode() == Mode.REDUCE) {
                return true;
            }
        }
        return false;
    }
}
