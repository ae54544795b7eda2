package org.anabranch.seeing.report;

import java.util.Locale;

/** Numbers with units, for people; unknown values are a dash. */
final class Quantity {
    private static final double KILO = 1000;
    private static final String[] TIMES = {"ns", "µs", "ms", "s"};
    private static final String[] BYTES = {"B", "kB", "MB", "GB", "TB"};

    private Quantity() {}

    static String time(long nanos) {
        return scaled(nanos, TIMES);
    }

    static String bytes(double bytes) {
        return scaled(bytes, BYTES);
    }

    static String speed(double bytesPerSecond) {
        return Double.isFinite(bytesPerSecond) ? bytes(bytesPerSecond) + "/s" : "–";
    }

    static String percent(double share) {
        return Double.isFinite(share) ? String.format(Locale.ROOT, "%.1f %%", 100 * share) : "–";
    }

    /** Returns a change, with its sign. */
    static String change(double before, double now) {
        return before > 0 ? String.format(Locale.ROOT, "%+.1f %%", 100 * (now / before - 1)) : "–";
    }

    static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String scaled(double value, String[] units) {
        double rest = value;
        int unit = 0;
        while (Math.abs(rest) >= KILO && unit < units.length - 1) {
            rest /= KILO;
            unit++;
        }
        int decimals = unit == 0 || rest >= 100 ? 0 : rest >= 10 ? 1 : 2;
        return String.format(Locale.ROOT, "%,." + decimals + "f %s", rest, units[unit]);
    }
}
