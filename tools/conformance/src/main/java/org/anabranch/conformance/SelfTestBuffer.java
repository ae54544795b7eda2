package org.anabranch.conformance;

import org.anabranch.api.Buffer;
import org.anabranch.api.Shape;

import java.lang.foreign.MemorySegment;

/** The buffer type of the kit's arrays: a name and a shape, without a host instance. */
record SelfTestBuffer(String name, Shape shape) implements Buffer {

    @Override
    public MemorySegment read() {
        throw new UnsupportedOperationException(name + " has no host instance");
    }

    @Override
    public MemorySegment write() {
        throw new UnsupportedOperationException(name + " has no host instance");
    }

    @Override
    public void close() {}
}
