package org.anabranch.loops.depend;

import java.util.Objects;

/**
 * A condition on the points of a {@link Space}: a linear form is at least 0, is 0, or is a multiple
 * of a number.
 *
 * @param relation which of the three
 * @param form the form
 * @param modulus the number, at least 1; 1 unless the relation is {@link Relation#MULTIPLE}
 */
public record Constraint(Relation relation, Linear form, long modulus) {

    /** The relation that must hold for the form. */
    public enum Relation {
        /** It is at least 0. */
        AT_LEAST_ZERO,
        /** It is 0. */
        ZERO,
        /** It is a multiple of the modulus. */
        MULTIPLE
    }

    /** Checks the values. */
    public Constraint {
        Objects.requireNonNull(relation, "relation");
        Objects.requireNonNull(form, "form");
        if (modulus < 1) {
            throw new IllegalArgumentException("modulus " + modulus + " is below 1");
        }
    }

    /**
     * Returns the constraint {@code left <= right}.
     *
     * @param left a form
     * @param right a form
     * @return the constraint
     */
    public static Constraint atMost(Linear left, Linear right) {
        return new Constraint(Relation.AT_LEAST_ZERO, right.minus(left), 1);
    }

    /**
     * Returns the constraint {@code left < right}.
     *
     * @param left a form
     * @param right a form
     * @return the constraint
     */
    public static Constraint less(Linear left, Linear right) {
        return atMost(left.plus(1), right);
    }

    /**
     * Returns the constraint {@code left == right}.
     *
     * @param left a form
     * @param right a form
     * @return the constraint
     */
    public static Constraint equal(Linear left, Linear right) {
        return new Constraint(Relation.ZERO, right.minus(left), 1);
    }

    /**
     * Returns true if a point satisfies the constraint.
     *
     * @param point a value for each variable
     * @return true if it does
     */
    public boolean holds(long... point) {
        long value = form.at(point);
        return switch (relation) {
            case AT_LEAST_ZERO -> value >= 0;
            case ZERO -> value == 0;
            case MULTIPLE -> Math.floorMod(value, modulus) == 0;
        };
    }

    @Override
    public String toString() {
        return switch (relation) {
            case AT_LEAST_ZERO -> form + " >= 0";
            case ZERO -> form + " = 0";
            case MULTIPLE -> modulus + " divides " + form;
        };
    }
}
