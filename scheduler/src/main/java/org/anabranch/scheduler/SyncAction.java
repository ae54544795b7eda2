package org.anabranch.scheduler;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Operand;

/** Does nothing but come after some and before others. */
final class SyncAction extends DataAction {
    private final String what;

    SyncAction(WorkerPool pool, ActionOwner owner, String what, Operand... operands) {
        super(pool, owner, null, operands);
        this.what = what;
        for (Operand operand : operands) {
            ((TrackedBuffer) operand.range().buffer()).lease();
        }
    }

    @Override
    void acquireData() {}

    @Override
    void submit() {
        end(DONE);
    }

    @Override
    void dataSettled(AnabranchException failure) {
        if (failure != null) {
            super.dataSettled(failure);
        }
    }

    @Override
    void retired(AnabranchException failure) {
        for (Operand operand : operands) {
            ((TrackedBuffer) operand.range().buffer()).unlease();
        }
    }

    @Override
    String describe() {
        return what + owner.describe(this);
    }
}
