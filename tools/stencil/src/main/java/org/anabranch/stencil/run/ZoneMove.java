package org.anabranch.stencil.run;

import org.anabranch.api.Buffer;
import org.anabranch.api.Range;
import org.anabranch.api.Stream;
import org.anabranch.stencil.geometry.CellBox;
import org.anabranch.stencil.plan.CutChange;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;

/**
 * The filling of the zones of a new cut from those of the old one, according to {@link CutChange}.
 * No action may be in flight in the old ones.
 *
 * @param swapped true if the arrays of the swap are exchanged in the old zones; in the new ones
 *     they are not
 */
record ZoneMove(ZoneGrid before, ZoneGrid after, boolean swapped) {
    private static final String WHAT = "the move to new zones";

    void run(Map<String, MemorySegment> program) {
        List<CutChange.Move> moves = CutChange.of(before.plan, after.plan).moves();
        for (CutChange.Move move : moves) {
            if (move.from() == CutChange.PROGRAM) {
                MemorySegment array = program.get(move.argument().name());
                after.zones.get(move.to()).fill(move.argument(), move.boxes(), array);
            }
        }
        for (CutChange.Move move : moves) {
            if (move.from() != CutChange.PROGRAM) {
                after.guarded(move.to(), WHAT, () -> copy(move));
            }
        }
        after.awaitAll();
        for (CutChange.Move move : moves) {
            if (!move.stays() && !after.zones.get(move.to()).domain.isHost()) {
                after.guarded(move.to(), WHAT, () -> send(move));
            }
        }
        after.awaitAll();
    }

    /** Copies cells on the device if they stay there, otherwise in host memory. */
    private void copy(CutChange.Move move) {
        String name = move.argument().name();
        ZoneMemory from = before.zones.get(move.from());
        ZoneMemory to = after.zones.get(move.to());
        Stream carrier = move.stays() && !to.domain.isHost() ? to.stream : after.link;
        for (CellBox box : move.boxes()) {
            Range source = from.range(from.buffer(name, swapped), box);
            Range target = to.range(to.buffer(name, false), box);
            after.events.tag(carrier.copy(source, target), move.to(), WHAT);
        }
    }

    private void send(CutChange.Move move) {
        ZoneMemory to = after.zones.get(move.to());
        Buffer buffer = to.buffer(move.argument().name(), false);
        for (CellBox box : move.boxes()) {
            after.events.tag(to.stream.prefetch(to.range(buffer, box)), move.to(), WHAT);
        }
    }
}
