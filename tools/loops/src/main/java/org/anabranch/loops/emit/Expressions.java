package org.anabranch.loops.emit;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.PureFunction;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The writer of pure expressions in OpenCL C, as scalars or for all lanes. */
record Expressions(Lanes lanes, Shapes shapes, Helpers helpers) {

    /** Returns a value as a scalar; of a strided one, that of lane 0. */
    String scalar(Expression expression) {
        return text(expression, Lanes.SCALAR);
    }

    /** Returns a value for all lanes. */
    String vector(Expression expression) {
        LaneShape shape = shapes.of(expression);
        if (shape.isUniform()) {
            return lanes.spread(expression.kind(), scalar(expression));
        }
        return shape.varying()
                ? text(expression, lanes)
                : strided(expression.kind(), scalar(expression), shape.stride());
    }

    /** Returns the value in all lanes, given that of lane 0. */
    String strided(Kind kind, String base, long stride) {
        String unsigned = kind == Kind.INT ? "uint" : "ulong";
        String lane =
                lanes.each(
                        kind,
                        l ->
                                kind == Kind.INT
                                        ? Integer.toUnsignedString((int) (l * stride)) + "u"
                                        : Long.toUnsignedString(l * stride) + "ul");
        return "as_%s((%s)((%s) %s%s) + %s)"
                .formatted(
                        lanes.type(kind),
                        lanes.unsigned(kind),
                        unsigned,
                        base,
                        Copies.further(kind, lanes.count() * stride),
                        lane.replaceFirst("\\(", "(u"));
    }

    private String part(Expression expression, Lanes width) {
        return width.isScalar() ? scalar(expression) : vector(expression);
    }

    /** Returns the mask of a condition. */
    String mask(Expression condition, Lanes width) {
        return switch (condition) {
            case Expression.Relation relation ->
                    width.compare(
                            relation.left().kind(),
                            part(relation.left(), width),
                            relation.order().symbol(),
                            part(relation.right(), width));
            case Expression.Not not -> width.not(mask(not.operand(), width));
            default ->
                    width.compare(
                            Kind.INT, part(condition, width), "!=", width.spread(Kind.INT, "0"));
        };
    }

    private String text(Expression expression, Lanes width) {
        return switch (expression) {
            case Expression.Constant constant -> width.spread(constant.kind(), literal(constant));
            case Expression.Read read ->
                    KernelMemory.name(read.local()) + (width.isScalar() ? "" : Copies.MARK);
            case Expression.Binary binary -> binary(binary, width);
            case Expression.Negate negate ->
                    negated(negate.kind(), part(negate.operand(), width), width);
            case Expression.Convert convert -> converted(convert, width);
            case Expression.Relation relation -> width.number(mask(relation, width));
            case Expression.Not not -> width.number(mask(not, width));
            case Expression.ThreeWay way ->
                    helpers.threeWay(
                            width,
                            way.left().kind(),
                            way.unordered(),
                            part(way.left(), width),
                            part(way.right(), width));
            case Expression.Apply apply -> applied(apply, width);
            case Expression.Length _, Expression.NewArray _, Expression.Load _ ->
                    throw new IllegalArgumentException("within an expression: " + expression);
        };
    }

    private static String literal(Expression.Constant constant) {
        return switch (constant.kind()) {
            case FLOAT -> "as_float(0x" + Integer.toHexString((int) constant.bits()) + ")";
            case DOUBLE -> "as_double(0x" + Long.toHexString(constant.bits()) + "L)";
            case LONG ->
                    constant.bits() == Long.MIN_VALUE ? "LONG_MIN" : "(" + constant.bits() + "L)";
            default ->
                    (int) constant.bits() == Integer.MIN_VALUE
                            ? "INT_MIN"
                            : "(" + (int) constant.bits() + ")";
        };
    }

    private static String negated(Kind kind, String value, Lanes width) {
        return kind.isFloating() ? "(-" + value + ")" : width.negated(kind, value);
    }

    private String binary(Expression.Binary binary, Lanes width) {
        Kind kind = binary.kind();
        String left = part(binary.left(), width);
        String right = part(binary.right(), width);
        String symbol = binary.operator().symbol();
        return switch (binary.operator()) {
            case ADD, SUB, MUL -> arithmetic(kind, left, symbol, right, width);
            case DIV ->
                    kind.isFloating()
                            ? helpers.divided(width, kind, left, right)
                            : helpers.quotient(width, kind, left, right);
            case REM ->
                    kind.isFloating()
                            ? helpers.floatingRemainder(width, kind, left, right)
                            : helpers.remainder(width, kind, left, right);
            case AND, OR, XOR -> "(" + left + " " + symbol + " " + right + ")";
            case SHL -> shifted(kind, true, left, "<<", right, width);
            case SHR -> shifted(kind, false, left, ">>", right, width);
            case USHR -> shifted(kind, true, left, ">>", right, width);
        };
    }

    private static String arithmetic(
            Kind kind, String left, String operator, String right, Lanes width) {
        if (kind.isFloating()) {
            return "(" + left + " " + operator + " " + right + ")";
        }
        String as = "as_" + width.unsigned(kind);
        return "as_%s(%s(%s) %s %s(%s))".formatted(width.type(kind), as, left, operator, as, right);
    }

    private static String shifted(
            Kind kind, boolean unsigned, String left, String operator, String right, Lanes width) {
        String count =
                "(" + right + " & " + width.spread(Kind.INT, kind == Kind.INT ? "31" : "63") + ")";
        String sized = kind == Kind.INT ? count : width.convert("long", count);
        if (!unsigned) {
            return "(" + left + " " + operator + " " + sized + ")";
        }
        String type = width.unsigned(kind);
        return "as_%s(as_%s(%s) %s as_%s(%s))"
                .formatted(width.type(kind), type, left, operator, type, sized);
    }

    private String converted(Expression.Convert convert, Lanes width) {
        Kind from = convert.operand().kind();
        if (isFloatRoot(convert)) {
            return helpers.root(width, Kind.FLOAT, part(rooted(convert), width));
        }
        String value = part(convert.operand(), width);
        return switch (convert.to()) {
            case BYTE -> width.convert("int", width.convert("char", value));
            case CHAR -> width.convert("int", width.convert("ushort", value));
            case SHORT -> width.convert("int", width.convert("short", value));
            case BOOLEAN -> "(" + value + " & " + width.spread(Kind.INT, "1") + ")";
            case INT, LONG ->
                    from.isFloating()
                            ? helpers.whole(width, from, convert.to(), value)
                            : same(from, convert.to(), value, width);
            default -> same(from, convert.to(), value, width);
        };
    }

    /**
     * Returns true for {@code (float) Math.sqrt(x)} of a float, which is the same rounded once or
     * twice.
     */
    private static boolean isFloatRoot(Expression.Convert convert) {
        return convert.to() == Kind.FLOAT
                && convert.operand() instanceof Expression.Apply apply
                && apply.function() == PureFunction.SQRT
                && apply.arguments().getFirst() instanceof Expression.Convert widened
                && widened.to() == Kind.DOUBLE
                && widened.operand().kind() == Kind.FLOAT;
    }

    private static Expression rooted(Expression.Convert convert) {
        Expression.Apply apply = (Expression.Apply) convert.operand();
        return ((Expression.Convert) apply.arguments().getFirst()).operand();
    }

    private static String same(Kind from, Kind to, String value, Lanes width) {
        return from == to ? value : width.convert(Lanes.scalarType(to), value);
    }

    private String applied(Expression.Apply apply, Lanes width) {
        Kind kind = apply.operands();
        List<String> arguments =
                apply.arguments().stream().map(argument -> part(argument, width)).toList();
        String first = arguments.getFirst();
        String last = arguments.getLast();
        String plain = apply.function().name().toLowerCase(Locale.ROOT);
        String call = plain + arguments.stream().collect(Collectors.joining(", ", "(", ")"));
        return switch (apply.function()) {
            case ABS ->
                    kind.isFloating()
                            ? "fabs(" + first + ")"
                            : helpers.absolute(width, kind, first);
            case MIN, MAX ->
                    kind.isFloating()
                            ? helpers.extreme(
                                    width, kind, apply.function() == PureFunction.MIN, first, last)
                            : call;
            case SQRT -> helpers.root(width, kind, first);
            case ROUND -> helpers.round(width, kind, first);
            case FLOOR -> Rounding.down(helpers, width, kind, first);
            case CEIL -> Rounding.up(helpers, width, kind, first);
            case RINT -> Rounding.nearest(helpers, width, kind, first);
            case SIGNUM -> helpers.signum(width, kind, first);
            case COPY_SIGN -> "copysign(" + first + ", " + last + ")";
            case RAW_BITS, FROM_BITS -> "as_" + width.type(apply.kind()) + "(" + first + ")";
            case BITS -> helpers.bits(width, kind, first);
            case IS_NAN -> width.number(width.compare(kind, first, "!=", first));
            case BIT_COUNT -> counted(kind, "popcount(" + first + ")", width);
            case LEADING_ZEROS -> counted(kind, "clz(" + first + ")", width);
            case TRAILING_ZEROS -> counted(kind, trailing(kind, first, width), width);
            case MULTIPLY_HIGH -> "mul_hi(" + first + ", " + last + ")";
            default ->
                    apply.function().isStrict() ? strict(apply.function(), arguments, width) : call;
        };
    }

    private String strict(PureFunction function, List<String> arguments, Lanes width) {
        return helpers.strict(
                width, function, arguments, name -> StrictText.of(name, function, helpers));
    }

    private static String counted(Kind kind, String count, Lanes width) {
        return kind == Kind.INT ? count : width.convert("int", count);
    }

    private static String trailing(Kind kind, String value, Lanes width) {
        String type = width.unsigned(kind);
        String one = "(" + type + ")(1)";
        String below = "~as_" + type + "(" + value + ") & (as_" + type + "(" + value + ") - " + one;
        return "popcount(as_" + width.type(kind) + "(" + below + ")))";
    }
}
