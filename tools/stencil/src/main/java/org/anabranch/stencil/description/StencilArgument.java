package org.anabranch.stencil.description;

import org.anabranch.api.Argument;
import org.anabranch.api.MemoryExhaustedException;
import org.anabranch.stencil.geometry.Point;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Locale;
import java.util.Optional;

/**
 * One argument of the kernel, in the kernel's order. Immutable.
 *
 * @param name unique
 * @param property its role
 * @param type of its cells, or of the value
 * @param size extents with ghost zones if it is an array, else null
 * @param axis the axis whose local extent it is, for {@link Property#EXTENT}
 * @param value the value, for {@link Property#SCALAR}, else null
 */
public record StencilArgument(
        String name, Property property, ElementType type, Point size, int axis, Number value) {

    /** The role of an argument. */
    public enum Property {
        /** An array that is read. */
        INPUT,
        /** An array that is written, every cell of the write zone. */
        OUTPUT,
        /** An array that is written, and read at the cell that is written. */
        INOUT,
        /** A number: the extent of the local zone on an axis. */
        EXTENT,
        /** A number that is the same everywhere. */
        SCALAR;

        /** {@return the word in descriptions} */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        static Optional<Property> of(String word) {
            for (Property property : values()) {
                if (property.word().equals(word)) {
                    return Optional.of(property);
                }
            }
            return Optional.empty();
        }

        /** {@return true if it is an array} */
        public boolean isArray() {
            return this != EXTENT && this != SCALAR;
        }

        /** {@return true if it is written} */
        public boolean isWritten() {
            return this == OUTPUT || this == INOUT;
        }
    }

    /** {@return the size of the whole array in bytes} */
    public long bytes() {
        return Math.multiplyExact(size.product(), (long) type.bytes());
    }

    /**
     * Allocates the whole array, filled with zeros.
     *
     * @param arena owns the memory
     * @return as many bytes as it needs, aligned for the largest vectors
     * @throws MemoryExhaustedException if this machine does not have them
     */
    public MemorySegment allocate(Arena arena) {
        try {
            return arena.allocate(bytes(), 128);
        } catch (OutOfMemoryError | IllegalArgumentException refused) {
            throw new MemoryExhaustedException(
                    "array " + name + " needs " + bytes() + " bytes: " + refused.getMessage(),
                    refused);
        }
    }

    /**
     * Returns the kernel's argument for {@link Property#EXTENT}.
     *
     * @param local extents of an array
     * @return that of the axis, converted to the type
     */
    public Argument extentOf(Point local) {
        long extent = local.get(axis);
        return type == ElementType.LONG
                ? Argument.of(extent)
                : Argument.of(Math.toIntExact(extent));
    }

    /** {@return this argument with other extents} */
    StencilArgument sized(Point other) {
        return new StencilArgument(name, property, type, other, axis, value);
    }
}
