package org.anabranch.launch;

import java.util.logging.Formatter;
import java.util.logging.LogRecord;

/**
 * A record of the log as one line, whatever it says: time, level, logger, message, and what was
 * thrown, with its root cause. Where that was thrown is shown only if the property {@value #TRACES}
 * is true.
 */
public final class LineFormatter extends Formatter {
    static final String TRACES = "anabranch.log.traces";
    private static final int CAUSES = 64;

    @Override
    public String format(LogRecord record) {
        StringBuilder text = new StringBuilder(formatMessage(record));
        Throwable thrown = record.getThrown();
        if (thrown != null) {
            text.append(": ").append(thrown);
            String cause = root(thrown).toString();
            text.append(text.indexOf(cause) < 0 ? " (" + cause + ")" : "");
        }
        String line =
                String.format(
                        "%1$tT.%1$tL %2$s %3$s %4$s",
                        record.getMillis(),
                        record.getLevel(),
                        record.getLoggerName(),
                        text.toString().strip().replaceAll("\\s*\\R\\s*", " | "));
        return thrown != null && Boolean.getBoolean(TRACES)
                ? line + System.lineSeparator() + trace(thrown)
                : line + System.lineSeparator();
    }

    /** Causes may form a ring; then one of it. */
    private static Throwable root(Throwable thrown) {
        Throwable root = thrown;
        for (int depth = 0; depth < CAUSES && root.getCause() != null; depth++) {
            root = root.getCause();
        }
        return root;
    }

    private static String trace(Throwable thrown) {
        java.io.StringWriter lines = new java.io.StringWriter();
        thrown.printStackTrace(new java.io.PrintWriter(lines, true));
        return lines.toString();
    }
}
