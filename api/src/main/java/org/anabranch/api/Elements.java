package org.anabranch.api;

import java.lang.foreign.MemorySegment;

/** Arrays of the program as the content of a buffer. */
final class Elements {
    private Elements() {}

    /**
     * Looks before they are copied: a part of them, or the bits of another type, would be wrong and
     * silent.
     */
    static MemorySegment fitting(String name, Shape shape, MemorySegment elements, Class<?> type) {
        if (shape.element().carrier() != type || elements.byteSize() != shape.bytes()) {
            throw new RangeException(
                    "%s has %s elements of type %s, and is not set to %s of type %s"
                            .formatted(
                                    name,
                                    shape.elements(),
                                    shape.element().carrier(),
                                    elements.byteSize() / bytes(type),
                                    type));
        }
        return elements;
    }

    private static long bytes(Class<?> type) {
        return type == int.class || type == float.class ? Integer.BYTES : Long.BYTES;
    }
}
