package org.anabranch.loops.device;

import org.anabranch.api.Buffer;
import org.anabranch.api.Platform;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The arrays and segments of one call, each once, by identity, as buffers: arrays of arrays row by
 * row. Buffers are filled when they are first asked for.
 */
final class Roots implements AutoCloseable {
    private final Platform platform;
    private final Map<Object, Buffer> buffers = new IdentityHashMap<>();
    private final Set<Object> leaves = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<MemorySegment> segments = new ArrayList<>();

    Roots(Platform platform) {
        this.platform = platform;
    }

    /** The buffer of an array or segment, with what is in it. */
    Buffer buffer(Object root) throws DeviceRefusal {
        Buffer known = buffers.get(root);
        if (known != null) {
            return known;
        }
        List<MemorySegment> parts = parts(root);
        for (MemorySegment part : parts) {
            alone(part);
        }
        long bytes = parts.stream().mapToLong(MemorySegment::byteSize).sum();
        Buffer buffer = platform.buffer(ValueLayout.JAVA_BYTE, Math.max(8, bytes));
        buffers.put(root, buffer);
        MemorySegment memory = buffer.write();
        long at = 0;
        for (int p = 0; p < parts.size(); p++) {
            MemorySegment part = parts.get(p);
            MemorySegment.copy(part, 0, memory, at, part.byteSize());
            at += part.byteSize();
        }
        return buffer;
    }

    /** Memory that is reached in two ways would be there twice. */
    private void alone(MemorySegment part) throws DeviceRefusal {
        Object base = part.heapBase().orElse(null);
        boolean twice = base != null && !leaves.add(base);
        for (MemorySegment other : segments) {
            twice |= base == null && part.asOverlappingSlice(other).isPresent();
        }
        if (twice) {
            throw new DeviceRefusal("memory is reached in two ways");
        }
        segments.add(part);
    }

    private static List<MemorySegment> parts(Object root) throws DeviceRefusal {
        if (!(root instanceof Object[] rows)) {
            return List.of(segment(root));
        }
        List<MemorySegment> parts = new ArrayList<>();
        int length = rows.length == 0 || rows[0] == null ? 0 : Array.getLength(rows[0]);
        for (Object row : rows) {
            if (row == null || Array.getLength(row) != length) {
                throw new DeviceRefusal("an array of arrays has rows of different length");
            }
            parts.add(segment(row));
        }
        return parts;
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

    /** Brings back what the loop may have written. */
    void fetch(Object root) throws DeviceRefusal {
        MemorySegment memory = buffers.get(root).read();
        long at = 0;
        for (MemorySegment part : parts(root)) {
            MemorySegment.copy(memory, at, part, 0, part.byteSize());
            at += part.byteSize();
        }
    }

    @Override
    public void close() {
        buffers.values().forEach(Buffer::close);
    }
}
