package org.anabranch.opencl;

import org.anabranch.api.Region;

import java.lang.foreign.MemorySegment;

/**
 * Copies between the program's memory and an allocation of a device that is the processor itself:
 * the host reaches the allocation as it reaches its own memory, so the thread that submits can copy
 * at once, instead of waking one of the driver's threads and being woken by another. Regions have
 * as many bytes each; rows may be cut differently where one of them is an interval.
 */
final class DirectCopy {
    private DirectCopy() {}

    /** Copies from one region to another, row by row of the one with the shorter rows. */
    static void copy(MemorySegment source, Region from, MemorySegment target, Region to) {
        if (from.isInterval() && to.isInterval()) {
            MemorySegment.copy(source, from.offset(), target, to.offset(), from.bytes());
            return;
        }
        Region rows = from.isInterval() ? to : from;
        long done = 0;
        for (long slice = 0; slice < rows.depth(); slice++) {
            for (long row = 0; row < rows.height(); row++) {
                MemorySegment.copy(
                        source,
                        start(from, row, slice, done),
                        target,
                        start(to, row, slice, done),
                        rows.width());
                done += rows.width();
            }
        }
    }

    private static long start(Region region, long row, long slice, long done) {
        return region.isInterval() ? region.offset() + done : region.rowOffset(row, slice);
    }

    /** Whether both have the same rows, or one of them is an interval. */
    static boolean fits(Region one, Region other) {
        return one.isInterval()
                || other.isInterval()
                || one.width() == other.width()
                        && one.height() == other.height()
                        && one.depth() == other.depth();
    }
}
