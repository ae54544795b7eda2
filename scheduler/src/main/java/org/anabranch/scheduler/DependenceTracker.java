package org.anabranch.scheduler;

import org.anabranch.api.Operand;

import java.util.HashMap;
import java.util.Map;

/**
 * Finds what an action of a stream must come after: for each range it reads the last writers of its
 * parts, for each it writes their readers since as well (defects D1 and D2 of hStreams). Ended
 * actions are swept out when they outnumber those in flight, so memory and time follow the work in
 * flight, not the history (D4). Used under the stream's lock.
 */
final class DependenceTracker {
    private static final int SMALL = 256;

    private final Map<TrackedBuffer, RegionMap<Access>> accesses = new HashMap<>();
    private int touched;
    private int sweepAt = SMALL;

    /** Makes the action come after those that it conflicts with, and remembers it. */
    void track(Action action) {
        for (Operand operand : action.operands) {
            RegionMap<Access> map =
                    accesses.computeIfAbsent(
                            (TrackedBuffer) operand.range().buffer(),
                            buffer -> new RegionMap<>(buffer.shape(), Access::new, Access::copy));
            for (RegionMap.Entry<Access> entry : map.cover(operand.range().region())) {
                touched++;
                switch (operand.mode()) {
                    case READ -> entry.value.read(action);
                    case WRITE, READ_WRITE -> entry.value.write(action);
                    case REDUCE -> entry.value.commute(action);
                }
            }
        }
        if (touched > sweepAt) {
            sweep();
        }
    }

    /** As {@link #track}, but for waits that the program asked for only. */
    void trackExplicit(Action action) {
        if (action instanceof SyncAction) {
            track(action);
            return;
        }
        for (Operand operand : action.operands) {
            RegionMap<Access> map = accesses.get((TrackedBuffer) operand.range().buffer());
            if (map != null) {
                map.overlapping(operand.range().region())
                        .forEach(entry -> entry.value.followExplicit(action));
            }
        }
    }

    private int size() {
        int size = 0;
        for (RegionMap<Access> map : accesses.values()) {
            size += map.size() + 1;
        }
        return size;
    }

    private void sweep() {
        accesses.values()
                .removeIf(
                        map -> {
                            map.removeIf(Access::isOver);
                            return map.size() == 0;
                        });
        touched = 0;
        sweepAt = Math.max(SMALL, 2 * size());
    }

    /** Forgets everything: nothing is in flight. */
    void clear() {
        accesses.clear();
        touched = 0;
        sweepAt = SMALL;
    }
}
