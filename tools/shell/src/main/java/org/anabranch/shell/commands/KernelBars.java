package org.anabranch.shell.commands;

import org.anabranch.api.Monitor.KernelReport;
import org.anabranch.shell.output.Units;

import java.util.List;

/** Run times of kernels as bars of text: for each size, one bar for each domain. */
final class KernelBars {
    private static final int WIDEST = 50;
    private static final int BESIDE = 46;
    private static final int LONGEST_DOMAIN = 16;

    private KernelBars() {}

    /** The bars of one kernel and size are to one scale, which others do not have. */
    static String text(List<KernelReport> reports, Units units, int columns) {
        int width = Math.clamp(columns - BESIDE, 10, WIDEST);
        StringBuilder text = new StringBuilder();
        KernelReport before = null;
        for (KernelReport report : reports) {
            if (before == null || !before.kernel().equals(report.kernel())) {
                text.append(printable(report.kernel(), Integer.MAX_VALUE)).append('\n');
            }
            long most =
                    reports.stream()
                            .filter(other -> isSame(report, other))
                            .mapToLong(KernelReport::medianNanos)
                            .max()
                            .orElse(1);
            int length = (int) Math.ceil((double) width * report.medianNanos() / Math.max(1, most));
            text.append(
                    "  %10s  %-16s  %10s  %s%n"
                            .formatted(
                                    units.bytes(report.bytes()),
                                    printable(report.domain(), LONGEST_DOMAIN),
                                    units.seconds(report.medianNanos() / 1e9),
                                    "#".repeat(length)));
            before = report;
        }
        return text.toString();
    }

    private static boolean isSame(KernelReport one, KernelReport other) {
        return one.kernel().equals(other.kernel())
                && magnitude(one.bytes()) == magnitude(other.bytes())
                && magnitude(one.indices()) == magnitude(other.indices());
    }

    private static int magnitude(long number) {
        return Long.SIZE - Long.numberOfLeadingZeros(number);
    }

    private static String printable(String text, int most) {
        String plain = text.replaceAll("\\p{Cntrl}", "?");
        return plain.length() > most ? plain.substring(0, most - 1) + "~" : plain;
    }
}
