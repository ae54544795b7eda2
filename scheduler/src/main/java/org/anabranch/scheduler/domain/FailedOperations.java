package org.anabranch.scheduler.domain;

import org.anabranch.scheduler.action.Action;
import org.anabranch.scheduler.action.DependenceNode;
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
    // no literals: these take memory where they are first used
    private static final String FORGOTTEN = "a failed operation is forgotten".intern();
    private static final String NOT_YET = "a failed operation is not forgotten yet".intern();

    private final Map<Long, Action> failed = new ConcurrentHashMap<>();

    void add(long ticket, Action action) {
        try {
            failed.put(ticket, action);
        } catch (OutOfMemoryError full) {
            ForeignCode.warn(FORGOTTEN, full);
        }
    }

    /** Without memory it stays till another one is forgotten: who finds it, finds it retired. */
    void forget(Action action) {
        try {
            failed.values().removeIf(other -> other == action);
        } catch (OutOfMemoryError full) {
            ForeignCode.warn(NOT_YET, full);
        }
    }

    /** The tickets but for those of failed operations, whose actions are added to a list. */
    long[] without(long[] after, List<DependenceNode> found) {
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
