package org.anabranch.loops.depend;

import org.anabranch.loops.Conflict;

import java.util.ArrayList;
import java.util.List;

/**
 * Direct dependences: those with no other write of the element in between. So a read depends on the
 * last write before it and on the next one after it. The others follow from them (W. Pugh and D.
 * Wonnacott, "Eliminating false data dependences using the Omega test", 1992).
 *
 * <p>The pair of iterations with the greatest distance is tested for such a write. If there is one,
 * all pairs with a write of the same shape are excluded, until a pair has none.
 */
public final class DirectDependence {
    private static final int MOST_CUTS = 12;
    private static final int MOST_PARTS = 24;

    private final Conflict.Kind kind;
    private final ArrayAccess source;
    private final ArrayAccess target;
    private final List<ArrayAccess> writes;

    /** True if all writes are certain and of single, known elements. */
    private final boolean complete;

    /** The pairs that are not excluded: a union of parts, each with further inequalities. */
    private List<List<long[]>> parts = List.of(List.of());

    private int cuts;

    private DirectDependence(Dependence found, List<ArrayAccess> accesses) {
        kind = found.kind();
        source = found.earlier();
        target = found.later();
        List<ArrayAccess> all =
                accesses.stream()
                        .filter(access -> access.write() && access.base() == target.base())
                        .toList();
        writes = all.stream().filter(this::isCertain).toList();
        complete = writes.size() == all.size();
    }

    private boolean isCertain(ArrayAccess write) {
        return write.certain()
                && write.width() == 1
                && write.subscripts().size() == target.subscripts().size();
    }

    /**
     * The result for a dependence.
     *
     * @param dependence the same with the distances of direct pairs; null if there are none
     * @param exact true if both distances are those of direct pairs; else they are bounds
     */
    public record Result(Dependence dependence, boolean exact) {}

    /** A pair of points at which the two access one element. */
    private record Pair(Points points, long[] at) {
        long distance() {
            return at[1];
        }
    }

    /** A write between the points of a pair. */
    private record Between(ArrayAccess write, long[] point) {}

    /**
     * Restricts a dependence to direct pairs.
     *
     * @param found a dependence that the test has found
     * @param accesses all accesses of the loop
     * @return the dependence, with bounds that are not exact if that could not be decided
     */
    public static Result of(Dependence found, List<ArrayAccess> accesses) {
        if (found.earlier().width() != 1 || found.later().width() != 1) {
            return new Result(found, false);
        }
        try {
            return new DirectDependence(found, accesses).restricted();
        } catch (ArithmeticException tooLarge) {
            return new Result(found, false);
        }
    }

    private Result restricted() {
        Pair farthest = extreme(-1);
        boolean exact = farthest != null && isDirect(farthest);
        Pair nearest = extreme(1);
        if (farthest == null || nearest == null) {
            return new Result(null, true);
        }
        Points points = nearest.points;
        points.zero(Points.sum(points.variable(1), 0, points.variable(1), -nearest.distance()));
        Pair first = new Pair(points, points.least(points.variable(0), nearest.at, 0));
        boolean direct = isDirect(first);
        exact &= direct || isDirect(nearest);
        long greatest = farthest.distance();
        return new Result(dependence(direct ? first : nearest, greatest), exact);
    }

    private Dependence dependence(Pair witness, long greatest) {
        long[] from = witness.points.earlier(witness.at);
        long[] element = source.subscripts().stream().mapToLong(one -> one.at(from)).toArray();
        return new Dependence(
                kind,
                source,
                target,
                new Dependence.Point(from),
                new Dependence.Point(witness.points.later(witness.at)),
                new Dependence.Point(element),
                witness.distance(),
                greatest);
    }

    /**
     * Returns the pair with the greatest or the least distance that has no write in between, or for
     * which that cannot be decided; null if there is none.
     *
     * @param sign 1 for the least distance, -1 for the greatest
     */
    private Pair extreme(int sign) {
        while (true) {
            Pair best = null;
            List<List<long[]>> left = new ArrayList<>();
            for (List<long[]> part : parts) {
                Pair found = extreme(part, sign);
                if (found != null) {
                    left.add(part);
                    boolean better =
                            best == null || sign * found.distance() < sign * best.distance();
                    best = better ? found : best;
                }
            }
            parts = left;
            if (best == null || !exclude(best)) {
                return best;
            }
        }
    }

    private Pair extreme(List<long[]> part, int sign) {
        Points points = DependenceTest.collisions(source, target);
        part.forEach(points::notBelowZero);
        long[] any = points.any();
        if (any == null) {
            return null;
        }
        long[] distance = points.variable(1);
        long[] row = Points.sum(new long[distance.length], sign, distance, 0);
        return new Pair(points, points.least(row, any, sign > 0 ? 1 : 1 - iterations()));
    }

    private long iterations() {
        return source.space().iterations();
    }

    /** Returns true if it is proved that no write is between the points of a pair. */
    private boolean isDirect(Pair pair) {
        return complete
                && writes.stream()
                        .allMatch(
                                write ->
                                        between(write, pair, true, 1) == null
                                                && between(write, pair, true, -1) == null);
    }

    /**
     * Excludes pairs with a write in between like one of this pair; returns false if it has none.
     */
    private boolean exclude(Pair pair) {
        for (ArrayAccess write : writes) {
            for (int direction : new int[] {-1, 1}) {
                Between between = between(write, pair, false, direction);
                for (int fixed = 0; between != null && fixed < 3; fixed++) {
                    List<long[]> others = shape(between, pair).escapes(direction < 0, fixed);
                    if (others != null && cut(others)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** Keeps the pairs that satisfy one of these inequalities. */
    private boolean cut(List<long[]> others) {
        if (++cuts > MOST_CUTS || parts.size() * others.size() > MOST_PARTS) {
            return false;
        }
        List<List<long[]>> cut = new ArrayList<>();
        for (List<long[]> part : parts) {
            for (long[] row : others) {
                List<long[]> more = new ArrayList<>(part);
                more.add(row);
                cut.add(more);
            }
        }
        parts = cut;
        return true;
    }

    /**
     * Returns a write to the element of a pair after its earlier and before its later point.
     *
     * @param possible true for one in an iteration of the pair that may be in between; false if
     *     that must be certain
     * @param direction 1 for the first such write, -1 for the last one
     */
    private Between between(ArrayAccess write, Pair pair, boolean possible, int direction) {
        long[] from = pair.points.earlier(pair.at);
        long[] to = pair.points.later(pair.at);
        long first = from[0] + (follows(source, write, possible) ? 0 : 1);
        long last = to[0] - (follows(write, target, possible) ? 0 : 1);
        Points points = Points.of(write.space());
        long[] iteration = points.variable(0);
        points.notBelowZero(Points.sum(iteration, 0, iteration, -first));
        points.notBelowZero(Points.sum(new long[iteration.length], -1, iteration, last));
        for (int d = 0; d < write.subscripts().size(); d++) {
            long element = source.subscripts().get(d).at(from);
            points.zero(points.first(write.subscripts().get(d).plus(-element)));
        }
        long[] any = first > last ? null : points.any();
        if (any == null) {
            return null;
        }
        long[] row = Points.sum(new long[iteration.length], direction, iteration, 0);
        long[] found = points.least(row, any, direction > 0 ? first : -last);
        return new Between(write, points.earlier(found));
    }

    /**
     * Returns true if an access runs after another place in the same iteration. The order is
     * certain if one of them is in no inner loop.
     */
    private static boolean follows(ArrayAccess one, ArrayAccess other, boolean possible) {
        boolean known = one.space().variables() == 1 || other.space().variables() == 1;
        return known ? one.id() < other.id() : possible && one.id() != other.id();
    }

    private WriteShape shape(Between between, Pair pair) {
        return new WriteShape(source, target, between.write, between.point, pair.at);
    }
}
