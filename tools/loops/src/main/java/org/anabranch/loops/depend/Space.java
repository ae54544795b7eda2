package org.anabranch.loops.depend;

import org.anabranch.loops.depend.Constraint.Relation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The iteration space of a statement in a loop nest: the integer points at which it runs. Variable
 * 0 counts the iterations of the parallel loop from 0. Each inner loop around the statement adds a
 * variable that counts its iterations from 0. So every loop, with any first value, direction and
 * step, is a set of linear constraints. Immutable; each method returns another space.
 */
public final class Space {
    private final long iterations;
    private final List<Constraint> constraints;
    private final Interval[] box;

    private Space(long iterations, List<Constraint> constraints, Interval[] box) {
        this.iterations = iterations;
        this.constraints = constraints;
        this.box = box;
    }

    /**
     * Returns the space of the body of the parallel loop itself.
     *
     * @param iterations number of iterations, at least 0
     * @return the points {@code 0 <= k < iterations}
     */
    public static Space of(long iterations) {
        if (iterations < 0) {
            throw new IllegalArgumentException("a loop of " + iterations + " iterations");
        }
        Interval[] box = {new Interval(0, iterations - 1)};
        return new Space(iterations, List.of(), box);
    }

    /**
     * Returns the space of the body of an inner loop with an unknown number of iterations.
     *
     * @return the space of its body
     */
    public Space openLoop() {
        return deeper(new Interval(0, Long.MAX_VALUE));
    }

    /**
     * Returns the points that also satisfy a condition.
     *
     * @param condition over the variables of this space
     * @return the smaller space
     */
    public Space where(Constraint condition) {
        if (condition.form().variables() > variables()) {
            throw new IllegalArgumentException(
                    condition.form() + " uses more than " + variables() + " variables");
        }
        List<Constraint> more = new ArrayList<>(constraints);
        more.add(condition);
        return new Space(iterations, List.copyOf(more), narrowed(condition));
    }

    /**
     * Returns the smallest box that is known to contain the points, as a space of its own.
     *
     * @return at least these points; each condition bounds one variable
     * @throws ArithmeticException if a variable is not bounded
     */
    public Space boxed() {
        Space all = new Space(iterations, List.of(), box);
        for (int v = 0; v < box.length; v++) {
            if (!box[v].isEmpty() && !box[v].boundedAbove()) {
                throw new ArithmeticException("a loop without a bound");
            }
            Linear variable = Linear.variable(v);
            all = all.where(Constraint.atMost(Linear.of(box[v].low()), variable));
            all = all.where(Constraint.atMost(variable, Linear.of(box[v].high())));
        }
        return all;
    }

    /** {@return the number of iterations of the parallel loop} */
    public long iterations() {
        return iterations;
    }

    /** {@return the number of variables: one more than there are inner loops} */
    public int variables() {
        return box.length;
    }

    /** {@return the conditions on the points; that no variable is below 0 is implied} */
    public List<Constraint> constraints() {
        return constraints;
    }

    /** Returns the bounds and conditions as text. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("0 <= k < " + iterations);
        for (Constraint constraint : constraints) {
            text.append(", ").append(constraint);
        }
        return text.toString();
    }

    /** Returns bounds of each variable, not exact but never too narrow. */
    Interval[] box() {
        return box;
    }

    boolean isPlainlyEmpty() {
        return Arrays.stream(box).anyMatch(Interval::isEmpty);
    }

    /** Returns the space of the body of an inner loop, given bounds of its iterations. */
    Space deeper(Interval range) {
        Interval[] more = Arrays.copyOf(box, box.length + 1);
        more[box.length] = range;
        return new Space(iterations, constraints, more);
    }

    /** Narrows the box by the conditions with one variable. */
    private Interval[] narrowed(Constraint condition) {
        Linear form = condition.form();
        int variable = form.variables() - 1;
        if (variable < 0 && !condition.holds()) {
            Interval[] empty = box.clone();
            empty[0] = new Interval(0, -1);
            return empty;
        }
        if (condition.relation() != Relation.AT_LEAST_ZERO || variable < 0) {
            return box;
        }
        for (int v = 0; v < variable; v++) {
            if (form.coefficient(v) != 0) {
                return box;
            }
        }
        long factor = form.coefficient(variable);
        if (factor == Long.MIN_VALUE || form.constant() == Long.MIN_VALUE) {
            return box;
        }
        Interval[] narrow = box.clone();
        narrow[variable] = box[variable].narrowed(factor, form.constant());
        return narrow;
    }
}
