package org.anabranch.loops.device;

import org.anabranch.api.Region;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An array, segment or rectangular array of arrays as contiguous bytes: rows one after another. The
 * parts are those of the time of creation. Arrays of {@code boolean}, which Java does not expose as
 * memory, are copied to bytes, with the values of that time.
 */
final class FlatRoot {
    final List<Part> parts;
    final long bytes;

    /**
     * An array or segment.
     *
     * @param memory its own, or a copy
     * @param booleans the array that it is a copy of, or null
     */
    record Part(MemorySegment memory, boolean[] booleans) {
        static Part of(Object leaf) throws DeviceRefusal {
            if (!(leaf instanceof boolean[] booleans)) {
                return new Part(segment(leaf), null);
            }
            Part part = new Part(MemorySegment.ofArray(new byte[booleans.length]), booleans);
            part.copyIn(0, booleans.length);
            return part;
        }

        /** Returns the array behind it, or null if there is none. */
        Object base() {
            return booleans == null ? memory.heapBase().orElse(null) : booleans;
        }

        private void copyIn(long from, long count) {
            for (long i = booleans == null ? from + count : from; i < from + count; i++) {
                memory.set(ValueLayout.JAVA_BYTE, i, (byte) (booleans[(int) i] ? 1 : 0));
            }
        }

        private void copyOut(long from, long count) {
            for (long i = booleans == null ? from + count : from; i < from + count; i++) {
                booleans[(int) i] = memory.get(ValueLayout.JAVA_BYTE, i) != 0;
            }
        }
    }

    private FlatRoot(List<Part> parts) {
        this.parts = parts;
        this.bytes = parts.stream().mapToLong(part -> part.memory.byteSize()).sum();
    }

    static FlatRoot of(Object root) throws DeviceRefusal {
        if (!(root instanceof Object[] rows)) {
            return new FlatRoot(List.of(Part.of(root)));
        }
        List<Part> parts = new ArrayList<>();
        int length = rows.length == 0 || rows[0] == null ? 0 : Array.getLength(rows[0]);
        for (Object row : rows) {
            if (row == null || Array.getLength(row) != length) {
                throw new DeviceRefusal("an array of arrays has rows of different length");
            }
            parts.add(Part.of(row));
        }
        return new FlatRoot(parts);
    }

    private static MemorySegment segment(Object memory) throws DeviceRefusal {
        return switch (memory) {
            case MemorySegment segment -> segment;
            case byte[] array -> MemorySegment.ofArray(array);
            case char[] array -> MemorySegment.ofArray(array);
            case short[] array -> MemorySegment.ofArray(array);
            case int[] array -> MemorySegment.ofArray(array);
            case long[] array -> MemorySegment.ofArray(array);
            case float[] array -> MemorySegment.ofArray(array);
            case double[] array -> MemorySegment.ofArray(array);
            default ->
                    throw new DeviceRefusal(
                            memory.getClass().getTypeName() + " does not go to a device");
        };
    }

    /**
     * Returns true if the flat memory has the same bits.
     *
     * @param flat as many bytes
     * @param blocks compares large memory in parallel
     */
    boolean isIn(MemorySegment flat, HostBlocks blocks) {
        AtomicBoolean differs = new AtomicBoolean();
        blocks.run(
                bytes,
                (from, to) -> {
                    if (!differs.get() && !isIn(flat, from, to)) {
                        differs.set(true);
                    }
                });
        return !differs.get();
    }

    private boolean isIn(MemorySegment flat, long from, long to) {
        long at = from;
        while (at < to) {
            Part part = part(at);
            long within = within(at);
            long end = Math.min(part.memory.byteSize(), within + to - at);
            long next = at + end - within;
            if (MemorySegment.mismatch(part.memory, within, end, flat, at, next) >= 0) {
                return false;
            }
            at = next;
        }
        return true;
    }

    void copyTo(MemorySegment flat, HostBlocks blocks) {
        blocks.run(bytes, (from, to) -> copy(flat, from, to - from, true));
    }

    void copyFrom(MemorySegment flat, HostBlocks blocks) {
        blocks.run(bytes, (from, to) -> copy(flat, from, to - from, false));
    }

    void copyTo(MemorySegment flat, Region region) {
        copy(flat, region, true);
    }

    void copyFrom(MemorySegment flat, Region region) {
        copy(flat, region, false);
    }

    private void copy(MemorySegment flat, Region region, boolean to) {
        for (long slice = 0; slice < region.depth() && region.width() > 0; slice++) {
            for (long row = 0; row < region.height(); row++) {
                copy(flat, region.rowOffset(row, slice), region.width(), to);
            }
        }
    }

    private void copy(MemorySegment flat, long offset, long width, boolean to) {
        long at = offset;
        while (at < offset + width) {
            Part part = part(at);
            long within = within(at);
            long count = Math.min(offset + width - at, part.memory.byteSize() - within);
            if (to) {
                part.copyIn(within, count);
                MemorySegment.copy(part.memory, within, flat, at, count);
            } else {
                MemorySegment.copy(flat, at, part.memory, within, count);
                part.copyOut(within, count);
            }
            at += count;
        }
    }

    /** Returns the part that holds a byte; all parts have the same size. */
    private Part part(long at) {
        return parts.size() == 1
                ? parts.getFirst()
                : parts.get((int) (at / parts.getFirst().memory.byteSize()));
    }

    private long within(long at) {
        return parts.size() == 1 ? at : at % parts.getFirst().memory.byteSize();
    }
}
