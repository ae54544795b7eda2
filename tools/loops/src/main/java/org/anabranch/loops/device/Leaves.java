package org.anabranch.loops.device;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** The arrays and segments that memory consists of, to decide if it shares a part with others. */
final class Leaves {
    private final Set<Object> arrays = Collections.newSetFromMap(new IdentityHashMap<>());

    /** The segments whose array, if there is one, is not known. */
    private final List<MemorySegment> segments = new ArrayList<>();

    Leaves(FlatRoot flat) {
        for (FlatRoot.Part part : flat.parts) {
            if (part.base() == null) {
                segments.add(part.memory());
            } else {
                arrays.add(part.base());
            }
        }
    }

    /**
     * Returns true if a part of it is, or may be, a part of other memory.
     *
     * @param other an array or segment; nothing else has parts
     */
    boolean overlap(Object other) {
        return switch (other) {
            case null -> false;
            case Object[] rows -> Arrays.stream(rows).anyMatch(this::overlap);
            case MemorySegment segment -> overlap(segment);
            default ->
                    other.getClass().isArray()
                            && (arrays.contains(other)
                                    || segments.stream().anyMatch(one -> !one.isNative()));
        };
    }

    private boolean overlap(MemorySegment other) {
        if (other.heapBase().isPresent()) {
            return overlap(other.heapBase().get());
        }
        if (!other.isNative()) {
            return !arrays.isEmpty() || segments.stream().anyMatch(one -> !one.isNative());
        }
        return segments.stream()
                .anyMatch(
                        one ->
                                one.isMapped() && other.isMapped()
                                        || one.asOverlappingSlice(other).isPresent());
    }
}
