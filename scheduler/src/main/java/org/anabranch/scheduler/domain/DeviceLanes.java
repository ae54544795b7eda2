package org.anabranch.scheduler.domain;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.DomainClosedException;
import org.anabranch.api.Event;
import org.anabranch.scheduler.action.Action;
import org.anabranch.scheduler.action.DeviceOperation;
import org.anabranch.scheduler.action.TimeLimit;
import org.anabranch.scheduler.count.Handles;
import org.anabranch.scheduler.event.Outcome;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceLostException;
import org.anabranch.spi.Order;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Predicate;
import java.util.stream.LongStream;

/**
 * The operations of a device: each goes to the lane whose newest operation it is to run after, so
 * that the lane's own order will do, else to the lane with least to do. It ends once, whatever the
 * device tells and how often.
 */
public final class DeviceLanes {
    private static final VarHandle TOLD =
            Handles.of(MethodHandles.lookup().in(Operation.class), "told", boolean.class);

    private final DeviceDomain domain;
    private final AtomicIntegerArray loads;

    /** The ticket that each lane was given last. */
    private final AtomicLongArray newest;

    /** When a lane last went from idle to busy, or an operation left it to others. */
    private final AtomicLongArray busySince;

    private final AtomicLong tickets = new AtomicLong();
    private final OutstandingOperations<Operation> outstanding = new OutstandingOperations<>();

    /**
     * By ticket, what has failed on a device that orders operations and has not ended: it may be
     * submitted again. Whoever was to run after such an operation waits for its action.
     */
    private final Map<Long, Action> failed = new ConcurrentHashMap<>();

    private volatile DeviceLostException lost;
    private volatile boolean closed;

    /** Whether something with a limit of time was submitted. */
    private volatile boolean limited;

    DeviceLanes(DeviceDomain domain, int lanes) {
        this.domain = domain;
        this.loads = new AtomicIntegerArray(lanes);
        this.newest = new AtomicLongArray(lanes);
        this.busySince = new AtomicLongArray(lanes);
    }

    /** One attempt of an action to run here. */
    private final class Operation extends DeviceOperation
            implements Completion, RunningOperations.InLane, TimeLimit.Terminator {
        private int lane;
        private long number;

        @SuppressWarnings("unused") // through its handle
        private boolean told;

        /** Whether the device was asked to end it. */
        private volatile boolean cancelled;

        Operation(Action action, DeviceOperation earlier) {
            super(action, earlier);
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

        private boolean isTold() {
            return (boolean) TOLD.getAcquire(this);
        }

        /** It is not wanted any more, and does not end by itself. */
        private void cancel() {
            if (!cancelled) {
                cancelled = true;
                if (!abandon(this) && !isTold()) {
                    ForeignCode.warn(
                            action.describe()
                                    + " was cancelled, but cannot be ended on "
                                    + domain.id()
                                    + ": its end is waited for",
                            null);
                }
            }
        }

        @Override
        public String terminate() {
            boolean ended = abandon(this);
            return ended ? "was ended" : isTold() ? "ended" : "cannot be ended there";
        }

        @Override
        protected boolean isOrderedBefore(DeviceOperation other) {
            return other instanceof Operation next && next.isHere(DeviceLanes.this);
        }

        private boolean isHere(DeviceLanes lanes) {
            return lanes == DeviceLanes.this && domain.ordersOperations();
        }

        @Override
        protected DeviceOperation again() {
            return operation(action, this);
        }

        @Override
        protected long[] withoutFailed(long[] tickets, List<Action> found) {
            return DeviceLanes.this.withoutFailed(tickets, found);
        }

        @Override
        protected void forget() {
            failed.values().removeIf(other -> other == action);
        }

        @Override
        public void done() {
            boolean interrupted = ForeignCode.comeIn();
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            if (tell()) {
                action.end(Outcome.DONE);
            }
            ForeignCode.goBack(interrupted, loader);
        }

        @Override
        public void failed(Throwable cause) {
            boolean interrupted = ForeignCode.comeIn();
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            if (tell()) {
                end(cause);
            }
            ForeignCode.goBack(interrupted, loader);
        }

        private void end(Throwable cause) {
            if (cause instanceof DeviceLostException gone) {
                lose(domain, gone);
                if (!cancelled && !gone.isCausedByOperation() && action.move()) {
                    return;
                }
            }
            if (domain.ordersOperations()) {
                withdraw();
                keep();
            }
            action.end(cancelled ? cancelledBy(cause) : action.failed(cause));
        }

        private Outcome.Ending cancelledBy(Throwable cause) {
            return Outcome.Ending.of(
                    Event.State.CANCELLED,
                    () ->
                            new ActionCancelledException(
                                    action.describe()
                                            + " was cancelled while it ran"
                                            + (cause instanceof DeviceLostException
                                                    ? ", which cost " + domain.id() + " its device"
                                                    : " on " + domain.id())
                                            + ": "
                                            + ForeignCode.message(cause),
                                    cause));
        }

        private void keep() {
            try {
                failed.put(number, action);
            } catch (OutOfMemoryError full) {
                ForeignCode.warn("a failed operation is forgotten", full);
            }
        }

        private boolean tell() {
            boolean first = TOLD.compareAndSet(this, false, true);
            if (first) {
                outstanding.remove(this, number);
                leave(lane, action);
                if (limited) {
                    beginLimits();
                }
            }
            return first;
        }
    }

    /** An attempt of an action to run here, after an earlier one or null. */
    DeviceOperation operation(Action action, DeviceOperation earlier) {
        return new Operation(action, earlier);
    }

    /** Hands a begun action to the device. */
    public void submit(Action action, Command command) {
        Operation operation = (Operation) action.operation();
        int lane = enter(operation.after());
        DeviceCall call = begin(operation, command, lane);
        if (lost != null) {
            operation.failed(lost);
            return;
        }
        if (closed) {
            refuse(operation);
            return;
        }
        Throwable broken = ForeignCode.attempt(call);
        if (broken == null) {
            operation.announce();
            if (action.timeLimit() != null) {
                limited = true;
                beginLimits();
            }
        } else {
            operation.failed(lost != null ? lost : broken);
        }
    }

    /** The time of what runs and has a limit begins, if it has not. */
    private void beginLimits() {
        for (Operation operation : RunningOperations.among(outstanding.all())) {
            TimeLimit limit = operation.action.timeLimit();
            if (limit != null) {
                limit.begin(operation);
                if (operation.isTold()) {
                    limit.forget(operation);
                }
            }
        }
    }

    /** Whether the device ends what runs. */
    private boolean abandon(Operation operation) {
        boolean[] ended = new boolean[1];
        Throwable broken = ForeignCode.attempt(() -> ended[0] = domain.device.abandon(operation));
        if (broken != null) {
            ForeignCode.warn(domain + " did not abandon an operation", broken);
        }
        return ended[0];
    }

    private DeviceCall begin(Operation operation, Command command, int lane) {
        long ticket = tickets.incrementAndGet();
        operation.lane = lane;
        operation.number = ticket;
        try {
            DeviceCall call = new DeviceCall(domain, command, operation, operation, lane, ticket);
            outstanding.add(operation, ticket);
            newest.lazySet(lane, ticket);
            return call;
        } catch (OutOfMemoryError full) {
            leave(lane, operation.action);
            throw full;
        }
    }

    private static void lose(DeviceDomain domain, DeviceLostException cause) {
        try {
            domain.lose(cause);
        } catch (Throwable broken) {
            ForeignCode.warn("not all is told of the loss of a device", broken);
        }
    }

    /** The tickets but for those of failed operations, whose actions are added to a list. */
    long[] withoutFailed(long[] after, List<Action> found) {
        if (failed.isEmpty()) {
            return after;
        }
        return LongStream.of(after)
                .filter(
                        ticket -> {
                            Action action = failed.get(ticket);
                            return action == null || !found.add(action);
                        })
                .toArray();
    }

    /** An order for an operation that depends on nothing. */
    public Order unordered() {
        return new Order(leastLoaded(), tickets.incrementAndGet(), Order.NOTHING);
    }

    /**
     * Takes a place on a lane. Threads that come at once with independent operations take different
     * lanes while one is free, so that neither operation waits for the other.
     */
    private int enter(long[] after) {
        int newestHere = choose(after);
        if (newestHere >= 0) {
            return entered(newestHere, loads.getAndIncrement(newestHere));
        }
        while (true) {
            int least = leastLoad();
            for (int lane = 0; lane < loads.length(); lane++) {
                if (loads.compareAndSet(lane, least, least + 1)) {
                    return entered(lane, least);
                }
            }
        }
    }

    private int entered(int lane, int before) {
        if (before == 0) {
            busySince.set(lane, System.nanoTime());
            domain.pool.watch.begins();
        }
        return lane;
    }

    /** The lane was busy with this operation since the one before it left. */
    private void leave(int lane, Action action) {
        long now = System.nanoTime();
        long since = busySince.getAndSet(lane, now);
        loads.decrementAndGet(lane);
        action.counts(domain).busy(now - since);
    }

    /** Whether anything is under way. */
    public boolean areBusy() {
        for (int lane = 0; lane < loads.length(); lane++) {
            if (loads.get(lane) > 0) {
                return true;
            }
        }
        return false;
    }

    /** What runs, by an object that is another one for each attempt. */
    public Map<Object, Action> running() {
        Map<Object, Action> running = new IdentityHashMap<>();
        for (Operation operation : RunningOperations.among(outstanding.all())) {
            running.put(operation, operation.action);
        }
        return running;
    }

    /** The lane whose newest operation is one of these, or -1. */
    private int choose(long[] after) {
        for (long before : after) {
            for (int lane = 0; lane < newest.length(); lane++) {
                if (newest.get(lane) == before) {
                    return lane;
                }
            }
        }
        return -1;
    }

    private int leastLoaded() {
        int best = 0;
        for (int lane = 1; lane < loads.length(); lane++) {
            best = loads.get(lane) < loads.get(best) ? lane : best;
        }
        return best;
    }

    private int leastLoad() {
        int least = loads.get(0);
        for (int lane = 1; lane < loads.length(); lane++) {
            least = Math.min(least, loads.get(lane));
        }
        return least;
    }

    private void refuse(Operation operation) {
        if (operation.tell() && !(operation.action.move())) {
            operation.action.end(
                    new Outcome.Ending(
                            Event.State.CANCELLED,
                            new DomainClosedException(
                                    operation.action.describe()
                                            + " did not run: "
                                            + domain
                                            + " is gone")));
        }
    }

    /** From now on nothing is handed to the device. */
    void close() {
        closed = true;
    }

    /** From now on everything fails in this way. */
    void lose(DeviceLostException cause) {
        lost = cause;
    }

    /**
     * Ends what is unwanted and ran before, if the device can.
     *
     * @param before what ran
     * @param now to add what runs
     * @return whether something unwanted is under way
     */
    boolean abandon(Predicate<Action> unwanted, Set<Object> before, Set<Object> now) {
        List<Operation> all = outstanding.all();
        for (Operation operation : RunningOperations.among(all)) {
            if (unwanted.test(operation.action)) {
                now.add(operation);
                if (before.contains(operation)) {
                    operation.cancel();
                }
            }
        }
        return all.stream().anyMatch(operation -> unwanted.test(operation.action));
    }

    /** The device was closed, and should have told the end of everything: tells it in its place. */
    void abandon() {
        DeviceLostException cause =
                lost != null
                        ? lost
                        : new DeviceLostException(
                                domain + " was closed without ending its operations", null);
        outstanding.all().forEach(operation -> operation.failed(cause));
    }
}
