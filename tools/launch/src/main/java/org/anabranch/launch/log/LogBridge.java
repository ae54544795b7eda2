package org.anabranch.launch.log;

import org.anabranch.spi.support.BackendLog;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.log.LogEntry;
import org.osgi.service.log.LogLevel;
import org.osgi.service.log.LogListener;
import org.osgi.service.log.LogReaderService;

import java.util.Collections;
import java.util.List;

/**
 * Forwards the entries of the OSGi log to {@link System.Logger}, also those written before it
 * started: otherwise the failure of a component would not be visible.
 */
@Component(
        immediate = true,
        service = {})
public final class LogBridge implements LogListener {
    private static final String FRAMEWORK_EVENTS = "Events.";

    private final LogReaderService reader;
    private long last = Long.MIN_VALUE;

    /**
     * Starts forwarding.
     *
     * @param reader the log
     */
    @Activate
    public LogBridge(@Reference LogReaderService reader) {
        this.reader = reader;
        replay();
    }

    /**
     * New entries wait while the old ones are replayed, so that each is forwarded once and in
     * order.
     */
    private synchronized void replay() {
        reader.addLogListener(this);
        List<LogEntry> newestFirst = Collections.list(reader.getLog());
        newestFirst.reversed().forEach(this::logged);
    }

    /** Ends forwarding. */
    @Deactivate
    void deactivate() {
        reader.removeLogListener(this);
    }

    @Override
    public synchronized void logged(LogEntry entry) {
        if (entry.getSequence() <= last) {
            return;
        }
        last = entry.getSequence();
        if (isNoise(entry)) {
            return;
        }
        String bundle =
                entry.getBundle() == null ? "" : "[" + entry.getBundle().getSymbolicName() + "] ";
        BackendLog.say(
                entry.getLoggerName(),
                level(entry.getLogLevel()),
                bundle + entry.getMessage(),
                entry.getException());
    }

    private static boolean isNoise(LogEntry entry) {
        return entry.getLoggerName().startsWith(FRAMEWORK_EVENTS)
                && entry.getLogLevel().compareTo(LogLevel.WARN) > 0; // less urgent than a warning
    }

    private static System.Logger.Level level(LogLevel level) {
        return switch (level) {
            case AUDIT, INFO -> System.Logger.Level.INFO;
            case ERROR -> System.Logger.Level.ERROR;
            case WARN -> System.Logger.Level.WARNING;
            case DEBUG -> System.Logger.Level.DEBUG;
            case TRACE -> System.Logger.Level.TRACE;
        };
    }
}
