package org.anabranch.mic.sink;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The in-order queues of one domain, which also keep an operation behind those that it names (rule
 * 2.7). Each operation counts what it waits for: the last one on its lane, and its named
 * predecessors that have not ended. Whoever ends the last of these starts it, so that a chain on
 * the card never goes back to the host. For any thread.
 */
final class CardLanes {

    /** Something that takes its turn. */
    abstract static class Operation {
        private final int lane;
        private final long ticket;
        private final long[] after;
        // all guarded by the lanes
        private final List<Operation> followers = new ArrayList<>(2);
        private int holds;
        private boolean poisoned;

        Operation(int lane, long ticket, long[] after) {
            this.lane = lane;
            this.ticket = ticket;
            this.after = after;
        }

        /**
         * It is its turn; {@link CardLanes#end} must follow, from any thread: from this one, in the
         * call, only if that is allowed, for else a chain would become a deep stack.
         */
        abstract void begin(boolean mayEndHere);

        /** One that it comes after has failed; it has ended without having begun. */
        abstract void notStarted();

        private void follow(Operation other) {
            if (other != null) {
                other.followers.add(this);
                holds++;
            }
        }
    }

    private final Map<Integer, Operation> last = new HashMap<>();
    private final Map<Long, Operation> pending = new HashMap<>();

    void add(Operation operation) {
        synchronized (this) {
            operation.follow(last.put(operation.lane, operation));
            Arrays.stream(operation.after).forEach(named -> operation.follow(pending.get(named)));
            pending.put(operation.ticket, operation);
            if (operation.holds > 0) {
                return;
            }
        }
        operation.begin(true);
    }

    void end(Operation operation, boolean failed) {
        Deque<Operation> notStarted = new ArrayDeque<>();
        List<Operation> ready = release(operation, failed);
        while (true) {
            for (Operation next : ready) {
                if (next.poisoned) {
                    notStarted.add(next);
                } else {
                    next.begin(false);
                }
            }
            if (notStarted.isEmpty()) {
                return;
            }
            Operation next = notStarted.remove();
            next.notStarted();
            ready = release(next, true);
        }
    }

    private synchronized List<Operation> release(Operation operation, boolean failed) {
        pending.remove(operation.ticket, operation);
        last.remove(operation.lane, operation);
        List<Operation> ready = new ArrayList<>(operation.followers.size());
        for (Operation follower : operation.followers) {
            follower.poisoned |= failed && names(follower, operation);
            if (--follower.holds == 0) {
                ready.add(follower);
            }
        }
        return ready;
    }

    private static boolean names(Operation follower, Operation other) {
        return Arrays.stream(follower.after).anyMatch(ticket -> ticket == other.ticket);
    }
}
