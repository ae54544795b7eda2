package org.anabranch.scheduler.stream;

import org.anabranch.api.AnabranchException;
import org.anabranch.scheduler.action.Action;
import org.anabranch.scheduler.action.ActionOwner;

/** The owner of a stream's marks, which are none of its actions but come after them. */
public final class StreamMarks implements ActionOwner {
    private final TrackedStream stream;

    StreamMarks(TrackedStream stream) {
        this.stream = stream;
    }

    @Override
    public void ended(Action action, AnabranchException failure) {}

    @Override
    public boolean isAfterWhatRuns(Action mark) {
        return stream.isAfterWhatRuns(mark);
    }
}
