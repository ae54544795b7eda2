package org.anabranch.scheduler.coherence;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Event;
import org.anabranch.api.Operand;
import org.anabranch.events.WaitSort;
import org.anabranch.scheduler.action.ActionOwner;
import org.anabranch.scheduler.pool.WorkerPool;

import java.util.List;

/** An action that does no work and only orders others. */
public final class SyncAction extends DataAction {
    private final String what;

    public SyncAction(WorkerPool pool, ActionOwner owner, String what, Operand... operands) {
        super(pool, owner, null, operands);
        this.what = what;
        for (Operand operand : operands) {
            ((TrackedBuffer) operand.range().buffer()).lease();
        }
    }

    /**
     * Comes after events, which need not be of this platform, unless it is cancelled before. What
     * an event throws is thrown.
     */
    public void follow(List<Event> events) {
        events.forEach(this::dependOn);
    }

    @Override
    public void acquireData() {}

    @Override
    public void submit() {
        boolean _ = begin(); // so that it is cancelled before, or not at all
        end(DONE);
    }

    /** It writes nothing, so whatever becomes of it, all data stays as it is. */
    @Override
    public void dataSettled(AnabranchException failure) {}

    @Override
    public void retired(AnabranchException failure) {
        for (Operand operand : operands) {
            ((TrackedBuffer) operand.range().buffer()).unlease();
        }
    }

    @Override
    public WaitSort awaitedAs() {
        return owner.isOfMarks() ? WaitSort.STREAM : WaitSort.EVENT;
    }

    @Override
    public long awaitedOwner() {
        return owner.isOfMarks() ? owner.number() : 0;
    }

    @Override
    public String title() {
        return what;
    }

    @Override
    public String describe() {
        return what + owner.describe(this);
    }
}
