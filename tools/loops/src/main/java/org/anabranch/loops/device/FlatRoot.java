package org.anabranch.loops.device;

import org.anabranch.api.Region;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;

/** An array, segment or rectangular array of arrays as one run of bytes: rows one after another. */
final class FlatRoot {
    final List<MemorySegment> parts;
    final long bytes;

    private FlatRoot(List<MemorySegment> parts) {
        this.parts = parts;
        this.bytes = parts.stream().mapToLong(MemorySegment::byteSize).sum();
    }

    static FlatRoot of(Object root) throws DeviceRefusal {
        if (!(root instanceof Object[] rows)) {
            return new FlatRoot(List.of(segment(root)));
        }
        List<MemorySegment> parts = new ArrayList<>();
        int length = rows.length == 0 || rows[0] == null ? 0 : Array.getLength(rows[0]);
        for (Object row : rows) {
            if (row == null || Array.getLength(row) != length) {
                throw new DeviceRefusal("an array of arrays has rows of different length");
            }
            parts.add(segment(row));
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

    /** Whether memory holds the same bytes. */
    boolean isIn(MemorySegment flat) {
        long at = 0;
        for (MemorySegment part : parts) {
            long size = part.byteSize();
            if (MemorySegment.mismatch(part, 0, size, flat, at, at + size) >= 0) {
                return false;
            }
            at += size;
        }
        return true;
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
        long size = parts.isEmpty() ? 0 : parts.getFirst().byteSize();
        long at = offset;
        while (at < offset + width) {
            int p = parts.size() == 1 ? 0 : (int) (at / size);
            long within = at - p * size;
            long count = Math.min(offset + width - at, size - within);
            MemorySegment part = parts.get(p);
            if (to) {
                MemorySegment.copy(part, within, flat, at, count);
            } else {
                MemorySegment.copy(flat, at, part, within, count);
            }
            at += count;
        }
    }
}
