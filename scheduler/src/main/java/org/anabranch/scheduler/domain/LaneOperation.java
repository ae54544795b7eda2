package org.anabranch.scheduler.domain;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.DomainClosedException;
import org.anabranch.api.Event;
import org.anabranch.scheduler.action.Action;
import org.anabranch.scheduler.action.DependenceNode;
import org.anabranch.scheduler.action.DeviceOperation;
import org.anabranch.scheduler.action.ExecutingDomain;
import org.anabranch.scheduler.action.TimeLimit;
import org.anabranch.scheduler.count.Handles;
import org.anabranch.scheduler.event.Outcome;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceLostException;
import org.anabranch.spi.NotStartedException;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;

/**
 * One attempt of an action to run in a lane of a device. It ends once, however often the device
 * completes it.
 */
final class LaneOperation extends DeviceOperation
        implements Completion, RunningOperations.InLane, TimeLimit.Terminator {
    private static final VarHandle TOLD = Handles.of(MethodHandles.lookup(), "told", boolean.class);

    static {
        LaneOperation none = null;
        Handles.linkCalls(() -> TOLD.compareAndSet(none, false, true));
        Handles.linkReads(() -> (boolean) TOLD.getAcquire(none));
    }

    /** No literal: that takes memory where it is first used. */
    private static final String NOT_NOTED = "the end of an operation is not all noted".intern();

    /** For the log, which asks for the state alone. */
    private static final Outcome.Ending LOST = new Outcome.Ending(Event.State.LOST, null);

    private static final Outcome.Ending FAILED = new Outcome.Ending(Event.State.FAILED, null);

    final Action action;
    private final DeviceLanes lanes;
    private final ExecutingDomain domain;

    /** When it was submitted. */
    long begun;

    /** The device's own run times, or null; accessed by the completing thread. */
    Times times;

    /** The run times of an operation on a device, by the host's clock. */
    record Times(long began, long ended, long error) {}

    private int lane;
    private long number;

    @SuppressWarnings("unused") // through its handle
    private boolean told;

    /** True if the device was asked to abort it. */
    private volatile boolean cancelled;

    LaneOperation(DeviceLanes lanes, Action action, DeviceOperation earlier) {
        super(earlier);
        this.action = action;
        this.lanes = lanes;
        this.domain = lanes.domain;
    }

    /** It has a place. */
    void enter(int place, long ticket) {
        lane = place;
        number = ticket;
    }

    @Override
    public int lane() {
        return lane;
    }

    @Override
    public long number() {
        return number;
    }

    @Override
    public String domain() {
        return domain.id();
    }

    boolean isTold() {
        return (boolean) TOLD.getAcquire(this);
    }

    /** {@return true for the first completion; the caller must then end the action} */
    private boolean tell(Outcome.Ending ending) {
        boolean first = TOLD.compareAndSet(this, false, true);
        if (first) {
            try {
                lanes.leave(this, ending);
            } catch (Throwable full) {
                ForeignCode.warn(NOT_NOTED, full);
            }
        }
        return first;
    }

    @Override
    protected DependenceNode node() {
        return action;
    }

    @Override
    protected boolean isOrderedBefore(DeviceOperation other) {
        return other instanceof LaneOperation next
                && next.lanes == lanes
                && domain.ordersOperations();
    }

    @Override
    protected DeviceOperation again() {
        return lanes.operation(action, this);
    }

    @Override
    protected long[] withoutFailed(long[] tickets, List<DependenceNode> found) {
        return lanes.failed.without(tickets, found);
    }

    @Override
    protected void forget() {
        lanes.failed.forget(action);
    }

    @Override
    public boolean isTimed() {
        return action.isTold() && !domain.pool.simulated;
    }

    /** Records the device's run times; implausible ones are ignored in favour of the host's. */
    @Override
    public void ran(long began, long ended, long error) {
        if (isTimed() && began <= ended && error > 0) {
            try {
                times = new Times(began, ended, error);
            } catch (OutOfMemoryError full) {
                times = null;
            }
        }
    }

    @Override
    public void done() {
        boolean interrupted = ForeignCode.comeIn();
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        try {
            if (tell(Outcome.DONE)) {
                action.end(Outcome.DONE);
            }
        } finally {
            ForeignCode.goBack(interrupted, loader);
        }
    }

    @Override
    public void failed(Throwable cause) {
        boolean interrupted = ForeignCode.comeIn();
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        try {
            if (tell(cause instanceof DeviceLostException ? LOST : FAILED)) {
                end(cause);
            }
        } finally {
            ForeignCode.goBack(interrupted, loader);
        }
    }

    private void end(Throwable cause) {
        if (cause instanceof DeviceLostException gone) {
            lanes.tellLoss(gone);
            if (!cancelled && !gone.isCausedByOperation() && action.move(action.failed(gone))) {
                return;
            }
        }
        if (domain.ordersOperations()) {
            withdraw();
            lanes.failed.add(number, action);
        }
        action.end(
                cancelled
                        ? cancelledBy(cause)
                        : isRefused(cause) ? refusedBy(cause) : action.failed(cause));
    }

    /** Returns true if the device, and not the kernel, failed it, since it was closed meanwhile. */
    private boolean isRefused(Throwable cause) {
        return lanes.isClosed()
                && cause instanceof DeviceException
                && !(cause instanceof DeviceLostException)
                && !(cause instanceof NotStartedException);
    }

    private Outcome.Ending refusedBy(Throwable cause) {
        try {
            return new Outcome.Ending(
                    Event.State.CANCELLED,
                    new DomainClosedException(
                            action.describe()
                                    + " did not end: "
                                    + domain
                                    + " was closed: "
                                    + ForeignCode.message(cause),
                            cause));
        } catch (Throwable full) {
            return Outcome.NO_MEMORY;
        }
    }

    private Outcome.Ending cancelledBy(Throwable cause) {
        try {
            return new Outcome.Ending(
                    Event.State.CANCELLED,
                    new ActionCancelledException(
                            action.describe()
                                    + " was cancelled while it ran"
                                    + (cause instanceof DeviceLostException
                                            ? ", which cost " + domain.id() + " its device"
                                            : " on " + domain.id())
                                    + ": "
                                    + ForeignCode.message(cause),
                            cause));
        } catch (Throwable full) {
            return Outcome.NO_MEMORY;
        }
    }

    /** The device takes nothing any more. */
    void refuse() {
        if (tell(null)) {
            Outcome.Ending gone = goneBefore();
            if (!action.move(gone)) {
                action.end(gone);
            }
        }
    }

    private Outcome.Ending goneBefore() {
        try {
            return new Outcome.Ending(
                    Event.State.CANCELLED,
                    new DomainClosedException(
                            action.describe() + " did not run: " + domain + " is gone"));
        } catch (Throwable full) {
            return Outcome.NO_MEMORY;
        }
    }

    /**
     * It is not wanted any more, and does not end by itself. The device is asked each time: it may
     * not have got the operation when it was asked first.
     */
    void cancel() {
        boolean first = !cancelled;
        cancelled = true;
        if (!lanes.device.abandon(this) && !isTold() && first) {
            ForeignCode.warn(
                    action.describe()
                            + " was cancelled, but cannot be ended on "
                            + domain.id()
                            + ": its end is waited for",
                    null);
        }
    }

    @Override
    public String terminate() {
        boolean ended = lanes.device.abandon(this);
        return ended ? "was ended" : isTold() ? "ended" : "cannot be ended there";
    }
}
