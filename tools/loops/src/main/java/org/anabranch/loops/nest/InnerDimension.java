package org.anabranch.loops.nest;

import org.anabranch.loops.depend.Linear;
import org.anabranch.loops.ir.Statement;

import java.util.List;
import java.util.Optional;

/**
 * An inner loop whose iterations can run in any order, those of all iterations of the parallel loop
 * mixed: as many in each of them, independent of each other, and none writes what is used beside
 * the loop.
 *
 * @param rounds its iterations
 * @param inner places that access distant memory in consecutive iterations of this loop
 * @param outer places that access distant memory in consecutive iterations of the parallel loop
 */
public record InnerDimension(long rounds, int inner, int outer) {

    /**
     * Proves that an inner loop is such a dimension.
     *
     * @param nest the parallel loop at a call
     * @param loop of its body, in no other inner loop
     * @return empty if that is not proved
     */
    public static Optional<InnerDimension> of(LoopNest nest, Statement.Repeat loop) {
        InnerLoop known = nest.loops().get(loop.label());
        if (known == null || known.rounds() == null || !known.rounds().isConstant()) {
            return Optional.empty();
        }
        List<Touch> inside = nest.touchesIn(loop);
        boolean apart =
                nest.touches().stream()
                        .filter(touch -> !inside.contains(touch))
                        .noneMatch(beside -> inside.stream().anyMatch(in -> meet(in, beside)));
        if (!apart || !nest.independentInside(loop)) {
            return Optional.empty();
        }
        return Optional.of(
                new InnerDimension(
                        known.rounds().constant(),
                        distant(inside, known.variable()),
                        distant(inside, 0)));
    }

    /** Returns true if two places may use the same memory, and one of them writes it. */
    private static boolean meet(Touch one, Touch other) {
        return one.base() == other.base() && (one.write() || other.write());
    }

    private static int distant(List<Touch> touches, int variable) {
        return (int) touches.stream().filter(touch -> isDistant(touch, variable)).count();
    }

    private static boolean isDistant(Touch touch, int variable) {
        Linear bytes = touch.bytes();
        return bytes != null && Math.abs(bytes.coefficient(variable)) > touch.size();
    }
}
