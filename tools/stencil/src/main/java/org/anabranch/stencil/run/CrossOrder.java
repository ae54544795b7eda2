package org.anabranch.stencil.run;

import org.anabranch.api.Buffer;
import org.anabranch.api.Event;
import org.anabranch.api.Range;
import org.anabranch.api.Stream;
import org.anabranch.stencil.geometry.Box;
import org.anabranch.stencil.geometry.GridRows;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Order between streams by what their actions use: a stream keeps the order of its own, and before
 * an action it is told to wait for those actions of other streams that use the same cells in
 * conflicting ways, and to hold back these cells only. So the two barriers of the paper become
 * waits of neighbours for each other, and nobody waits who does not have to (ST-16). Actions that
 * have ended are forgotten. Not for use by several threads at once.
 */
final class CrossOrder {
    private final Map<Buffer, List<Access>> accesses = new IdentityHashMap<>();

    private record Access(
            Stream stream, Box cells, boolean writes, Event event, Set<Stream> awaitedBy) {}

    /** What is enqueued next in the stream uses the cells after those it conflicts with. */
    void before(Stream stream, Buffer buffer, Box cells, boolean writes) {
        List<Event> conflicts = new ArrayList<>();
        List<Range> held = new ArrayList<>();
        for (Iterator<Access> all = of(buffer).iterator(); all.hasNext(); ) {
            Access access = all.next();
            Box both = access.cells.and(cells);
            if (access.event.isSettled()) {
                all.remove();
            } else if (access.stream != stream
                    && (writes || access.writes)
                    && !both.isEmpty()
                    && !access.awaitedBy.contains(stream)) {
                conflicts.add(access.event);
                held.add(buffer.range(GridRows.region(buffer.shape(), both)));
                if (both.equals(access.cells)) {
                    access.awaitedBy.add(stream);
                }
            }
        }
        if (!conflicts.isEmpty()) {
            stream.waitFor(conflicts, held.toArray(Range[]::new));
        }
    }

    /** What was enqueued in the stream uses the cells. */
    void after(Stream stream, Buffer buffer, Box cells, boolean writes, Event event) {
        of(buffer).add(new Access(stream, cells, writes, event, new HashSet<>()));
    }

    private List<Access> of(Buffer buffer) {
        return accesses.computeIfAbsent(buffer, key -> new ArrayList<>());
    }
}
