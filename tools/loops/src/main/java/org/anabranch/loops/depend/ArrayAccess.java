package org.anabranch.loops.depend;

import java.util.List;
import java.util.Objects;

/**
 * An access in a loop body: a place that reads or writes elements of an array.
 *
 * @param id the caller's own number for the place
 * @param base the array: accesses with different bases never conflict, those with the same base are
 *     compared by their subscripts
 * @param write true for a write
 * @param space the points at which it runs
 * @param subscripts a linear form for each dimension, over the variables of the space; empty if
 *     they are not linear or not known, so that it may access any element
 * @param width number of consecutive elements accessed, in the last dimension; 1 except for
 *     accesses of different size to the same bytes
 * @param certain true if it runs at every point of the space; false if further conditions apply
 *     that the space does not contain
 */
public record ArrayAccess(
        int id,
        int base,
        boolean write,
        Space space,
        List<Linear> subscripts,
        long width,
        boolean certain) {

    /** Copies and checks the values. */
    public ArrayAccess {
        Objects.requireNonNull(space, "space");
        subscripts = List.copyOf(subscripts);
        if (width < 1) {
            throw new IllegalArgumentException("width " + width + " is below 1");
        }
        for (Linear subscript : subscripts) {
            if (subscript.variables() > space.variables()) {
                throw new IllegalArgumentException(
                        subscript + " uses more than " + space.variables() + " variables");
            }
        }
    }

    /** {@return true if it may access any element of its array} */
    public boolean isUnknown() {
        return subscripts.isEmpty();
    }

    /**
     * Returns true if another access of the same iteration covers this one, as far as their boxes
     * and equal forms show.
     *
     * @param other an access to the same array
     * @return true if that is certain
     */
    public boolean within(ArrayAccess other) {
        if (isUnknown() || !subscripts.equals(other.subscripts) || width > other.width) {
            return false;
        }
        Interval[] own = space.box();
        Interval[] others = other.space.box();
        for (Linear subscript : subscripts) {
            for (int v = 0; v < subscript.variables(); v++) {
                boolean inside =
                        own[v].low() >= others[v].low() && own[v].high() <= others[v].high();
                if ((subscript.coefficient(v) != 0 || v == 0) && !inside) {
                    return false;
                }
            }
        }
        return true;
    }
}
