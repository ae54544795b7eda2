package org.anabranch.spi.support;

import org.anabranch.spi.NotStartedException;
import org.anabranch.spi.Order;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * In-order lanes that also keep an operation behind those named in {@link Order#after} (rules 2.6
 * and 2.7).
 *
 * <p>Each operation has a dependency count: the previous one on its lane, and its named
 * predecessors that have not ended. The thread that ends the last of these begins the operation. So
 * no thread ever waits for an operation, and a chain of operations never leaves the device. An
 * operation that has ended is removed. Thread-safe.
 */
public final class OrderedLanes {
    /** Created in advance, for the case that there is no memory to create a more specific one. */
    private static final NotStartedException NO_MEMORY =
            new NotStartedException(
                    "an operation was not started: what it comes after failed, and there was no"
                            + " memory left to say why",
                    null);

    /** An operation on a lane. */
    public abstract static class Operation {
        private final Order order;
        // boxed in advance, since the thread that ends an operation may have no memory
        private final Integer lane;
        private final Long ticket;
        // all guarded by the lanes
        private final List<Operation> followers = new ArrayList<>(2);
        private int holds;
        private boolean struck;
        private Throwable poison;
        private Operation nextReady;

        /**
         * Creates an operation that has not been added yet.
         *
         * @param order lane, ticket and predecessors; null for an operation that is never added
         */
        protected Operation(Order order) {
            this.order = order;
            this.lane = order == null ? null : Integer.valueOf(order.lane());
            this.ticket = order == null ? null : Long.valueOf(order.ticket());
        }

        /**
         * Begins the operation. Called once, without a lock, by a thread that adds or ends an
         * operation; must not throw. {@link OrderedLanes#end} must follow, from any thread.
         *
         * @param mayEndHere true if this call itself may call {@link OrderedLanes#end}. If false,
         *     the call comes from there, and a chain of operations would become a deep stack
         */
        protected abstract void begin(boolean mayEndHere);

        /**
         * Reports that a named predecessor has failed: the operation has ended without having
         * begun. Called once, without a lock, instead of {@link #begin}; must not throw.
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
            for (long named : order.after()) {
                if (named == other.order.ticket()) {
                    return true;
                }
            }
            return false;
        }
    }

    // guarded by this: the operations that have not ended, the newest of each lane and all by
    // ticket
    private final Map<Integer, Operation> last = new HashMap<>();
    private final Map<Long, Operation> pending = new HashMap<>();

    /** Creates empty lanes. */
    public OrderedLanes() {}

    /**
     * Adds an operation behind the others of its lane and its named predecessors, and begins it if
     * all of them have ended.
     *
     * @param operation is added once
     * @throws OutOfMemoryError if there is no memory for that: it was not added, and will not begin
     */
    public void add(Operation operation) {
        synchronized (this) {
            try {
                enlist(operation);
            } catch (OutOfMemoryError full) {
                strike(operation);
                throw full;
            }
            if (operation.holds > 0) {
                return;
            }
        }
        operation.begin(true);
    }

    private void enlist(Operation operation) {
        operation.follow(last.get(operation.lane));
        for (long named : operation.order.after()) {
            operation.follow(pending.get(named));
        }
        pending.put(operation.ticket, operation);
        last.put(
                operation.lane, operation); // done last: until then the previous one is still known
    }

    /** Undoes the partial addition of an operation. */
    private void strike(Operation operation) {
        operation.struck = true;
        pending.remove(operation.ticket, operation);
        last.remove(operation.lane, operation);
    }

    /**
     * Ends an operation that has begun, after its completion was called, and begins the operations
     * that waited for it alone; those that name it are not started if it failed. Allocates nothing.
     *
     * @param operation has begun
     * @param failure why it failed, or null
     */
    public void end(Operation operation, Throwable failure) {
        Operation ready = release(operation, failure, null);
        while (ready != null) {
            Operation next = ready;
            ready = next.nextReady;
            next.nextReady = null; // before begin, in which it may end
            if (next.poison == null) {
                next.begin(false);
            } else {
                NotStartedException why = refusal(next);
                next.notStarted(why);
                ready = release(next, why, ready);
            }
        }
    }

    private static NotStartedException refusal(Operation next) {
        try {
            return new NotStartedException(
                    next.order + " was not started: what it comes after failed", next.poison);
        } catch (Throwable full) {
            return NO_MEMORY;
        }
    }

    /** {@return the operations that waited for this one alone, linked, followed by the rest} */
    private synchronized Operation release(Operation operation, Throwable failure, Operation rest) {
        pending.remove(operation.ticket, operation);
        last.remove(operation.lane, operation);
        Operation ready = rest;
        for (int i = operation.followers.size() - 1; i >= 0; i--) {
            Operation follower = operation.followers.get(i);
            if (failure != null && follower.poison == null && follower.names(operation)) {
                follower.poison = failure;
            }
            follower.holds--;
            if (follower.holds == 0 && !follower.struck) {
                follower.nextReady = ready;
                ready = follower;
            }
        }
        return ready;
    }
}
