package org.anabranch.scheduler.stream;

import org.anabranch.api.Mode;
import org.anabranch.api.Operand;
import org.anabranch.api.Region;
import org.anabranch.scheduler.coherence.DataAction;
import org.anabranch.scheduler.coherence.SyncAction;
import org.anabranch.scheduler.coherence.TrackedBuffer;
import org.anabranch.scheduler.region.RegionMap;

import java.util.HashMap;
import java.util.Map;

/**
 * The tracker of a stream's dependences: for each range it reads the last writers of its parts, for
 * each it writes their readers since as well (defects D1 and D2 of hStreams). Boxes whose actions
 * have ended are swept out when they outnumber the others, so memory and time follow the work in
 * flight, not the history. Used under the stream's lock.
 */
public final class DependenceTracker {
    private final Map<TrackedBuffer, RegionMap<Access>> accesses = new HashMap<>();
    private TrackedBuffer recent;
    private RegionMap<Access> recentMap;

    /** Boxes made since the last sweep. */
    private int made;

    private int sweepAt = StreamTuning.SWEEP_RANGES;

    /** True if some box may know a wait. */
    private boolean waits;

    /** Makes the action come after those that it conflicts with, and remembers it. */
    void track(DataAction action) {
        for (Operand operand : action.operands) {
            RegionMap<Access> map = map((TrackedBuffer) operand.range().buffer());
            int known = map.size();
            track(action, operand, map);
            made += map.size() - known;
        }
        waits |= action instanceof SyncAction;
        if (made > sweepAt) {
            sweep();
        }
    }

    private static void track(DataAction action, Operand operand, RegionMap<Access> map) {
        Region region = operand.range().region();
        RegionMap.Entry<Access> single = map.single(region);
        if (single != null) {
            track(action, operand.mode(), single.value);
            return;
        }
        for (RegionMap.Entry<Access> entry : map.cover(region)) {
            track(action, operand.mode(), entry.value);
        }
    }

    private RegionMap<Access> map(TrackedBuffer buffer) {
        if (buffer != recent) {
            recentMap =
                    accesses.computeIfAbsent(
                            buffer, one -> new RegionMap<>(one.shape(), Access::new, Access::copy));
            recent = buffer;
        }
        return recentMap;
    }

    private static void track(DataAction action, Mode mode, Access access) {
        if (action instanceof SyncAction wait) {
            access.waits(wait);
            return;
        }
        switch (mode) {
            case READ -> access.read(action);
            case WRITE, READ_WRITE -> access.write(action);
            case REDUCE -> access.commute(action);
        }
    }

    /** As {@link #track}, but for waits that the program asked for only. */
    void trackExplicit(DataAction action) {
        if (action instanceof SyncAction) {
            track(action);
        } else if (waits) {
            followWaits(action);
        }
    }

    private void followWaits(DataAction action) {
        for (Operand operand : action.operands) {
            RegionMap<Access> map = accesses.get((TrackedBuffer) operand.range().buffer());
            if (map != null) {
                map.overlapping(operand.range().region())
                        .forEach(entry -> entry.value.followWait(action));
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
        recent = null;
        recentMap = null;
        accesses.values()
                .removeIf(
                        map -> {
                            map.removeIf(Access::isOver);
                            return map.size() == 0;
                        });
        made = 0;
        sweepAt = Math.max(StreamTuning.SWEEP_RANGES, 2 * size());
    }

    /** Forgets everything but waits that did not end well: nothing is in flight. */
    void clear() {
        if (waits) {
            sweep();
            waits = !accesses.isEmpty();
            return;
        }
        accesses.clear();
        recent = null;
        recentMap = null;
        made = 0;
        sweepAt = StreamTuning.SWEEP_RANGES;
    }

    /** The program knows how the waits ended that are over. */
    void forgetWaits() {
        if (waits) {
            for (RegionMap<Access> map : accesses.values()) {
                map.entries().forEach(entry -> entry.value.forgetWait());
            }
            sweep();
            waits = !accesses.isEmpty();
        }
    }
}
