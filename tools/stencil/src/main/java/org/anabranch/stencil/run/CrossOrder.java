package org.anabranch.stencil.run;

import org.anabranch.api.Buffer;
import org.anabranch.api.Event;
import org.anabranch.api.Range;
import org.anabranch.api.Stream;
import org.anabranch.stencil.geometry.CellBox;
import org.anabranch.stencil.geometry.GridRows;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The order between streams by the cells that their actions use. Each stream keeps its own order;
 * before an action it waits for the conflicting actions of other streams, and defers only uses of
 * these cells. So neighbours wait for each other instead of at the two barriers of the paper
 * (ST-16). Actions that have ended are removed. Not thread-safe.
 */
final class CrossOrder {
    private final Map<Buffer, List<Access>> accesses = new IdentityHashMap<>();

    private record Access(
            Stream stream, CellBox cells, boolean writes, Event event, Set<Stream> awaitedBy) {}

    /**
     * Makes the next action of the stream wait for those that its use of the cells conflicts with.
     */
    void before(Stream stream, Buffer buffer, CellBox cells, boolean writes) {
        List<Event> conflicts = new ArrayList<>();
        List<Range> held = new ArrayList<>();
        for (Iterator<Access> all = of(buffer).iterator(); all.hasNext(); ) {
            Access access = all.next();
            CellBox both = access.cells.and(cells);
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

    /** Records that an action of the stream uses the cells. */
    void after(Stream stream, Buffer buffer, CellBox cells, boolean writes, Event event) {
        of(buffer).add(new Access(stream, cells, writes, event, new HashSet<>()));
    }

    private List<Access> of(Buffer buffer) {
        return accesses.computeIfAbsent(buffer, key -> new ArrayList<>());
    }
}
