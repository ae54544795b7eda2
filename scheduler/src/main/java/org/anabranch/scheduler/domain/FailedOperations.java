package org.anabranch.scheduler.domain;

import org.anabranch.scheduler.action.Action;
import org.anabranch.scheduler.pool.ForeignCode;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;

/**
 * By ticket, what has failed on a device that orders operations and has not retired: it may be
 * submitted again. What was to run after such an operation waits for its action. Of any thread.
 */
final class FailedOperations {
    private final Map<Long, Action> failed = new ConcurrentHashMap<>();

    void add(long ticket, Action action) {
        try {
            failed.put(ticket, action);
        } catch (OutOfMemoryError full) {
            ForeignCode.warn("a failed operation is forgotten", full);
        }
    }

    void forget(Action action) {
        failed.values().removeIf(other -> other == action);
    }

    /** The tickets but for those of failed operations, whose actions are added to a list. */
    long[] without(long[] after, List<Action> found) {
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
}
