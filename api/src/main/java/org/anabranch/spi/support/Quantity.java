package org.anabranch.spi.support;

import java.util.Locale;

/** Numbers with units, for people: three digits and decimal units; unknown values are a dash. */
public final class Quantity {
    private static final double KILO = 1000;
    private static final String[] TIMES = {"ns", "µs", "ms", "s"};
    private static final String[] BYTES = {"B", "kB", "MB", "GB", "TB"};

    private Quantity() {}

    /**
     * {@return a time, such as {@code 1.50 ms}}
     *
     * @param nanos in nanoseconds
     */
    public static String time(double nanos) {
        return scaled(nanos, TIMES);
    }

    /**
     * {@return a size, such as {@code 12.0 MB}}
     *
     * @param bytes number of bytes
     */
    public static String bytes(double bytes) {
        return scaled(bytes, BYTES);
    }

    /**
     * {@return a rate, such as {@code 1.20 GB/s}}
     *
     * @param bytesPerSecond the rate; not finite if it is unknown
     */
    public static String speed(double bytesPerSecond) {
        return Double.isFinite(bytesPerSecond) ? bytes(bytesPerSecond) + "/s" : "–";
    }

    /**
     * {@return a fraction, such as {@code 12.5 %}}
     *
     * @param share the fraction; not finite if it is unknown
     */
    public static String percent(double share) {
        return Double.isFinite(share) ? String.format(Locale.ROOT, "%.1f %%", 100 * share) : "–";
    }

    /**
     * {@return a change with its sign, such as {@code +50.0 %}}
     *
     * @param before the old value; not positive if it is unknown
     * @param now the new value
     */
    public static String change(double before, double now) {
        return before > 0 ? String.format(Locale.ROOT, "%+.1f %%", 100 * (now / before - 1)) : "–";
    }

    /**
     * {@return a number with separators, such as {@code 12,500}}
     *
     * @param number the number
     */
    public static String count(long number) {
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
