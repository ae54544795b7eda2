package org.anabranch.scheduler.coherence;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Mode;
import org.anabranch.api.Operand;
import org.anabranch.events.ActionSort;
import org.anabranch.events.WaitSort;
import org.anabranch.scheduler.action.ActionOwner;
import org.anabranch.scheduler.event.FailureCopy;
import org.anabranch.scheduler.event.Wait;

/** Brings a whole buffer home for the program, outside any stream. */
public final class HostAccess extends DataAction {
    private final TrackedBuffer buffer;

    /** For data that the program will replace, what is undefined does not matter. */
    HostAccess(TrackedBuffer buffer, boolean replaces) {
        super(
                buffer.memories.pool,
                replaces ? ActionOwner.INDIFFERENT : ActionOwner.NOBODY,
                buffer.memories.host,
                new Operand(buffer.all(), Mode.READ));
        this.buffer = buffer;
    }

    /** Waits for the data, and throws why it is not to be had. */
    void awaitData() {
        begins();
        start();
        Wait.in(pool()).until(this, Long.MAX_VALUE);
        AnabranchException missing = inherited();
        if (missing != null) {
            throw FailureCopy.of(missing);
        }
        throwFailure();
    }

    @Override
    public void submit() {
        boolean _ = begin(); // so that it is cancelled before, or not at all
        end(DONE);
    }

    @Override
    public ActionSort sort() {
        return ActionSort.ACCESS;
    }

    @Override
    public WaitSort awaitedAs() {
        return WaitSort.DATA;
    }

    @Override
    public String title() {
        return buffer.name();
    }

    @Override
    public String describe() {
        return "the program's access to " + buffer.name();
    }
}
