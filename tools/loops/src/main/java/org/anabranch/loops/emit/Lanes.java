package org.anabranch.loops.emit;

import org.anabranch.loops.ir.Kind;

import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The vocabulary of OpenCL C for values of one width: scalars for one lane, otherwise vector types.
 * A mask is an {@code int} per lane that is true if not 0 (scalars) or -1 (vectors).
 *
 * @param count 1, 2, 4, 8 or 16
 */
record Lanes(int count) {
    static final Lanes SCALAR = new Lanes(1);

    boolean isScalar() {
        return count == 1;
    }

    String suffix() {
        return count == 1 ? "" : Integer.toString(count);
    }

    static String scalarType(Kind kind) {
        return switch (kind) {
            case LONG, REFERENCE -> "long";
            case FLOAT -> "float";
            case DOUBLE -> "double";
            default -> "int";
        };
    }

    /** Returns the type of a value of a computational kind; a reference is an offset. */
    String type(Kind kind) {
        return scalarType(kind) + suffix();
    }

    /** Returns the unsigned type of an integer kind. */
    String unsigned(Kind kind) {
        return "u" + type(kind);
    }

    /** Returns the negation of an integer, with wrap-around. */
    String negated(Kind kind, String value) {
        return "as_" + type(kind) + "(-as_" + unsigned(kind) + "(" + value + "))";
    }

    static String elementType(Kind kind) {
        return switch (kind) {
            case BOOLEAN, BYTE -> "char";
            case CHAR -> "ushort";
            case SHORT -> "short";
            default -> scalarType(kind);
        };
    }

    static boolean wide(Kind kind) {
        return kind == Kind.LONG || kind == Kind.DOUBLE || kind == Kind.REFERENCE;
    }

    String mask() {
        return "int" + suffix();
    }

    /** Returns a vector with one value in all lanes. */
    String spread(Kind kind, String scalar) {
        return isScalar() ? scalar : "((" + type(kind) + ")(" + scalar + "))";
    }

    String convert(String type, String value) {
        return isScalar()
                ? "((" + type + ")(" + value + "))"
                : "convert_" + type + suffix() + "(" + value + ")";
    }

    /** Returns the mask of a comparison of two values of a kind. */
    String compare(Kind kind, String left, String operator, String right) {
        String plain = "(" + left + " " + operator + " " + right + ")";
        return isScalar() || !wide(kind) ? plain : "convert_int" + count + plain;
    }

    String select(Kind kind, String mask, String yes, String no) {
        if (isScalar()) {
            return "(" + mask + " ? " + yes + " : " + no + ")";
        }
        String wide = wide(kind) ? "convert_long" + count + "(" + mask + ")" : mask;
        return "select(" + no + ", " + yes + ", " + wide + ")";
    }

    /** Returns 1 where a mask is true, else 0. */
    String number(String mask) {
        return isScalar() ? "(" + mask + " ? 1 : 0)" : "(-" + mask + ")";
    }

    String not(String mask) {
        return (isScalar() ? "(!" : "(~") + mask + ")";
    }

    String or(String one, String other) {
        return "(" + one + (isScalar() ? " || " : " | ") + other + ")";
    }

    /** Returns a vector with one text for each lane. */
    String each(Kind kind, IntFunction<String> lane) {
        return IntStream.range(0, count)
                .mapToObj(lane)
                .collect(Collectors.joining(", ", "(" + type(kind) + ")(", ")"));
    }

    /** Returns the selector of a lane. */
    static String at(int lane) {
        return ".s" + Integer.toHexString(lane);
    }
}
