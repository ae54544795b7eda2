package org.anabranch.loops.nest;

import org.anabranch.loops.depend.Bounds;
import org.anabranch.loops.depend.Constraint;
import org.anabranch.loops.depend.Linear;
import org.anabranch.loops.depend.Space;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The points at which a statement runs: the union of some spaces, all with the same variables.
 *
 * @param spaces at least one; none if unreachable
 * @param certain true if it runs at every one of these points
 */
record Where(List<Space> spaces, boolean certain) {
    private static final int MOST = 8;

    Where {
        spaces = List.copyOf(spaces);
    }

    int variables() {
        return spaces.isEmpty() ? 0 : spaces.getFirst().variables();
    }

    Where each(UnaryOperator<Space> change) {
        return new Where(spaces.stream().map(change).toList(), certain);
    }

    Where where(Constraint constraint) {
        return each(space -> space.where(constraint));
    }

    Where either(Constraint one, Constraint other) {
        if (spaces.size() * 2 > MOST) {
            return uncertain();
        }
        List<Space> both = new ArrayList<>(where(one).spaces);
        both.addAll(where(other).spaces);
        return new Where(both, certain);
    }

    /** Returns the points of both; null if their variables differ or there are too many spaces. */
    Where union(Where other, int most) {
        if (variables() != other.variables() || spaces.size() + other.spaces.size() > most) {
            return null;
        }
        List<Space> both = new ArrayList<>(spaces);
        both.addAll(other.spaces);
        return new Where(both, certain && other.certain);
    }

    Where uncertain() {
        return new Where(spaces, false);
    }

    boolean within(Linear form, long low, long high) {
        return spaces.stream().allMatch(space -> Bounds.within(form, space, low, high));
    }

    /** {@return true if it is proved that there is no point} */
    boolean isEmpty() {
        return spaces.stream().noneMatch(space -> Bounds.mayBeZero(Linear.of(0), space));
    }
}
