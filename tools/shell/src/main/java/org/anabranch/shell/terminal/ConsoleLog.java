package org.anabranch.shell.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.logging.ConsoleHandler;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * A replacement of the console handlers of the log while a terminal is in use, so that a line of
 * the log does not run into a line that is being edited.
 */
public final class ConsoleLog extends Handler implements AutoCloseable {
    private final Consumer<String> lines;
    private final List<Handler> replaced = new ArrayList<>();
    private final Logger root = LogManager.getLogManager().getLogger("");

    public ConsoleLog(Consumer<String> lines) {
        this.lines = lines;
        for (Handler handler : root.getHandlers()) {
            if (handler instanceof ConsoleHandler) {
                replaced.add(handler);
                setFormatter(handler.getFormatter());
                setLevel(handler.getLevel());
                root.removeHandler(handler);
            }
        }
        if (!replaced.isEmpty()) {
            root.addHandler(this);
        }
    }

    @Override
    public void publish(LogRecord record) {
        if (isLoggable(record)) {
            getFormatter().format(record).stripTrailing().lines().forEach(lines);
        }
    }

    @Override
    public void flush() {
        // each line is printed as it comes
    }

    @Override
    public void close() {
        root.removeHandler(this);
        replaced.forEach(root::addHandler);
        replaced.clear();
    }
}
