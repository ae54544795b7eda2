package org.anabranch.loops.emit;

/**
 * The way in which a value differs from lane to lane: not at all, by a constant stride (modulo its
 * size), or arbitrarily.
 *
 * @param stride from lane to lane; 0 for a uniform value
 * @param varying true if it may differ arbitrarily
 * @param exact for a stride: true if the values have this distance without wrap-around, too
 */
record LaneShape(long stride, boolean varying, boolean exact) {
    static final LaneShape UNIFORM = new LaneShape(0, false, true);
    static final LaneShape VARYING = new LaneShape(0, true, false);

    static LaneShape linear(long stride, boolean exact) {
        return stride == 0 ? UNIFORM : new LaneShape(stride, false, exact);
    }

    boolean isUniform() {
        return !varying && stride == 0;
    }

    /** Returns the shape of a variable that is assigned values of both shapes. */
    LaneShape join(LaneShape other) {
        if (varying || other.varying || stride != other.stride) {
            return VARYING;
        }
        return new LaneShape(stride, false, exact && other.exact);
    }
}
