package org.anabranch.loops.ir;

/**
 * The element that a load or store accesses.
 *
 * @param kind of the element in memory; a load widens it to its computational kind, a store narrows
 *     (of a {@code boolean}, the lowest bit counts)
 * @param space the kind of memory
 * @param field name of the field, for {@link Space#FIELD}; else empty
 */
public record Element(Kind kind, Space space, String field) {

    /** The kind of memory that the base of an access refers to. */
    public enum Space {
        /** A Java array; the index is an {@code int}. Faults out of bounds, and if it is null. */
        ARRAY,
        /** A memory segment; the index is a {@code long} and counts elements. */
        SEGMENT_ELEMENTS,
        /** A memory segment; the index is a {@code long} and counts bytes. */
        SEGMENT_BYTES,
        /** The same, by a layout that does not require alignment. */
        SEGMENT_UNALIGNED,
        /** A field of an object (or a static one, without base) that the body also writes. */
        FIELD
    }

    /** Returns true if the index counts bytes. */
    public boolean countsBytes() {
        return space == Space.SEGMENT_BYTES || space == Space.SEGMENT_UNALIGNED;
    }

    /**
     * Returns an element of an array.
     *
     * @param kind of the element
     * @return the element
     */
    public static Element ofArray(Kind kind) {
        return new Element(kind, Space.ARRAY, "");
    }
}
