package org.anabranch.stencil.shell;

import org.anabranch.stencil.description.StencilArgument;
import org.anabranch.stencil.geometry.CellBox;
import org.anabranch.stencil.geometry.Point;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.ToDoubleFunction;

/** The cells of an array as numbers of any type. */
record GridNumbers(StencilArgument argument, MemorySegment memory) {

    /** Sets every cell by a function of its position, x fastest. */
    void fill(ToDoubleFunction<Point> value) {
        CellBox all = new CellBox(Point.ZERO, argument.size());
        all.forEach(cell -> set(cell.index(argument.size()), value.applyAsDouble(cell)));
    }

    private void set(long index, double value) {
        switch (argument.type()) {
            case FLOAT -> memory.setAtIndex(ValueLayout.JAVA_FLOAT, index, (float) value);
            case DOUBLE -> memory.setAtIndex(ValueLayout.JAVA_DOUBLE, index, value);
            case LONG, ULONG -> memory.setAtIndex(ValueLayout.JAVA_LONG, index, (long) value);
            case INT, UINT -> memory.setAtIndex(ValueLayout.JAVA_INT, index, (int) (long) value);
            case SHORT, USHORT ->
                    memory.setAtIndex(ValueLayout.JAVA_SHORT, index, (short) (long) value);
            case CHAR, UCHAR -> memory.set(ValueLayout.JAVA_BYTE, index, (byte) (long) value);
        }
    }

    /** {@return the number of a cell} */
    double at(long index) {
        return switch (argument.type()) {
            case FLOAT -> memory.getAtIndex(ValueLayout.JAVA_FLOAT, index);
            case DOUBLE -> memory.getAtIndex(ValueLayout.JAVA_DOUBLE, index);
            case LONG, ULONG -> memory.getAtIndex(ValueLayout.JAVA_LONG, index);
            case INT -> memory.getAtIndex(ValueLayout.JAVA_INT, index);
            case UINT -> Integer.toUnsignedLong(memory.getAtIndex(ValueLayout.JAVA_INT, index));
            case SHORT -> memory.getAtIndex(ValueLayout.JAVA_SHORT, index);
            case USHORT -> memory.getAtIndex(ValueLayout.JAVA_SHORT, index) & 0xFFFF;
            case CHAR -> memory.get(ValueLayout.JAVA_BYTE, index);
            case UCHAR -> memory.get(ValueLayout.JAVA_BYTE, index) & 0xFF;
        };
    }
}
