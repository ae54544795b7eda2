package org.anabranch.reference;

import org.anabranch.api.Buffer;
import org.anabranch.api.Shape;

import java.lang.foreign.MemorySegment;

/** A buffer that only has a name and a shape, to make operands of. */
record NamedBuffer(String name, Shape shape) implements Buffer {
    @Override
    public MemorySegment read() {
        throw new UnsupportedOperationException();
    }

    @Override
    public MemorySegment write() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
}
