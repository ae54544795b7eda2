package org.anabranch.loops.emit;

/**
 * The way in which a value differs from lane to lane: not at all, by a constant stride (modulo its
 * size), or arbitrarily.
 *
 * @param stride from lane to lane; 0 for a uniform value
 * @param varying true if it may differ arbitrarily
 * @param exact for a stride: true if the values have this distance without wrap-around, too
 */
record Shape(long stride, boolean varying, boolean exact) {
    static final Shape UNIFORM = new Shape(0, false, true);
    static final Shape VARYING = new Shape(0, true, false);

    static Shape linear(long stride, boolean exact) {
        return stride == 0 ? UNIFORM : new Shape(stride, false, exact);
    }

    boolean isUniform() {
        return !varying && stride == 0;
    }

    /** Returns the shape of a variable that is assigned values of both shapes. */
    Shape join(Shape other) {
        if (varying || other.varying || stride != other.stride) {
            return VARYING;
        }
        return new Shape(stride, false, exact && other.exact);
    }
}
