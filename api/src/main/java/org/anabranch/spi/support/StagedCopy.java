package org.anabranch.spi.support;

import org.anabranch.api.Region;

import java.lang.foreign.MemorySegment;

/**
 * The packed bytes of a region, as they are in a staging block: row after row without gaps. Any
 * interval of them can be copied, so that a box of any pitch is transferred in chunks of any size.
 */
public final class StagedCopy {
    private StagedCopy() {}

    private interface RowCopy {
        void copy(long inRegion, long packed, long bytes);
    }

    /**
     * Copies from the region to the packed bytes.
     *
     * @param memory the memory of the region
     * @param region bytes of it
     * @param from first packed byte
     * @param bytes how many
     * @param target the staging block
     * @param at offset of the first byte in it
     */
    public static void pack(
            MemorySegment memory,
            Region region,
            long from,
            long bytes,
            MemorySegment target,
            long at) {
        rows(
                region,
                from,
                bytes,
                (inRegion, packed, count) ->
                        MemorySegment.copy(memory, inRegion, target, at + packed, count));
    }

    /**
     * Copies from the packed bytes to the region.
     *
     * @param source the staging block
     * @param at offset of the first byte in it
     * @param memory the memory of the region
     * @param region bytes of it
     * @param from first packed byte
     * @param bytes how many
     */
    public static void unpack(
            MemorySegment source,
            long at,
            MemorySegment memory,
            Region region,
            long from,
            long bytes) {
        rows(
                region,
                from,
                bytes,
                (inRegion, packed, count) ->
                        MemorySegment.copy(source, at + packed, memory, inRegion, count));
    }

    /**
     * Copies all of one region to another of the same size.
     *
     * @param source memory
     * @param from region of it
     * @param target memory
     * @param to region of it
     */
    public static void copy(MemorySegment source, Region from, MemorySegment target, Region to) {
        rows(
                from,
                0,
                from.bytes(),
                (inRegion, packed, count) ->
                        unpack(source.asSlice(inRegion, count), 0, target, to, packed, count));
    }

    private static void rows(Region region, long from, long bytes, RowCopy copy) {
        long done = 0;
        while (done < bytes) {
            long row = (from + done) / region.width();
            long inRow = (from + done) % region.width();
            long count = Math.min(region.width() - inRow, bytes - done);
            long start = region.rowOffset(row % region.height(), row / region.height());
            copy.copy(start + inRow, done, count);
            done += count;
        }
    }
}
