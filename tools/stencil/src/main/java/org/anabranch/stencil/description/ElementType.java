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

    /** What is wrong with any other word. */
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

    /** {@return bytes of one} */
    public int bytes() {
        return (int) layout.byteSize();
    }

    /** {@return whether it has a fraction} */
    boolean isReal() {
        return this == FLOAT || this == DOUBLE;
    }

    /** {@return the name in OpenCL C} */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Finds a type.
     *
     * @param word name in OpenCL C
     * @return the type, if there is one of that name
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
     * Reads a value that a kernel can be given.
     *
     * @param text decimal digits as Java has them
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
