package org.anabranch.k2h.device;

import org.anabranch.api.Region;

import java.lang.foreign.MemorySegment;

/** Copies boxes of bytes. */
final class Regions {
    private Regions() {}

    static void copy(MemorySegment source, Region from, MemorySegment target, Region to) {
        if (from.bytes() == 0) {
            return;
        }
        if (from.isInterval() && to.isInterval()) {
            MemorySegment.copy(source, from.offset(), target, to.offset(), from.width());
            return;
        }
        Region rows = from.isInterval() ? to : from;
        for (long slice = 0; slice < rows.depth(); slice++) {
            for (long row = 0; row < rows.height(); row++) {
                MemorySegment.copy(
                        source,
                        at(from, rows, row, slice),
                        target,
                        at(to, rows, row, slice),
                        rows.width());
            }
        }
    }

    /** Where a row starts, also in an interval that holds the same bytes without gaps. */
    private static long at(Region region, Region rows, long row, long slice) {
        return region.isInterval()
                ? region.offset() + (slice * rows.height() + row) * rows.width()
                : region.rowOffset(row, slice);
    }
}
