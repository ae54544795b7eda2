package org.anabranch.opencl.transfer;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Region;

import java.lang.foreign.MemorySegment;

/**
 * Two regions of equal extents, as the driver takes them: boxes with two origins, the extents, and
 * the pitches of each.
 *
 * @param shape the extents
 * @param one the first region, a box
 * @param other the second region, a box
 */
record BoxPair(Region shape, Region one, Region other) {

    /** An interval stands for a box of any shape with as many bytes, whose rows touch. */
    static BoxPair of(Region one, Region other) {
        Region shape = one.isInterval() ? other : one;
        return new BoxPair(shape, as(one, shape), as(other, shape));
    }

    private static Region as(Region region, Region shape) {
        if (region.isInterval()) {
            return new Region(
                    region.offset(),
                    shape.width(),
                    shape.height(),
                    shape.depth(),
                    shape.width(),
                    shape.width() * shape.height());
        }
        if (region.width() != shape.width()
                || region.height() != shape.height()
                || region.depth() != shape.depth()) {
            throw new IllegalArgumentException(
                    "regions differ in their extents: " + region + " and " + shape);
        }
        return region;
    }

    /** {@return true if one call suffices; false if each slice needs one} */
    boolean atOnce() {
        return shape.depth() == 1 || isRegular(one) && isRegular(other);
    }

    /** {@return the number of calls needed} */
    int calls() {
        return atOnce() ? 1 : (int) shape.depth();
    }

    /**
     * Returns true if slices lie at multiples of the row pitch, which is all that OpenCL can
     * express in one call.
     */
    private static boolean isRegular(Region region) {
        long rowPitch = rowPitch(region);
        return region.slicePitch() % rowPitch == 0
                && region.slicePitch() >= region.height() * rowPitch;
    }

    private static long rowPitch(Region region) {
        return region.height() == 1 ? region.width() : region.rowPitch();
    }

    /**
     * Writes the numbers of one call: the origins, the extents, and row and slice pitch of each.
     */
    void describe(MemorySegment box, int call) {
        long depth = atOnce() ? shape.depth() : 1;
        origin(box, 0, one.offset() + call * one.slicePitch());
        origin(box, 3, other.offset() + call * other.slicePitch());
        box.setAtIndex(JAVA_LONG, 6, shape.width());
        box.setAtIndex(JAVA_LONG, 7, shape.height());
        box.setAtIndex(JAVA_LONG, 8, depth);
        pitches(box, 9, one, depth);
        pitches(box, 11, other, depth);
    }

    /**
     * An origin given as bytes of the first row is the same for the driver as one in three
     * coordinates.
     */
    private static void origin(MemorySegment box, int at, long offset) {
        box.setAtIndex(JAVA_LONG, at, offset);
        box.setAtIndex(JAVA_LONG, at + 1, 0);
        box.setAtIndex(JAVA_LONG, at + 2, 0);
    }

    private static void pitches(MemorySegment box, int at, Region region, long depth) {
        box.setAtIndex(JAVA_LONG, at, rowPitch(region));
        box.setAtIndex(JAVA_LONG, at + 1, depth == 1 ? 0 : region.slicePitch());
    }

    /** {@return true if rows and slices of both have equal pitches} */
    boolean haveEqualPitches() {
        return rowPitch(one) == rowPitch(other)
                && (shape.depth() == 1 || one.slicePitch() == other.slicePitch());
    }
}
