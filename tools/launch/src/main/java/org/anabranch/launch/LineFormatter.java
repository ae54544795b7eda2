package org.anabranch.launch;

import org.anabranch.spi.support.ForeignThrowables;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;

/**
 * A record of the log as one line, whatever it says: time, level, logger, message, and what was
 * thrown, with its root cause. Where that was thrown is shown only if the property {@value #TRACES}
 * is true.
 */
public final class LineFormatter extends Formatter {
    static final String TRACES = "anabranch.log.traces";

    @Override
    public String format(LogRecord record) {
        StringBuilder text = new StringBuilder(formatMessage(record));
        Throwable thrown = record.getThrown();
        if (thrown != null) {
            text.append(": ").append(ForeignThrowables.text(thrown));
            String cause = ForeignThrowables.text(ForeignThrowables.chain(thrown).getLast());
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

    private static String trace(Throwable thrown) {
        StringWriter lines = new StringWriter();
        Throwable printable = ForeignThrowables.printable(thrown);
        if (printable != null) {
            printable.printStackTrace(new PrintWriter(lines, true));
        }
        return lines.toString();
    }
}
