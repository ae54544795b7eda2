package org.anabranch.dense.file;

import java.nio.charset.StandardCharsets;

/**
 * A fast reader of decimal numbers. A number of at most 15 digits with a power of ten up to 22 is
 * the correctly rounded quotient or product of two exact doubles (W. Clinger, "How to read floating
 * point numbers accurately", 1990); the JDK parses all others.
 */
final class Decimal {
    private static final double[] POWERS = new double[23];
    private static final long MOST_EXACT = 1L << 53;
    private static final int FAR = 100_000;

    static {
        double power = 1;
        for (int i = 0; i < POWERS.length; i++) {
            POWERS[i] = power;
            power *= 10;
        }
    }

    private Decimal() {}

    /**
     * Returns the value, possibly infinite; NaN if the bytes are no decimal number. Fortran's D is
     * accepted as exponent letter.
     */
    static double parse(byte[] text, int length) {
        int at = length > 0 && (text[0] == '-' || text[0] == '+') ? 1 : 0;
        long mantissa = 0;
        int digits = 0;
        int scale = 0;
        boolean point = false;
        boolean exact = true;
        for (; at < length; at++) {
            int c = text[at];
            if (c == '.' && !point) {
                point = true;
            } else if (c >= '0' && c <= '9') {
                digits++;
                exact &= mantissa < MOST_EXACT / 10;
                mantissa = exact ? mantissa * 10 + c - '0' : mantissa;
                scale -= point ? 1 : 0;
            } else {
                break;
            }
        }
        if (digits == 0) {
            return Double.NaN;
        }
        if (at < length) {
            int exponent = exponent(text, at, length);
            if (exponent == Integer.MIN_VALUE) {
                return Double.NaN;
            }
            scale += exponent;
        }
        if (!exact || Math.abs(scale) >= POWERS.length) {
            return Double.parseDouble(
                    new String(text, 0, length, StandardCharsets.ISO_8859_1)
                            .replaceAll("[dD]", "e"));
        }
        double value = scale < 0 ? mantissa / POWERS[-scale] : mantissa * POWERS[scale];
        return text[0] == '-' ? -value : value;
    }

    /**
     * Returns the exponent that starts here, limited to {@link #FAR}; the smallest int if there is
     * none.
     */
    private static int exponent(byte[] text, int start, int length) {
        int letter = text[start] | 0x20;
        if (letter != 'e' && letter != 'd') {
            return Integer.MIN_VALUE;
        }
        int at = start + 1;
        boolean negative = at < length && text[at] == '-';
        if (at < length && (text[at] == '-' || text[at] == '+')) {
            at++;
        }
        if (at == length) {
            return Integer.MIN_VALUE;
        }
        int exponent = 0;
        for (; at < length; at++) {
            if (text[at] < '0' || text[at] > '9') {
                return Integer.MIN_VALUE;
            }
            exponent = Math.min(FAR, exponent * 10 + text[at] - '0');
        }
        return negative ? -exponent : exponent;
    }
}
