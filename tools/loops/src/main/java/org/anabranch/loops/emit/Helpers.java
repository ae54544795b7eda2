package org.anabranch.loops.emit;

import org.anabranch.loops.emit.EmitOptions.Division;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.PureFunction;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The helper functions in OpenCL C with Java's meaning, where C has a different meaning or none.
 * Each is written at its first use, for each number of lanes that it is used with.
 */
final class Helpers {
    private final Map<String, String> functions = new LinkedHashMap<>();
    private final Division division;

    Helpers(Division division) {
        this.division = division;
    }

    String text() {
        return String.join("", functions.values());
    }

    String call(
            Lanes lanes, String name, Kind kind, Kind result, String body, String... arguments) {
        String full = name + "_" + Lanes.scalarType(kind) + lanes.suffix();
        String type = lanes.type(kind);
        functions.computeIfAbsent(
                full,
                none ->
                        "static inline %s %s(%s a%s) {\n%s}\n"
                                .formatted(
                                        lanes.type(result),
                                        full,
                                        type,
                                        arguments.length > 1 ? ", " + type + " b" : "",
                                        body));
        return full + "(" + String.join(", ", arguments) + ")";
    }

    /** Calls a function that returns the value of one expression. */
    private String returning(
            Lanes lanes, String name, Kind kind, Kind result, String value, String... arguments) {
        return call(lanes, name, kind, result, "  return " + value + ";\n", arguments);
    }

    /** Returns Java's quotient; undefined for a divisor 0, which a guard has excluded. */
    String quotient(Lanes lanes, Kind kind, String left, String right) {
        String minus = lanes.compare(kind, "b", "==", lanes.spread(kind, "-1"));
        String body =
                divisor(lanes, kind)
                        + "  return "
                        + lanes.select(kind, minus, lanes.negated(kind, "a"), "(a / d)")
                        + ";\n";
        return call(lanes, "j_div", kind, kind, body, left, right);
    }

    /** Returns Java's remainder; 0 for a divisor -1 or 0. */
    String remainder(Lanes lanes, Kind kind, String left, String right) {
        String body = divisor(lanes, kind) + "  return a % d;\n";
        return call(lanes, "j_rem", kind, kind, body, left, right);
    }

    private static String divisor(Lanes lanes, Kind kind) {
        String minus = lanes.compare(kind, "b", "==", lanes.spread(kind, "-1"));
        String zero = lanes.compare(kind, "b", "==", lanes.spread(kind, "0"));
        String one = lanes.spread(kind, "1");
        String safe = lanes.select(kind, lanes.or(minus, zero), one, "b");
        return "  " + lanes.type(kind) + " d = " + safe + ";\n";
    }

    /**
     * Returns the conversion of a floating-point number to an integer: saturates, NaN becomes 0.
     */
    String whole(Lanes lanes, Kind from, Kind to, String value) {
        boolean small = to == Kind.INT;
        String least = small ? "-2147483648" : "-9223372036854775808";
        String above = (small ? "2147483648" : "9223372036854775808") + literal(from);
        String below = small && from == Kind.DOUBLE ? "-2147483649.0" : least + literal(from);
        String under = small && from == Kind.DOUBLE ? "<=" : "<";
        String tooLarge = lanes.compare(from, "a", ">=", lanes.spread(from, above));
        String tooSmall = lanes.compare(from, "a", under, lanes.spread(from, below));
        String nan = lanes.compare(from, "a", "!=", "a");
        String outside = lanes.or(nan, lanes.or(tooLarge, tooSmall));
        String zero = lanes.spread(from, "0" + literal(from));
        String safe = lanes.select(from, outside, zero, "a");
        String max = lanes.spread(to, small ? "INT_MAX" : "LONG_MAX");
        String min = lanes.spread(to, small ? "INT_MIN" : "LONG_MIN");
        String converted = lanes.convert(Lanes.scalarType(to), "s");
        String body =
                "  %s s = %s;\n  %s r = %s;\n  r = %s;\n  return %s;\n"
                        .formatted(
                                lanes.type(from),
                                safe,
                                lanes.type(to),
                                converted,
                                lanes.select(to, tooLarge, max, "r"),
                                lanes.select(to, tooSmall, min, "r"));
        return call(lanes, small ? "j_2int" : "j_2long", from, to, body, value);
    }

    static String literal(Kind kind) {
        return kind == Kind.FLOAT ? ".0f" : ".0";
    }

    /** Returns {@code Math.min} or {@code Math.max} of floating-point numbers. */
    String extreme(Lanes lanes, Kind kind, boolean least, String left, String right) {
        Kind bits = kind == Kind.FLOAT ? Kind.INT : Kind.LONG;
        String as = "as_" + lanes.type(bits);
        String zero =
                "as_%s(%s(a) %s %s(b))".formatted(lanes.type(kind), as, least ? "|" : "&", as);
        String first = lanes.compare(kind, "a", least ? "<" : ">", "b");
        String body =
                "  %s r = %s;\n  r = %s;\n  return %s;\n"
                        .formatted(
                                lanes.type(kind),
                                lanes.select(kind, first, "a", "b"),
                                lanes.select(kind, lanes.compare(kind, "a", "==", "b"), zero, "r"),
                                lanes.select(kind, lanes.compare(kind, "a", "!=", "a"), "a", "r"));
        return call(lanes, least ? "j_min" : "j_max", kind, kind, body, left, right);
    }

    /** Returns {@code Math.round}. */
    String round(Lanes lanes, Kind kind, String value) {
        Kind to = kind == Kind.FLOAT ? Kind.INT : Kind.LONG;
        String half = lanes.spread(kind, kind == Kind.FLOAT ? "0.5f" : "0.5");
        String up = lanes.compare(kind, "a - f", ">=", half);
        String one = lanes.spread(kind, "1" + literal(kind));
        String nearest = lanes.select(kind, up, "(f + " + one + ")", "f");
        String body =
                "  %s f = %s;\n  return %s;\n"
                        .formatted(
                                lanes.type(kind),
                                Rounding.down(this, lanes, kind, "a"),
                                whole(lanes, kind, to, nearest));
        return call(lanes, "j_round", kind, to, body, value);
    }

    /** Returns {@code Math.abs} of integers with wrap-around, which C does not guarantee. */
    String absolute(Lanes lanes, Kind kind, String value) {
        String below = lanes.compare(kind, "a", "<", lanes.spread(kind, "0"));
        return returning(
                lanes,
                "j_abs",
                kind,
                kind,
                lanes.select(kind, below, lanes.negated(kind, "a"), "a"),
                value);
    }

    String signum(Lanes lanes, Kind kind, String value) {
        String zero = lanes.spread(kind, "0" + literal(kind));
        String one = lanes.spread(kind, "1" + literal(kind));
        String above = lanes.compare(kind, "a", ">", zero);
        String below = lanes.compare(kind, "a", "<", zero);
        String sign = lanes.select(kind, above, one, lanes.select(kind, below, "-" + one, "a"));
        return returning(lanes, "j_signum", kind, kind, sign, value);
    }

    /** Returns the bits, with one NaN. */
    String bits(Lanes lanes, Kind kind, String value) {
        Kind to = kind == Kind.FLOAT ? Kind.INT : Kind.LONG;
        String nan = lanes.spread(to, kind == Kind.FLOAT ? "0x7fc00000" : "0x7ff8000000000000L");
        String isNan = lanes.compare(kind, "a", "!=", "a");
        String bits = lanes.select(to, isNan, nan, "as_" + lanes.type(to) + "(a)");
        return returning(lanes, "j_bits", kind, to, bits, value);
    }

    /** Returns the three-way comparison: -1, 0 or 1. */
    String threeWay(Lanes lanes, Kind kind, int unordered, String left, String right) {
        String less = lanes.compare(kind, "a", "<", "b");
        String more = lanes.compare(kind, "a", ">", "b");
        String same = lanes.compare(kind, "a", "==", "b");
        String other = lanes.spread(Kind.INT, Integer.toString(unordered));
        String result = lanes.select(Kind.INT, same, lanes.spread(Kind.INT, "0"), other);
        result = lanes.select(Kind.INT, more, lanes.spread(Kind.INT, "1"), result);
        result = lanes.select(Kind.INT, less, lanes.spread(Kind.INT, "-1"), result);
        String name = unordered < 0 ? "j_cmpl" : "j_cmpg";
        return returning(lanes, name, kind, Kind.INT, result, left, right);
    }

    String divided(Lanes lanes, Kind kind, String left, String right) {
        if (kind == Kind.DOUBLE || division != Division.THROUGH_DOUBLE) {
            return "(" + left + " / " + right + ")";
        }
        String quotient = lanes.convert("double", "a") + " / " + lanes.convert("double", "b");
        String rounded = lanes.convert("float", quotient);
        return returning(lanes, "j_fdiv", kind, kind, rounded, left, right);
    }

    String root(Lanes lanes, Kind kind, String value) {
        if (kind == Kind.DOUBLE || division != Division.THROUGH_DOUBLE) {
            return "sqrt(" + value + ")";
        }
        String root = lanes.convert("float", "sqrt(" + lanes.convert("double", "a") + ")");
        return returning(lanes, "j_fsqrt", kind, kind, root, value);
    }

    /**
     * Returns Java's {@code %} of floating-point numbers, exactly: mantissas are divided as
     * integers, with as many bits of the exponents' difference at a time as fit into 64.
     */
    String floatingRemainder(Lanes lanes, Kind kind, String left, String right) {
        String scalar = call(Lanes.SCALAR, "j_fmod", kind, kind, remainderBody(kind), "a", "b");
        if (lanes.isScalar()) {
            return scalar.replace("(a, b)", "(" + left + ", " + right + ")");
        }
        String each =
                lanes.each(
                        kind,
                        lane -> {
                            String at = Lanes.at(lane);
                            return scalar.replace("(a, b)", "(a" + at + ", b" + at + ")");
                        });
        return returning(lanes, "j_fmod", kind, kind, each, left, right);
    }

    /**
     * Returns a method of {@code StrictMath}, computed lane by lane.
     *
     * @param text writes the method with a name, at its first use
     */
    String strict(
            Lanes lanes,
            PureFunction function,
            List<String> arguments,
            UnaryOperator<String> text) {
        String name = "j_" + function.name().toLowerCase(Locale.ROOT);
        if (!functions.containsKey(name)) {
            functions.put(name, text.apply(name));
        }
        if (lanes.isScalar()) {
            return name + "(" + String.join(", ", arguments) + ")";
        }
        boolean two = arguments.size() == 2;
        String each =
                lanes.each(
                        Kind.DOUBLE,
                        lane -> {
                            String at = Lanes.at(lane);
                            return name + "(a" + at + (two ? ", b" + at : "") + ")";
                        });
        String[] given = arguments.toArray(String[]::new);
        return returning(lanes, name, Kind.DOUBLE, Kind.DOUBLE, each, given);
    }

    private static String remainderBody(Kind kind) {
        boolean small = kind == Kind.FLOAT;
        return """
          const ulong x = as_UINT(fabs(a)), y = as_UINT(fabs(b));
          if (y == 0 || x >= INFUL || y > INFUL) return (a * b) / (a * b) + NAN;
          if (x < y) return a;
          const long ex = max((long) (x >> BITS), 1L), ey = max((long) (y >> BITS), 1L);
          const ulong hidden = 1UL << BITS;
          const ulong my = (y & (hidden - 1)) | (y >= hidden ? hidden : 0);
          ulong r = ((x & (hidden - 1)) | (x >= hidden ? hidden : 0)) % my;
          for (long n = ex - ey; n > 0; n -= SPARE) r = (r << min(n, (long) SPARE)) % my;
          if (r == 0) return copysign(ZERO, a);
          const long up = min((long) clz(r) - (63 - BITS), ey - 1);
          r <<= up;
          const ulong e = r >= hidden ? (ulong) (ey - up) : 0;
          return copysign(as_TYPE((UINT) ((e << BITS) | (r & (hidden - 1)))), a);
        """
                .replace("UINT", small ? "uint" : "ulong")
                .replace("INFUL", small ? "0x7f800000UL" : "0x7ff0000000000000UL")
                .replace("BITS", small ? "23" : "52")
                .replace("SPARE", small ? "40" : "11")
                .replace("ZERO", small ? "0.0f" : "0.0")
                .replace("TYPE", small ? "float" : "double");
    }
}
