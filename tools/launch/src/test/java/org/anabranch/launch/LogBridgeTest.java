package org.anabranch.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.anabranch.launch.log.LogBridge;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.service.log.LogEntry;
import org.osgi.service.log.LogLevel;
import org.osgi.service.log.LogListener;
import org.osgi.service.log.LogReaderService;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

class LogBridgeTest {
    private final List<String> seen = new ArrayList<>();
    private final Logger root = Logger.getLogger("");
    private final Handler handler =
            new Handler() {
                @Override
                public void publish(LogRecord entry) {
                    seen.add(
                            entry.getLevel()
                                    + " "
                                    + entry.getLoggerName()
                                    + " "
                                    + entry.getMessage());
                }

                @Override
                public void flush() {}

                @Override
                public void close() {}
            };

    @BeforeEach
    void listen() {
        handler.setLevel(Level.ALL);
        root.addHandler(handler);
    }

    @AfterEach
    void leave() {
        root.removeHandler(handler);
    }

    @Test
    void historyIsReplayedOldestFirstAndNothingTwice() {
        Log log = new Log();
        log.add(entry(1, "acme.A", LogLevel.ERROR, "failed to activate"));
        log.add(entry(2, "acme.B", LogLevel.WARN, "odd"));
        new LogBridge(log);
        log.add(entry(2, "acme.B", LogLevel.WARN, "odd"));
        log.add(entry(3, "acme.C", LogLevel.INFO, "later"));
        assertEquals(
                List.of(
                        "SEVERE acme.A [acme] failed to activate",
                        "WARNING acme.B [acme] odd",
                        "INFO acme.C [acme] later"),
                seen);
    }

    @Test
    void eventsOfTheFrameworkAreNoiseUnlessTheyWarn() {
        Log log = new Log();
        log.add(entry(1, "Events.Bundle", LogLevel.INFO, "BundleEvent STARTED"));
        log.add(entry(2, "Events.Framework", LogLevel.ERROR, "FrameworkEvent ERROR"));
        new LogBridge(log);
        assertEquals(List.of("SEVERE Events.Framework [acme] FrameworkEvent ERROR"), seen);
    }

    private static LogEntry entry(long sequence, String logger, LogLevel level, String message) {
        return proxy(
                LogEntry.class,
                (method) ->
                        switch (method) {
                            case "getSequence" -> sequence;
                            case "getLoggerName" -> logger;
                            case "getLogLevel" -> level;
                            case "getMessage" -> message;
                            case "getBundle" -> proxy(Bundle.class, asked -> "acme");
                            default -> null;
                        });
    }

    private interface Answers {
        Object to(String method);
    }

    private static <T> T proxy(Class<T> type, Answers answers) {
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        (proxy, method, arguments) -> answers.to(method.getName())));
    }

    private static final class Log implements LogReaderService {
        private final List<LogEntry> entries = new ArrayList<>();
        private final List<LogListener> listeners = new ArrayList<>();

        void add(LogEntry entry) {
            entries.addFirst(entry);
            listeners.forEach(listener -> listener.logged(entry));
        }

        @Override
        public void addLogListener(LogListener listener) {
            listeners.add(listener);
        }

        @Override
        public void removeLogListener(LogListener listener) {
            listeners.remove(listener);
        }

        @Override
        public Enumeration<LogEntry> getLog() {
            return Collections.enumeration(entries);
        }
    }
}
