package org.anabranch.scheduler;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Mode;
import org.anabranch.api.Operand;
import org.anabranch.api.Range;

/** Makes a range valid in a memory: all it does is acquire its data. */
final class PrefetchAction extends DataAction {
    private final TrackedBuffer buffer;

    PrefetchAction(ActionOwner owner, ExecutingDomain at, Range range) {
        super(at.pool, owner, at, new Operand(range, Mode.READ));
        buffer = (TrackedBuffer) range.buffer();
        buffer.lease();
        at.hold();
    }

    @Override
    boolean isOperation() {
        return false;
    }

    @Override
    void submit() {
        end(DONE);
    }

    @Override
    void retired(AnabranchException failure) {
        buffer.unlease();
    }

    @Override
    void leave() {
        at.release();
    }

    @Override
    String describe() {
        return "the transfer of a range of " + buffer.name() + " to " + at + owner.describe(this);
    }
}
