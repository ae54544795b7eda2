package org.anabranch.scheduler.coherence;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Mode;
import org.anabranch.api.Operand;
import org.anabranch.api.Range;
import org.anabranch.events.ActionSort;
import org.anabranch.scheduler.action.ActionOwner;
import org.anabranch.scheduler.action.ExecutingDomain;

/** An action that makes a range valid in a memory: all it does is acquire its data. */
public final class PrefetchAction extends DataAction {
    private final TrackedBuffer buffer;

    public PrefetchAction(ActionOwner owner, ExecutingDomain at, Range range) {
        super(at.pool, owner, at, new Operand(range, Mode.READ));
        buffer = (TrackedBuffer) range.buffer();
        buffer.lease();
        at.hold();
    }

    @Override
    public void submit() {
        boolean _ = begin(); // so that it is cancelled before, or not at all
        end(DONE);
    }

    @Override
    public void retired(AnabranchException failure) {
        buffer.unlease();
    }

    @Override
    public void leave() {
        at.release();
    }

    @Override
    public ActionSort sort() {
        return ActionSort.PREFETCH;
    }

    @Override
    public String title() {
        return buffer.name();
    }

    @Override
    public String describe() {
        return "the transfer of a range of " + buffer.name() + " to " + at + owner.describe(this);
    }
}
