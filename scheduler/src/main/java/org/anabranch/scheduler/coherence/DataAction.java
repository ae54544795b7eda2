package org.anabranch.scheduler.coherence;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Mode;
import org.anabranch.api.Operand;
import org.anabranch.scheduler.action.Action;
import org.anabranch.scheduler.action.ActionOwner;
import org.anabranch.scheduler.action.ExecutingDomain;
import org.anabranch.scheduler.pool.WorkerPool;
import org.anabranch.spi.DeviceException;

/** An action that uses ranges of buffers: it acquires them before it runs, and settles them. */
public abstract class DataAction extends Action {
    public static final Operand[] NO_OPERANDS = {};

    /** Ranges that it uses; none after it has retired. */
    public Operand[] operands;

    public DataAction(WorkerPool pool, ActionOwner owner, ExecutingDomain at, Operand... operands) {
        super(pool, owner, at);
        this.operands = operands;
    }

    /** Whether missing data is transferred; if not, it fails the action. */
    public boolean movesData() {
        return true;
    }

    @Override
    public final boolean enter() {
        return !reduces() || commuting().enter(this, operands);
    }

    private ReductionExclusion commuting() {
        return ((TrackedBuffer) operands[0].range().buffer()).memories.commuting;
    }

    @Override
    public void acquireData() throws DeviceException {
        CoherenceDirectory.acquire(this);
    }

    @Override
    public void dataSettled(AnabranchException failure) {
        for (Operand operand : operands) {
            if (operand.mode().writes()) {
                CoherenceDirectory.of(operand).settle(this, operand, failure);
            }
        }
    }

    @Override
    public final void exit() {
        if (reduces()) {
            commuting().exit(this);
        }
        operands = NO_OPERANDS;
    }

    /**
     * Whether it writes some of the operands it also reads, so that running it twice is not running
     * it once.
     */
    public final boolean updatesInPlace() {
        for (Operand operand : operands) {
            if (operand.mode() == Mode.READ_WRITE || operand.mode() == Mode.REDUCE) {
                return true;
            }
        }
        return false;
    }

    private boolean reduces() {
        for (Operand operand : operands) {
            if (operand.mode() == Mode.REDUCE) {
                return true;
            }
        }
        return false;
    }
}
