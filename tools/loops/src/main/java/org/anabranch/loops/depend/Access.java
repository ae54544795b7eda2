package org.anabranch.loops.depend;

import java.util.List;
import java.util.Objects;

/**
 * A place in a loop body that reads or writes elements of an array.
 *
 * @param id which place, for answers; the caller's own number
 * @param base which array: accesses of different bases never touch the same memory, those of one
 *     base are compared by their subscripts
 * @param write whether it writes
 * @param space the points at which it runs
 * @param subscripts a form for each dimension, over the variables of the space; empty if they are
 *     not linear or not known, so that it may touch any element
 * @param width how many elements it touches from the one named on, in the last dimension; 1 but for
 *     accesses of different size to the same bytes
 * @param certain whether it runs at every point of the space; false if conditions that the space
 *     does not hold decide
 */
public record Access(
        int id,
        int base,
        boolean write,
        Space space,
        List<Linear> subscripts,
        long width,
        boolean certain) {

    /** Checks and copies. */
    public Access {
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

    /**
     * A read of one element, at every point of its space.
     *
     * @param id the caller's number for the place
     * @param base which array
     * @param space the points at which it runs
     * @param subscripts a form for each dimension
     * @return the access
     */
    public static Access read(int id, int base, Space space, Linear... subscripts) {
        return new Access(id, base, false, space, List.of(subscripts), 1, true);
    }

    /**
     * A write of one element, at every point of its space.
     *
     * @param id the caller's number for the place
     * @param base which array
     * @param space the points at which it runs
     * @param subscripts a form for each dimension
     * @return the access
     */
    public static Access write(int id, int base, Space space, Linear... subscripts) {
        return new Access(id, base, true, space, List.of(subscripts), 1, true);
    }

    /** {@return the same access, which may be left out at some points of its space} */
    public Access uncertain() {
        return new Access(id, base, write, space, subscripts, width, false);
    }

    /** {@return whether it may touch any element of its array} */
    public boolean isUnknown() {
        return subscripts.isEmpty();
    }

    /**
     * Whether another access of the same iteration touches all that this one does, as far as their
     * boxes and equal forms say.
     *
     * @param other an access to the same array
     * @return whether it is so for sure
     */
    public boolean within(Access other) {
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
