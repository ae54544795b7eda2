package org.anabranch.loops.ir;

/**
 * The kind of a value or an element. Variables and expressions are of the five computational kinds
 * {@link #INT}, {@link #LONG}, {@link #FLOAT}, {@link #DOUBLE}, {@link #REFERENCE}; the narrow ones
 * are kinds of elements in memory and targets of conversions.
 */
public enum Kind {
    /** One byte that is 0 or 1. */
    BOOLEAN(1, boolean.class),
    /** Signed, one byte. */
    BYTE(1, byte.class),
    /** Unsigned, two bytes. */
    CHAR(2, char.class),
    /** Signed, two bytes. */
    SHORT(2, short.class),
    /** Signed, four bytes, wraps around. */
    INT(4, int.class),
    /** Signed, eight bytes, wraps around. */
    LONG(8, long.class),
    /** IEEE 754 binary32. */
    FLOAT(4, float.class),
    /** IEEE 754 binary64. */
    DOUBLE(8, double.class),
    /** An array, a memory segment or another object. */
    REFERENCE(0, Object.class);

    private final int bytes;
    private final Class<?> primitive;

    Kind(int bytes, Class<?> primitive) {
        this.bytes = bytes;
        this.primitive = primitive;
    }

    /** {@return the size of an element in bytes; 0 for a reference} */
    public int bytes() {
        return bytes;
    }

    /** {@return the letter of field descriptors; {@code L} for every reference} */
    public char descriptor() {
        return primitive.descriptorString().charAt(0);
    }

    /** {@return the computational kind, that of a variable which holds such a value} */
    public Kind computational() {
        return ordinal() < INT.ordinal() ? INT : this;
    }

    /** {@return the type in Java; {@code Object} for a reference} */
    public Class<?> primitive() {
        return primitive;
    }

    /** {@return true if this is {@code float} or {@code double}} */
    public boolean isFloating() {
        return this == FLOAT || this == DOUBLE;
    }

    /** {@return true if values are integers} */
    public boolean isInteger() {
        return ordinal() <= LONG.ordinal();
    }

    /**
     * Returns the kind of a field descriptor.
     *
     * @param descriptor as in class files
     * @return its kind; arrays and classes are references
     */
    public static Kind of(String descriptor) {
        for (Kind kind : values()) {
            if (kind.descriptor() == descriptor.charAt(0)) {
                return kind;
            }
        }
        return REFERENCE;
    }
}
