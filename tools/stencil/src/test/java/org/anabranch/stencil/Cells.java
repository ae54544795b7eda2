package org.anabranch.stencil;

import org.anabranch.stencil.description.ElementType;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Cells of float, double or int as numbers. */
record Cells(ElementType type, MemorySegment memory) {

    double get(long index) {
        return switch (type) {
            case FLOAT -> memory.getAtIndex(ValueLayout.JAVA_FLOAT, index);
            case DOUBLE -> memory.getAtIndex(ValueLayout.JAVA_DOUBLE, index);
            default -> memory.getAtIndex(ValueLayout.JAVA_INT, index);
        };
    }

    void set(long index, double value) {
        switch (type) {
            case FLOAT -> memory.setAtIndex(ValueLayout.JAVA_FLOAT, index, (float) value);
            case DOUBLE -> memory.setAtIndex(ValueLayout.JAVA_DOUBLE, index, value);
            default -> memory.setAtIndex(ValueLayout.JAVA_INT, index, (int) (value * 1000));
        }
    }
}
