package org.anabranch.shell.output;

import java.util.Locale;

/**
 * Quantities in words that fit a column; {@code exact} gives plain numbers in base units instead.
 *
 * @param exact true for plain numbers
 */
public record Units(boolean exact) {
    private static final String[] BINARY = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    private static final String[] DECIMAL = {"", "k", "M", "G", "T", "P", "E"};

    public String bytes(long bytes) {
        if (exact || bytes < 0) {
            return Long.toString(bytes);
        }
        int unit = 0;
        double value = bytes;
        while (value >= 999.95 && unit < BINARY.length - 1) {
            value /= 1024;
            unit++;
        }
        return unit == 0 ? bytes + " B" : threeDigits(value) + " " + BINARY[unit];
    }

    public String count(long count) {
        if (exact || Math.abs((double) count) < 100_000) {
            return Long.toString(count);
        }
        int unit = 0;
        double value = count;
        while (Math.abs(value) >= 999.5 && unit < DECIMAL.length - 1) {
            value /= 1000;
            unit++;
        }
        return threeDigits(value) + " " + DECIMAL[unit];
    }

    /** Of an amount per second. */
    public String perSecond(double rate) {
        if (!Double.isFinite(rate)) {
            return "-";
        }
        return exact ? String.format(Locale.ROOT, "%.3f", rate) : count(Math.round(rate));
    }

    public String seconds(double seconds) {
        if (!Double.isFinite(seconds)) {
            return Double.toString(seconds);
        }
        if (exact) {
            return String.format(Locale.ROOT, "%.6f", seconds);
        }
        double size = Math.abs(seconds);
        if (size >= 7200) {
            long minutes = Math.round(seconds / 60);
            return String.format(
                    Locale.ROOT, "%d h %02d min", minutes / 60, Math.abs(minutes % 60));
        }
        if (size >= 120) {
            long whole = Math.round(seconds);
            return String.format(Locale.ROOT, "%d min %02d s", whole / 60, Math.abs(whole % 60));
        }
        if (size >= 1) {
            return threeDigits(seconds) + " s";
        }
        if (size >= 1e-3) {
            return threeDigits(seconds * 1e3) + " ms";
        }
        return size == 0 ? "0 s" : threeDigits(seconds * 1e6) + " us";
    }

    /** A time of which fractions of a second do not matter. */
    public static String wholeSeconds(double seconds) {
        return seconds < 120 ? Math.round(seconds) + " s" : new Units(false).seconds(seconds);
    }

    /** Three significant digits at least, never an exponent. */
    private static String threeDigits(double value) {
        double size = Math.abs(value);
        int decimals = size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
