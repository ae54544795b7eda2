package org.anabranch.shell;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.log.LogEntry;
import org.osgi.service.log.LogListener;
import org.osgi.service.log.LogReaderService;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Enumeration;

/**
 * Sends the framework's log to {@link System.Logger}. Without a reader of that log, a component
 * that fails to start fails in silence; what was logged before this one started is replayed.
 */
@Component(service = {})
public final class LogBridge {

    private final LogReaderService reader;
    private final LogListener listener = LogBridge::forward;

    @Activate
    public LogBridge(@Reference LogReaderService reader) {
        this.reader = reader;
        reader.addLogListener(listener);
        for (Enumeration<LogEntry> past = reader.getLog(); past.hasMoreElements(); ) {
            forward(past.nextElement());
        }
    }

    @Deactivate
    void stop() {
        reader.removeLogListener(listener);
    }

    private static void forward(LogEntry entry) {
        if (!entry.getLoggerName().startsWith("Events.")) {
            Logger logger = System.getLogger(entry.getLoggerName());
            String bundle = "[" + entry.getBundle().getSymbolicName() + "] ";
            logger.log(level(entry), bundle + entry.getMessage(), entry.getException());
        }
    }

    private static Level level(LogEntry entry) {
        return switch (entry.getLogLevel()) {
            case AUDIT, ERROR -> Level.ERROR;
            case WARN -> Level.WARNING;
            case INFO -> Level.INFO;
            case DEBUG -> Level.DEBUG;
            case TRACE -> Level.TRACE;
        };
    }
}
