package org.anabranch.loops.ir;

import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * An expression. {@link Load}, {@link Length}, {@link NewArray} and divisions of integers occur
 * only as the whole value of a {@link Statement.Assign}, so that every read of memory and every
 * fault has its place in the order of statements. Their operands, and all other expressions, are
 * pure and cannot fault.
 */
public sealed interface Expression {

    /** {@return the computational kind of the value; INT for comparisons and lengths} */
    default Kind kind() {
        return Kind.INT;
    }

    /** {@return the expressions whose values it uses, in the order of their evaluation} */
    default List<Expression> parts() {
        return switch (this) {
            case Constant _, Read _ -> List.of();
            case Binary binary -> List.of(binary.left, binary.right);
            case Negate negate -> List.of(negate.operand);
            case Convert convert -> List.of(convert.operand);
            case Relation relation -> List.of(relation.left, relation.right);
            case Not not -> List.of(not.operand);
            case ThreeWay way -> List.of(way.left, way.right);
            case Apply apply -> apply.arguments;
            case Length length -> List.of(length.base);
            case NewArray made -> List.of(made.length);
            case Load load -> Stream.of(load.base, load.index).filter(Objects::nonNull).toList();
        };
    }

    private Expression with(List<Expression> parts) {
        Expression first = parts.isEmpty() ? null : parts.getFirst();
        Expression last = parts.isEmpty() ? null : parts.getLast();
        return switch (this) {
            case Constant _, Read _ -> this;
            case Binary binary -> new Binary(binary.operator, binary.kind, first, last);
            case Negate _ -> new Negate(first);
            case Convert convert -> new Convert(convert.to, first);
            case Relation relation -> new Relation(relation.order, first, last);
            case Not _ -> new Not(first);
            case ThreeWay way -> new ThreeWay(first, last, way.unordered);
            case Apply apply -> new Apply(apply.function, apply.operands, parts);
            case Length _ -> new Length(first);
            case NewArray made -> new NewArray(made.element, first);
            case Load load ->
                    new Load(
                            load.element,
                            load.base == null ? null : first,
                            load.index == null ? null : last);
        };
    }

    /**
     * Returns the expression with other parts.
     *
     * @param change returns the expression that replaces one of {@link #parts}, or null
     * @return the changed expression; null if one of the parts has become null
     */
    default Expression map(UnaryOperator<Expression> change) {
        List<Expression> changed = parts().stream().map(change).toList();
        return changed.contains(null) ? null : with(changed);
    }

    /**
     * Returns the relation of integers that holds if this condition does, or does not.
     *
     * @param holds false for the negated condition
     * @return the relation; null if the condition is none of integers
     */
    default Relation relation(boolean holds) {
        return switch (this) {
            case Not not -> not.operand.relation(!holds);
            case Relation relation when relation.left.kind().isInteger() ->
                    holds
                            ? relation
                            : new Relation(relation.order.negated(), relation.left, relation.right);
            default -> null;
        };
    }

    /** {@return the expression and all within it} */
    default Stream<Expression> all() {
        return Stream.concat(Stream.of(this), parts().stream().flatMap(Expression::all));
    }

    /** {@return the variables that it reads, with repetitions} */
    default Stream<Local> reads() {
        return this instanceof Read read
                ? Stream.of(read.local)
                : parts().stream().flatMap(Expression::reads);
    }

    /**
     * Returns true if it reads a variable.
     *
     * @param local the variable
     * @return true if it does
     */
    default boolean reads(Local local) {
        return reads().anyMatch(local::equals);
    }

    /**
     * A constant.
     *
     * @param kind INT, LONG, FLOAT or DOUBLE
     * @param bits the value; of a float its raw int bits, of a double its raw long bits
     */
    record Constant(Kind kind, long bits) implements Expression {
        /**
         * Returns an int constant.
         *
         * @param value the value
         * @return the constant
         */
        public static Constant of(int value) {
            return new Constant(Kind.INT, value);
        }

        @Override
        public String toString() {
            return switch (kind) {
                case FLOAT -> Float.intBitsToFloat((int) bits) + "f";
                case DOUBLE -> Double.toString(Double.longBitsToDouble(bits));
                case LONG -> bits + "L";
                default -> Long.toString(bits);
            };
        }
    }

    /**
     * The value of a variable.
     *
     * @param local the variable
     */
    record Read(Local local) implements Expression {
        @Override
        public Kind kind() {
            return local.kind();
        }

        @Override
        public String toString() {
            return local.toString();
        }
    }

    /**
     * An operator with two operands.
     *
     * @param operator the operation
     * @param kind of the result and the operands; the count of a shift is an INT
     * @param left left operand
     * @param right right operand
     */
    record Binary(Operator operator, Kind kind, Expression left, Expression right)
            implements Expression {
        /** {@return true if it divides integers, so that it faults if the divisor is 0} */
        public boolean mayFault() {
            return operator.divides() && kind.isInteger();
        }

        @Override
        public String toString() {
            return "(" + left + " " + operator + " " + right + ")";
        }
    }

    /**
     * A negation, {@code -x}; of a floating-point number only the sign bit changes, of zero as
     * well.
     *
     * @param operand the operand
     */
    record Negate(Expression operand) implements Expression {
        @Override
        public Kind kind() {
            return operand.kind();
        }
    }

    /**
     * A conversion with Java's meaning: floating-point to integer saturates, NaN becomes 0;
     * narrowing drops bits.
     *
     * @param to target; BYTE, CHAR and SHORT convert an INT and give an INT
     * @param operand the operand
     */
    record Convert(Kind to, Expression operand) implements Expression {
        @Override
        public Kind kind() {
            return to.computational();
        }

        @Override
        public String toString() {
            return "(" + to + ") " + operand;
        }
    }

    /**
     * A comparison: an INT, 1 if it holds, else 0.
     *
     * @param order the relation; false with a NaN, except NE
     * @param left left operand
     * @param right right operand, of the same kind
     */
    record Relation(ComparisonOperator order, Expression left, Expression right)
            implements Expression {
        @Override
        public String toString() {
            return "(" + left + " " + order + " " + right + ")";
        }
    }

    /**
     * A logical negation: 1 if the operand is 0, else 0.
     *
     * @param operand an INT
     */
    record Not(Expression operand) implements Expression {}

    /**
     * A three-way comparison: -1, 0 or 1 if left is less, equal or greater; an INT.
     *
     * @param left left operand
     * @param right right operand, of the same kind
     * @param unordered the result with a NaN, -1 or 1
     */
    record ThreeWay(Expression left, Expression right, int unordered) implements Expression {}

    /**
     * A call of a library function.
     *
     * @param function the function
     * @param operands kind of the operands
     * @param arguments one to three
     */
    record Apply(PureFunction function, Kind operands, List<Expression> arguments)
            implements Expression {
        /** Copies the arguments. */
        public Apply {
            arguments = List.copyOf(arguments);
        }

        @Override
        public Kind kind() {
            return function.result(operands);
        }
    }

    /**
     * The length of an array: an INT. Faults if it is null.
     *
     * @param base an array
     */
    record Length(Expression base) implements Expression {}

    /**
     * A new array of zeros, private to the iteration. Faults if the length is negative.
     *
     * @param element kind of its elements
     * @param length an INT
     */
    record NewArray(Kind element, Expression length) implements Expression {
        @Override
        public Kind kind() {
            return Kind.REFERENCE;
        }
    }

    /**
     * A read of memory. The base is a {@link Read} of an input, or of a row or an array of the
     * iteration's own. Such a variable is assigned in one place only: by a load of an element of
     * kind REFERENCE of an array of arrays, or by a {@link NewArray}.
     *
     * @param element the element
     * @param base array, segment or object; null for a static field
     * @param index element or byte, depending on the element's space; null for a field
     */
    record Load(Element element, Expression base, Expression index) implements Expression {
        @Override
        public Kind kind() {
            return element.kind().computational();
        }
    }
}
