package org.anabranch.loops.ir;

/** Relations. With a NaN all are false except {@link #NE}, as for the operators of Java and C. */
public enum ComparisonOperator {
    /** Equal. */
    EQ("=="),
    /** Not equal. */
    NE("!="),
    /** Less. */
    LT("<"),
    /** Less or equal. */
    LE("<="),
    /** Greater. */
    GT(">"),
    /** Greater or equal. */
    GE(">=");

    private final String symbol;

    ComparisonOperator(String symbol) {
        this.symbol = symbol;
    }

    /** {@return the operator in Java} */
    public String symbol() {
        return symbol;
    }

    /** {@return the negated relation; for integers only} */
    public ComparisonOperator negated() {
        return switch (this) {
            case EQ -> NE;
            case NE -> EQ;
            case LT -> GE;
            case LE -> GT;
            case GT -> LE;
            case GE -> LT;
        };
    }

    /**
     * Returns true if the relation holds.
     *
     * @param left an integer
     * @param right another
     * @return true if it holds
     */
    public boolean holds(long left, long right) {
        return switch (this) {
            case EQ -> left == right;
            case NE -> left != right;
            case LT -> left < right;
            case LE -> left <= right;
            case GT -> left > right;
            case GE -> left >= right;
        };
    }

    /** {@return the relation with its operands exchanged} */
    public ComparisonOperator mirrored() {
        return switch (this) {
            case LT -> GT;
            case LE -> GE;
            case GT -> LT;
            case GE -> LE;
            default -> this;
        };
    }
}
