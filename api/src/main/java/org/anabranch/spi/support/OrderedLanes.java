package org.anabranch.spi.support;

import org.anabranch.spi.NotStartedException;
import org.anabranch.spi.Order;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * In-order lanes that also keep an operation behind those named in {@link Order#after} (rules 2.6
 * and 2.7).
 *
 * <p>Each operation counts what it waits for: the last one on its lane, and its named predecessors
 * that have not ended. The thread that ends the last of these begins it, so that no thread ever
 * waits for an operation, and a chain never leaves the device. An operation is forgotten when it
 * has ended. For any thread.
 */
public final class OrderedLanes {
    private static final long FULL_NANOS = 1_000_000;

    /** Something that takes its turn on a lane. */
    public abstract static class Operation {
        private final Order order;
        // all guarded by the lanes
        private final List<Operation> followers = new ArrayList<>(2);
        private int holds;
        private int released;
        private Throwable poison;

        /**
         * An operation that has not been added yet.
         *
         * @param order lane, ticket and predecessors
         */
        protected Operation(Order order) {
            this.order = order;
        }

        /**
         * It is the operation's turn. Called once, without a lock, by a thread that adds or ends an
         * operation; must not throw. {@link OrderedLanes#end} must follow, from any thread.
         *
         * @param mayEndHere whether this call itself may call {@link OrderedLanes#end}: if not, it
         *     comes from there, and a chain would become a deep stack
         */
        protected abstract void begin(boolean mayEndHere);

        /**
         * A named predecessor has failed: the operation has ended without having begun. Called
         * once, without a lock, instead of {@link #begin}; must not throw.
         *
         * @param why with the failure of the predecessor as its cause
         */
        protected abstract void notStarted(NotStartedException why);

        /** {@return lane, ticket and predecessors} */
        public final Order order() {
            return order;
        }

        private void follow(Operation other) {
            if (other != null) {
                other.followers.add(this);
                holds++;
            }
        }

        private boolean names(Operation other) {
            for (long ticket : order.after()) {
                if (ticket == other.order.ticket()) {
                    return true;
                }
            }
            return false;
        }
    }

    // guarded by this: what has not ended, the newest of each lane, and all by ticket
    private final Map<Integer, Operation> last = new HashMap<>();
    private final Map<Long, Operation> pending = new HashMap<>();

    /** Lanes on which nothing is under way. */
    public OrderedLanes() {}

    /**
     * Puts an operation behind the others of its lane and those that it names, and begins it if all
     * of them have ended.
     *
     * @param operation is added once
     */
    public void add(Operation operation) {
        synchronized (this) {
            operation.follow(last.put(operation.order.lane(), operation));
            for (long named : operation.order.after()) {
                operation.follow(pending.get(named));
            }
            pending.put(operation.order.ticket(), operation);
            if (operation.holds > 0) {
                return;
            }
        }
        operation.begin(true);
    }

    /**
     * Ends an operation that has begun, after its completion was told, and begins what waited for
     * it alone; what names it is not started if it failed.
     *
     * @param operation has begun
     * @param failure why it failed, or null
     */
    public void end(Operation operation, Throwable failure) {
        Deque<Operation> ready = room();
        settle(operation, failure, ready);
        for (Operation next = ready.poll(); next != null; next = ready.poll()) {
            if (next.poison == null) {
                next.begin(false);
            } else {
                NotStartedException why = refusal(next);
                next.notStarted(why);
                settle(next, why, ready);
            }
        }
    }

    // Without memory each of these tries again after a while: else the lane would stop for good.

    private static Deque<Operation> room() {
        while (true) {
            try {
                return new ArrayDeque<>();
            } catch (OutOfMemoryError full) {
                LockSupport.parkNanos(FULL_NANOS);
            }
        }
    }

    private static NotStartedException refusal(Operation next) {
        while (true) {
            try {
                return new NotStartedException(
                        next.order + " was not started: what it comes after failed", next.poison);
            } catch (OutOfMemoryError full) {
                LockSupport.parkNanos(FULL_NANOS);
            }
        }
    }

    private void settle(Operation operation, Throwable failure, Deque<Operation> ready) {
        while (true) {
            try {
                release(operation, failure, ready);
                return;
            } catch (OutOfMemoryError full) {
                LockSupport.parkNanos(FULL_NANOS);
            }
        }
    }

    /** What follows is released one by one, so that this can be tried again where it ended. */
    private synchronized void release(
            Operation operation, Throwable failure, Deque<Operation> ready) {
        pending.remove(operation.order.ticket(), operation);
        last.remove(operation.order.lane(), operation);
        for (; operation.released < operation.followers.size(); operation.released++) {
            Operation follower = operation.followers.get(operation.released);
            if (failure != null && follower.poison == null && follower.names(operation)) {
                follower.poison = failure;
            }
            if (follower.holds == 1) {
                ready.add(follower);
            }
            follower.holds--;
        }
    }
}
