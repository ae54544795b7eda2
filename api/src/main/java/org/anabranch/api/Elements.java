package org.anabranch.api;

import java.lang.foreign.MemorySegment;

/** Conversion of the program's arrays to buffer content. */
final class Elements {
    private Elements() {}

    /**
     * Returns the elements if their number and type are those of the buffer. Checked before
     * copying: a partial copy, or bits of another type, would go unnoticed.
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
