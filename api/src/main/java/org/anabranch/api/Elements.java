package org.anabranch.api;

import java.lang.foreign.MemorySegment;

/** Arrays of the program as the content of a buffer. */
final class Elements {
    private Elements() {}

    /** Looks first: a part of them, or the bits of another type, would be wrong and silent. */
    static void set(Buffer buffer, MemorySegment elements, Class<?> type) {
        Shape shape = buffer.shape();
        if (shape.element().carrier() != type || elements.byteSize() != shape.bytes()) {
            throw new RangeException(
                    "%s has %s elements of type %s, and is not set to %s of type %s"
                            .formatted(
                                    buffer.name(),
                                    shape.elements(),
                                    shape.element().carrier(),
                                    elements.byteSize() / bytes(type),
                                    type));
        }
        buffer.write().copyFrom(elements);
    }

    private static long bytes(Class<?> type) {
        return type == int.class || type == float.class ? Integer.BYTES : Long.BYTES;
    }
}
