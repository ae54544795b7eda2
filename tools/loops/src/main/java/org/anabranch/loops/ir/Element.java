package org.anabranch.loops.ir;

/**
 * What a load or store touches, and how its index counts.
 *
 * @param kind of the element in memory; a load widens it to its computational kind, a store narrows
 *     (of a {@code boolean}, the lowest bit counts)
 * @param space what the base is
 * @param field name of the field, for {@link Space#FIELD}; else empty
 */
public record Element(Kind kind, Space space, String field) {

    /** What the base of an access is. */
    public enum Space {
        /** A Java array; the index is an {@code int}. Faults outside, and where it is null. */
        ARRAY,
        /** A memory segment; the index is a {@code long} and counts elements. */
        SEGMENT_ELEMENTS,
        /** A memory segment; the index is a {@code long} and counts bytes. */
        SEGMENT_BYTES,
        /** A field of an object (or a static one, without base) that the body also writes. */
        FIELD
    }

    /**
     * An element of an array.
     *
     * @param kind of the element
     * @return the element
     */
    public static Element ofArray(Kind kind) {
        return new Element(kind, Space.ARRAY, "");
    }
}
