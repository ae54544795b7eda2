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
 * <p>Each operation counts what it waits for: the last one on its lane, and its named predecessors
 * that have not ended. The thread that ends the last of these begins it, so that no thread ever
 * waits for an operation, and a chain never leaves the device. An operation is forgotten when it
 * has ended. For any thread.
 */
public final class OrderedLanes {
    /** For when there is no memory to say what failed: made beforehand. */
    private static final NotStartedException NO_MEMORY =
            new NotStartedException(
                    "an operation was not started: what it comes after failed, and there was no"
                            + " memory left to say why",
                    null);

    /** Something that takes its turn on a lane. */
    public abstract static class Operation {
        private final Order order;
        // in objects made beforehand, since who ends may find no memory
        private final Integer lane;
        private final Long ticket;
        // all guarded by the lanes
        private final List<Operation> followers = new ArrayList<>(2);
        private int holds;
        private boolean struck;
        private Throwable poison;
        private Operation nextReady;

        /**
         * An operation that has not been added yet.
         *
         * @param order lane, ticket and predecessors; null for what is never added
         */
        protected Operation(Order order) {
            this.order = order;
            this.lane = order == null ? null : Integer.valueOf(order.lane());
            this.ticket = order == null ? null : Long.valueOf(order.ticket());
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
            for (long named : order.after()) {
                if (named == other.order.ticket()) {
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
     * @throws OutOfMemoryError if there is no memory for that: it was not added, and never begins
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
        last.put(operation.lane, operation); // last: the one before it is still known till then
    }

    /** Takes back what was done of adding it. */
    private void strike(Operation operation) {
        operation.struck = true;
        pending.remove(operation.ticket, operation);
        last.remove(operation.lane, operation);
    }

    /**
     * Ends an operation that has begun, after its completion was told, and begins what waited for
     * it alone; what names it is not started if it failed. Takes no memory.
     *
     * @param operation has begun
     * @param failure why it failed, or null
     */
    public void end(Operation operation, Throwable failure) {
        Operation ready = release(operation, failure, null);
        while (ready != null) {
            Operation next = ready;
            ready = next.nextReady;
            next.nextReady = null; // it may end before begin returns
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

    /** {@return what waited for the operation alone, linked, and then the rest} */
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
