package org.anabranch.scheduler;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** The scheduler's log messages while this is open. */
final class Said implements AutoCloseable {
    private final Logger logger = Logger.getLogger("org.anabranch.scheduler");
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Handler handler =
            new Handler() {
                @Override
                public void publish(LogRecord entry) {
                    lines.add(String.valueOf(entry.getMessage()));
                }

                @Override
                public void flush() {}

                @Override
                public void close() {}
            };

    Said() {
        logger.addHandler(handler);
    }

    boolean has(String text) {
        return lines.stream().anyMatch(line -> line.contains(text));
    }

    /** The lines with this text. */
    List<String> with(String text) {
        return lines.stream().filter(line -> line.contains(text)).toList();
    }

    @Override
    public void close() {
        logger.removeHandler(handler);
    }
}
