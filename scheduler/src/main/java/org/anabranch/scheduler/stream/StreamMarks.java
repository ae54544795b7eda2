package org.anabranch.scheduler.stream;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.AnabranchException;
import org.anabranch.scheduler.action.Action;
import org.anabranch.scheduler.action.ActionOwner;
import org.anabranch.scheduler.coherence.SyncAction;
import org.anabranch.scheduler.event.Wait;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.scheduler.pool.WorkerPool;

/**
 * The marks of a stream, by which it is waited for. They are none of its actions but come after
 * them.
 */
final class StreamMarks implements ActionOwner {
    private final WorkerPool pool;
    private final StreamActions actions;

    StreamMarks(WorkerPool pool, StreamActions actions) {
        this.pool = pool;
        this.actions = actions;
    }

    /** Sets a mark behind all that was enqueued. */
    SyncAction set() {
        SyncAction mark = new SyncAction(pool, this, "a mark of stream " + actions.stream);
        actions.order.addMark(mark);
        mark.start();
        return mark;
    }

    /** As {@link #set}; who waits has nothing else to do until there is memory. */
    SyncAction setToWait() {
        while (true) {
            try {
                return set();
            } catch (OutOfMemoryError full) {
                ForeignCode.pause();
            }
        }
    }

    /**
     * Waits to the end. What has not begun is cancelled if the caller is interrupted, or the scope
     * of the task that waits is cancelled.
     */
    void awaitLast() {
        SyncAction mark = setToWait();
        boolean interrupted = false;
        boolean cancelled = false;
        while (!mark.isSettled()) {
            try {
                if (cancelled) {
                    Wait.in(pool).untilSettled(mark);
                } else {
                    Wait.in(pool).until(mark, Long.MAX_VALUE);
                }
            } catch (ActionCancelledException stopped) {
                interrupted |= Thread.interrupted();
                if (!cancelled) {
                    cancelled = true;
                    actions.cancel(stopped);
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        actions.order.forget();
    }

    @Override
    public void ended(Action action, AnabranchException failure) {}

    @Override
    public long number() {
        return actions.stream;
    }

    @Override
    public boolean isOfMarks() {
        return true;
    }

    @Override
    public boolean isAfterWhatRuns(Action mark) {
        return actions.isAfterWhatRuns(mark);
    }
}
