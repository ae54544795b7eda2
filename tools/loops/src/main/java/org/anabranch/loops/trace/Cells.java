package org.anabranch.loops.trace;

import org.anabranch.loops.ir.Kind;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;

/**
 * A numeric array or segment of one kind, as raw bits.
 *
 * @param memory the array or segment
 * @param kind of its elements
 * @param length their number
 */
public record Cells(Object memory, Kind kind, int length) {
    /**
     * Returns the cells of an array or segment.
     *
     * @param memory a numeric array or a segment
     * @param kind of its elements
     * @return the cells; null if they are not aligned or cannot be written
     */
    public static Cells of(Object memory, Kind kind) {
        if (!(memory instanceof MemorySegment segment)) {
            return new Cells(memory, kind, Array.getLength(memory));
        }
        long count = segment.byteSize() / kind.bytes();
        boolean usable =
                !segment.isReadOnly()
                        && segment.maxByteAlignment() >= kind.bytes()
                        && count < Integer.MAX_VALUE / 8;
        return usable ? new Cells(segment, kind, (int) count) : null;
    }

    /** {@return new memory of the same form, all zero} */
    public Cells like() {
        if (memory instanceof MemorySegment segment) {
            long[] words = new long[(int) ((segment.byteSize() + 7) / 8)];
            MemorySegment copy = MemorySegment.ofArray(words).asSlice(0, segment.byteSize());
            return new Cells(copy, kind, length);
        }
        Object copy = Array.newInstance(memory.getClass().getComponentType(), length);
        return new Cells(copy, kind, length);
    }

    /** {@return a copy} */
    public Cells copy() {
        Cells copy = like();
        if (memory instanceof MemorySegment segment) {
            ((MemorySegment) copy.memory).copyFrom(segment);
        } else {
            System.arraycopy(memory, 0, copy.memory, 0, length);
        }
        return copy;
    }

    /**
     * Returns the raw bits of an element.
     *
     * @param at its index
     * @return its bits, sign-extended
     */
    public long get(int at) {
        return memory instanceof MemorySegment segment
                ? inSegment(segment, at)
                : JavaOperators.element(memory, at);
    }

    private long inSegment(MemorySegment segment, int at) {
        return switch (kind) {
            case BOOLEAN, BYTE -> segment.get(ValueLayout.JAVA_BYTE, at);
            case CHAR -> segment.getAtIndex(ValueLayout.JAVA_CHAR, at);
            case SHORT -> segment.getAtIndex(ValueLayout.JAVA_SHORT, at);
            case LONG, DOUBLE -> segment.getAtIndex(ValueLayout.JAVA_LONG, at);
            default -> segment.getAtIndex(ValueLayout.JAVA_INT, at);
        };
    }

    /**
     * Sets an element.
     *
     * @param at its index
     * @param bits as {@link #get} returns them
     */
    public void set(int at, long bits) {
        switch (memory) {
            case MemorySegment segment -> inSegment(segment, at, bits);
            case boolean[] array -> array[at] = (bits & 1) != 0;
            case byte[] array -> array[at] = (byte) bits;
            case char[] array -> array[at] = (char) bits;
            case short[] array -> array[at] = (short) bits;
            case int[] array -> array[at] = (int) bits;
            case long[] array -> array[at] = bits;
            case float[] array -> array[at] = Float.intBitsToFloat((int) bits);
            default -> ((double[]) memory)[at] = Double.longBitsToDouble(bits);
        }
    }

    private void inSegment(MemorySegment segment, int at, long bits) {
        switch (kind) {
            case BOOLEAN, BYTE -> segment.set(ValueLayout.JAVA_BYTE, at, (byte) bits);
            case CHAR -> segment.setAtIndex(ValueLayout.JAVA_CHAR, at, (char) bits);
            case SHORT -> segment.setAtIndex(ValueLayout.JAVA_SHORT, at, (short) bits);
            case LONG, DOUBLE -> segment.setAtIndex(ValueLayout.JAVA_LONG, at, bits);
            default -> segment.setAtIndex(ValueLayout.JAVA_INT, at, (int) bits);
        }
    }
}
