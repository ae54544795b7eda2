package org.anabranch.scheduler;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Mode;
import org.anabranch.api.Operand;
import org.anabranch.spi.DeviceException;

/** An action that uses ranges of buffers: it acquires them before it runs, and settles them. */
abstract class DataAction extends Action {
    static final Operand[] NO_OPERANDS = {};

    /** Ranges that it uses; none after it has retired. */
    Operand[] operands;

    DataAction(WorkerPool pool, ActionOwner owner, ExecutingDomain at, Operand... operands) {
        super(pool, owner, at);
        this.operands = operands;
    }

    /** Whether missing data is transferred; if not, it fails the action. */
    boolean movesData() {
        return true;
    }

    @Override
    final boolean enter() {
        return !reduces() || commuting().enter(this, operands);
    }

    private CommutingActions commuting() {
        return ((TrackedBuffer) operands[0].range().buffer()).memories.commuting;
    }

    @Override
    void acquireData() throws DeviceException {
        Directory.acquire(this);
    }

    @Override
    void dataSettled(AnabranchException failure) {
        for (Operand operand : operands) {
            if (operand.mode().writes()) {
                Directory.of(operand).settle(this, operand, failure);
            }
        }
    }

    @Override
    final void exit() {
        if (reduces()) {
            commuting().exit(this);
        }
        operands = NO_OPERANDS;
    }

    /**
     * Whether it writes some of the operands it also reads, so that running it twice is not running
     * it once.
     */
    final boolean updatesInPlace() {
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
