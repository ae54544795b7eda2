package org.anabranch.loops.depend;

import org.anabranch.loops.Conflict;
import org.anabranch.loops.depend.Dependences.Doubt;
import org.anabranch.loops.depend.Dependences.Reason;

import java.util.ArrayList;
import java.util.List;

/**
 * The dependence test: decides if two different iterations of a parallel loop access the same
 * element of an array, and at least one writes it. Exact over the integers for accesses whose
 * subscripts, bounds and conditions are linear.
 *
 * <p>{@link QuickTest} decides most pairs with a few comparisons; the others become one system of
 * constraints for the Omega test. Stateless and thread-safe.
 */
public final class DependenceTest {
    private DependenceTest() {}

    /**
     * Tests a loop.
     *
     * @param accesses every read and write of the loop's body except those of private memory, all
     *     with the same number of iterations
     * @return all dependences and doubts between different iterations
     */
    public static Dependences of(List<ArrayAccess> accesses) {
        List<Dependence> found = new ArrayList<>();
        List<Doubt> doubts = new ArrayList<>();
        for (int a = 0; a < accesses.size(); a++) {
            for (int b = a; b < accesses.size(); b++) {
                ArrayAccess first = accesses.get(a);
                ArrayAccess second = accesses.get(b);
                if (first.base() == second.base() && (first.write() || second.write())) {
                    pair(first, second, a == b, found, doubts);
                }
            }
        }
        return new Dependences(found, doubts);
    }

    /**
     * Returns true if a loop is proved independent; faster than {@link #of} if it is not.
     *
     * @param accesses every read and write of the loop's body except those of private memory
     * @return true if it is proved that no two iterations conflict
     */
    public static boolean independent(List<ArrayAccess> accesses) {
        for (int a = 0; a < accesses.size(); a++) {
            for (int b = a; b < accesses.size(); b++) {
                ArrayAccess first = accesses.get(a);
                ArrayAccess second = accesses.get(b);
                if (first.base() == second.base()
                        && (first.write() || second.write())
                        && !apart(first, second, a == b)) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * Returns true if, within any one iteration of the parallel loop, the iterations of an inner
     * loop are proved independent. Accesses without its variable are ignored; two loops with one
     * variable count as one.
     *
     * @param accesses every read and write of the inner loop except those of private memory
     * @param variable counts the iterations of the inner loop; those before it are the same in all
     * @return true if it is proved that no two of these iterations conflict
     */
    public static boolean independentInside(List<ArrayAccess> accesses, int variable) {
        List<ArrayAccess> inside =
                accesses.stream().filter(access -> access.space().variables() > variable).toList();
        for (ArrayAccess first : inside) {
            for (ArrayAccess second : inside) {
                if (first.base() == second.base()
                        && (first.write() || second.write())
                        && !apartInside(first, second, variable)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean apartInside(ArrayAccess earlier, ArrayAccess later, int variable) {
        if (earlier.space().isPlainlyEmpty() || later.space().isPlainlyEmpty()) {
            return true;
        }
        if (doubt(earlier, later) != null) {
            return false;
        }
        try {
            Points points = Points.ofPair(earlier.space(), later.space(), variable);
            return collisions(points, earlier, later).any() == null;
        } catch (ArithmeticException tooLarge) {
            return false;
        }
    }

    private static boolean apart(ArrayAccess first, ArrayAccess second, boolean same) {
        if (QuickTest.unrelated(first, second)) {
            return true;
        }
        if (doubt(first, second) != null) {
            return false;
        }
        try {
            return never(first, second) && (same || never(second, first));
        } catch (ArithmeticException tooLarge) {
            return false;
        }
    }

    private static boolean never(ArrayAccess earlier, ArrayAccess later) {
        return QuickTest.apart(earlier, later) || collisions(earlier, later).any() == null;
    }

    private static void pair(
            ArrayAccess first,
            ArrayAccess second,
            boolean same,
            List<Dependence> found,
            List<Doubt> doubts) {
        if (QuickTest.unrelated(first, second)) {
            return;
        }
        Reason reason = doubt(first, second);
        if (reason == null) {
            try {
                boolean certain = first.certain() && second.certain();
                boolean collide = order(first, second, certain, found);
                if (!same) {
                    collide |= order(second, first, certain, found);
                }
                reason = collide && !certain ? Reason.UNKNOWN_CONDITION : null;
            } catch (ArithmeticException tooLarge) {
                reason = Reason.TOO_LARGE;
            }
        }
        if (reason != null) {
            doubts.add(new Doubt(first, second, reason));
        }
    }

    private static Reason doubt(ArrayAccess first, ArrayAccess second) {
        if (first.isUnknown() || second.isUnknown()) {
            return Reason.UNKNOWN_SUBSCRIPT;
        }
        return first.subscripts().size() == second.subscripts().size()
                ? null
                : Reason.DIFFERENT_SHAPES;
    }

    /** Returns true if the two may conflict in this order; adds the dependence if it is certain. */
    private static boolean order(
            ArrayAccess earlier, ArrayAccess later, boolean certain, List<Dependence> found) {
        if (QuickTest.apart(earlier, later)) {
            return false;
        }
        Points points = collisions(earlier, later);
        long[] any = points.any();
        if (any != null && certain) {
            found.add(dependence(earlier, later, points, any));
        }
        return any != null;
    }

    /** Returns the pairs of points at which both access one element. */
    static Points collisions(ArrayAccess earlier, ArrayAccess later) {
        return collisions(Points.ofPair(earlier.space(), later.space(), 0), earlier, later);
    }

    private static Points collisions(Points points, ArrayAccess earlier, ArrayAccess later) {
        int last = earlier.subscripts().size() - 1;
        for (int d = 0; d <= last; d++) {
            long[] from = points.first(earlier.subscripts().get(d));
            long[] to = points.second(later.subscripts().get(d));
            if (d < last || earlier.width() == 1 && later.width() == 1) {
                points.zero(Points.sum(from, -1, to, 0));
            } else {
                points.notBelowZero(Points.sum(from, -1, to, earlier.width() - 1));
                points.notBelowZero(Points.sum(to, -1, from, later.width() - 1));
            }
        }
        return points;
    }

    private static Dependence dependence(
            ArrayAccess earlier, ArrayAccess later, Points points, long[] any) {
        long[] distance = points.variable(1);
        long[] nearest = points.least(distance, any, 1);
        long least = nearest[1];
        long greatest = greatest(earlier, points, distance, any);
        long[] exactly = Points.sum(distance, 0, distance, -least);
        points.zero(exactly);
        long[] witness = points.least(points.variable(0), nearest, 0);
        long[] from = points.earlier(witness);
        long[] element =
                earlier.subscripts().stream().mapToLong(subscript -> subscript.at(from)).toArray();
        return new Dependence(
                kind(earlier, later),
                earlier,
                later,
                new Dependence.Point(from),
                new Dependence.Point(points.later(witness)),
                new Dependence.Point(element),
                least,
                greatest);
    }

    private static Conflict.Kind kind(ArrayAccess earlier, ArrayAccess later) {
        return !earlier.write()
                ? Conflict.Kind.ANTI
                : later.write() ? Conflict.Kind.OUTPUT : Conflict.Kind.FLOW;
    }

    private static long greatest(ArrayAccess earlier, Points points, long[] distance, long[] any) {
        try {
            long[] negated = Points.sum(new long[distance.length], -1, distance, 0);
            return points.least(negated, any, 1 - earlier.space().iterations())[1];
        } catch (ArithmeticException tooLarge) {
            return Dependence.UNBOUNDED;
        }
    }
}
