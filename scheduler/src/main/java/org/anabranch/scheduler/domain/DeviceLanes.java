package org.anabranch.scheduler.domain;

import org.anabranch.scheduler.action.Action;
import org.anabranch.scheduler.action.ActionLog;
import org.anabranch.scheduler.action.DeviceOperation;
import org.anabranch.scheduler.action.ExecutingDomain;
import org.anabranch.scheduler.action.TimeLimit;
import org.anabranch.scheduler.event.Outcome;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.spi.DeviceLostException;
import org.anabranch.spi.Order;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The operations of a device, from their submission to their end: {@link LaneLoads} chooses a lane
 * for each, {@link LaneOperation} ends once.
 */
public final class DeviceLanes {
    // no literals: these take memory where they are first used
    private static final String NOT_LIMITED = "the limit of what runs is not looked at".intern();

    private static final String NOT_ANNOUNCED = "an operation is not announced".intern();

    final ExecutingDomain domain;
    final OpenDevice device;
    final FailedOperations failed = new FailedOperations();
    private final Consumer<DeviceLostException> loss;
    private final LaneLoads loads;
    private final AtomicLong tickets = new AtomicLong();
    private final OutstandingOperations<LaneOperation> outstanding = new OutstandingOperations<>();
    private volatile DeviceLostException lost;
    private volatile boolean closed;

    /** True if an operation with a time limit was submitted. */
    private volatile boolean limited;

    /**
     * Makes idle lanes.
     *
     * @param loss called when an operation says that the device is lost
     */
    DeviceLanes(
            ExecutingDomain domain,
            OpenDevice device,
            int lanes,
            Consumer<DeviceLostException> loss) {
        this.domain = domain;
        this.device = device;
        this.loss = loss;
        this.loads = new LaneLoads(domain.pool.watch::begins, lanes);
    }

    /** An attempt of an action to run here, after an earlier one or null. */
    DeviceOperation operation(Action action, DeviceOperation earlier) {
        return new LaneOperation(this, action, earlier);
    }

    /** Hands a begun action to the device. */
    public void submit(Action action, Command command) {
        LaneOperation operation = (LaneOperation) action.operation();
        boolean told = action.isTold();
        operation.begun = domain.pool.timeline.nanos();
        int lane = loads.enter(operation.after());
        DeviceCall call = begin(operation, command, lane);
        if (lost != null) {
            operation.failed(lost);
            return;
        }
        if (closed) {
            operation.refuse();
            return;
        }
        if (told) {
            ActionLog.submitted(action, lane, operation.begun, operation.number());
        }
        Throwable broken = ForeignCode.attempt(call);
        if (broken == null) {
            announce(operation);
        } else {
            operation.failed(lost != null ? lost : broken);
        }
    }

    /** Throws nothing: the device has it, and ends it. */
    private void announce(LaneOperation operation) {
        try {
            operation.announce();
            if (operation.action.timeLimit() != null) {
                limited = true;
                beginLimits();
            }
        } catch (Throwable full) {
            ForeignCode.warn(NOT_ANNOUNCED, full); // what was to follow early follows its end
        }
    }

    private DeviceCall begin(LaneOperation operation, Command command, int lane) {
        long ticket = tickets.incrementAndGet();
        operation.enter(lane, ticket);
        try {
            DeviceCall call = new DeviceCall(device, domain, command, operation, lane, ticket);
            outstanding.add(operation, ticket);
            loads.put(lane, ticket);
            return call;
        } catch (OutOfMemoryError full) {
            leave(operation, null);
            throw full;
        }
    }

    /**
     * Reports the end of an operation, or that it did not begin. The steps that others rely on come
     * first, and take no memory.
     */
    void leave(LaneOperation operation, Outcome.Ending ending) {
        long now = domain.pool.timeline.nanos();
        long since = loads.leave(operation.lane(), operation.begun, now);
        long busy = now - since;
        if (ending != null && operation.action.isTold()) {
            busy = tell(operation, ending, since, now);
        }
        outstanding.remove(operation, operation.number());
        operation.action.counts(domain).busy(busy);
        operation.action.took(now - since); // the same whether or not anybody looks
        if (limited) {
            beginLimits();
        }
    }

    /** Tells that it had its lane, by the device's times if it has given some; for how long. */
    private long tell(LaneOperation operation, Outcome.Ending ending, long since, long now) {
        LaneOperation.Times own = operation.times;
        long ended = own == null ? now : Math.clamp(own.ended(), operation.begun, now);
        long began = own == null ? since : Math.clamp(own.began(), operation.begun, ended);
        long from = loads.toldFrom(operation.lane(), began, ended);
        long error = own == null ? 0 : own.error();
        ActionLog.ended(operation.action, ending, operation.lane(), from, ended, error);
        return ended - from;
    }

    /** The time of what runs and has a limit begins, if it has not; or later, without memory. */
    private void beginLimits() {
        try {
            beginLimitsOfRunning();
        } catch (OutOfMemoryError full) {
            ForeignCode.warn(NOT_LIMITED, full);
        }
    }

    private void beginLimitsOfRunning() {
        for (LaneOperation operation : RunningOperations.among(outstanding.all())) {
            TimeLimit limit = operation.action.timeLimit();
            if (limit != null) {
                limit.begin(operation);
                if (operation.isTold()) {
                    limit.forget(operation);
                }
            }
        }
    }

    /** An operation says that the device is lost. */
    void tellLoss(DeviceLostException cause) {
        try {
            loss.accept(cause);
        } catch (Throwable broken) {
            ForeignCode.warn("not all is told of the loss of a device", broken);
        }
    }

    /** An order for an operation that depends on nothing. */
    public Order unordered() {
        return new Order(loads.leastLoaded(), tickets.incrementAndGet(), Order.NOTHING);
    }

    /** Returns true if an operation is under way. */
    public boolean areBusy() {
        return loads.areBusy();
    }

    /** Returns the running operations, by an object that differs for each attempt. */
    public Map<Object, Action> running() {
        Map<Object, Action> running = new IdentityHashMap<>();
        for (LaneOperation operation : RunningOperations.among(outstanding.all())) {
            running.put(operation, operation.action);
        }
        return running;
    }

    /** From now on nothing is handed to the device. */
    void close() {
        closed = true;
    }

    /** Returns true if the device is closed or being closed. */
    boolean isClosed() {
        return closed;
    }

    /** Returns true if the device is lost. */
    boolean isLost() {
        return lost != null;
    }

    /** From now on everything fails in this way. */
    void lose(DeviceLostException cause) {
        lost = cause;
    }

    /**
     * Aborts unwanted operations that also ran at the previous check, if the device can.
     *
     * @param before the operations that ran then
     * @param now receives those that run
     * @return true if an unwanted operation is under way
     */
    boolean abandon(Predicate<Action> unwanted, Set<Object> before, Set<Object> now) {
        List<LaneOperation> all = outstanding.all();
        boolean more = false;
        for (LaneOperation operation : all) {
            more |= unwanted.test(operation.action);
        }
        for (LaneOperation operation : RunningOperations.among(all)) {
            if (unwanted.test(operation.action)) {
                now.add(operation);
                if (before.contains(operation)) {
                    operation.cancel();
                }
            }
        }
        return more;
    }

    /**
     * Reports the ends of all operations in place of a closed device, which should have done so.
     */
    void abandon() {
        while (!isAbandoned()) {
            ForeignCode.pause();
        }
    }

    /** Returns true if there was memory to report all of them. */
    private boolean isAbandoned() {
        try {
            DeviceLostException cause =
                    lost != null
                            ? lost
                            : new DeviceLostException(
                                    domain + " was closed without ending its operations", null);
            outstanding.all().forEach(operation -> operation.failed(cause));
            return true;
        } catch (OutOfMemoryError full) {
            return false;
        }
    }
}
