package org.anabranch.stencil.description;

import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Types of cells and values, by their OpenCL C names. */
public enum ElementType {
    /** 8 bits, signed. */
    CHAR(ValueLayout.JAVA_BYTE),
    /** 8 bits. */
    UCHAR(ValueLayout.JAVA_BYTE),
    /** 16 bits, signed. */
    SHORT(ValueLayout.JAVA_SHORT),
    /** 16 bits. */
    USHORT(ValueLayout.JAVA_SHORT),
    /** 32 bits, signed. */
    INT(ValueLayout.JAVA_INT),
    /** 32 bits. */
    UINT(ValueLayout.JAVA_INT),
    /** 64 bits, signed. */
    LONG(ValueLayout.JAVA_LONG),
    /** 64 bits. */
    ULONG(ValueLayout.JAVA_LONG),
    /** IEEE 754, 32 bits. */
    FLOAT(ValueLayout.JAVA_FLOAT),
    /** IEEE 754, 64 bits. */
    DOUBLE(ValueLayout.JAVA_DOUBLE);

    /** The error message for any other word. */
    static final String UNKNOWN =
            "unknown type; there are: "
                    + Arrays.stream(values())
                            .map(ElementType::word)
                            .collect(Collectors.joining(", "));

    private final ValueLayout layout;

    ElementType(ValueLayout layout) {
        this.layout = layout;
    }

    /** {@return the layout in memory} */
    public ValueLayout layout() {
        return layout;
    }

    /** {@return the size in bytes} */
    public int bytes() {
        return (int) layout.byteSize();
    }

    /** {@return true if it is a floating-point type} */
    boolean isReal() {
        return this == FLOAT || this == DOUBLE;
    }

    /** {@return the name in OpenCL C} */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the type with a name.
     *
     * @param word name in OpenCL C
     * @return the type, or empty if there is none of that name
     */
    public static Optional<ElementType> of(String word) {
        for (ElementType type : values()) {
            if (type.word().equals(word)) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }

    /**
     * Parses a scalar argument.
     *
     * @param text decimal digits in Java's syntax
     * @return an {@code Integer}, {@code Long}, {@code Float} or {@code Double}
     * @throws NumberFormatException if it is no such number
     */
    Number parse(String text) {
        return switch (this) {
            case INT -> (Number) Integer.valueOf(text);
            case UINT -> (Number) Integer.parseUnsignedInt(text);
            case LONG -> (Number) Long.valueOf(text);
            case ULONG -> (Number) Long.parseUnsignedLong(text);
            case FLOAT -> (Number) Float.valueOf(text);
            case DOUBLE -> (Number) Double.valueOf(text);
            default ->
                    throw new NumberFormatException(
                            "a plain value is int, uint, long, ulong, float or double, not "
                                    + word());
        };
    }
}
