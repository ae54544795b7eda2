package org.anabranch.shell.terminal;

import org.jline.reader.LineReader;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A detector of a terminal that is gone without a signal. Under {@code nohup} the shell ignores the
 * signal, and reads of a terminal that is gone return nothing, for ever. Checks once in a second,
 * only while a line is being read: a running command goes on to its end.
 */
final class HangUpWatch implements AutoCloseable {
    private static final long INTERVAL_MILLIS = 1000;

    private final boolean had = isThere();
    private final LineReader reader;
    private final Runnable gone;
    private final Thread thread;

    /**
     * Begins to check.
     *
     * @param gone called once, in a thread of its own
     */
    HangUpWatch(LineReader reader, Runnable gone) {
        this.reader = reader;
        this.gone = gone;
        this.thread = Thread.ofPlatform().daemon().name("terminal watch").start(this::look);
    }

    private void look() {
        try {
            while (true) {
                Thread.sleep(INTERVAL_MILLIS);
                if (had && reader.isReading() && isGone()) {
                    gone.run();
                    return;
                }
            }
        } catch (InterruptedException end) {
            return;
        }
    }

    /** {@return true if this process has a terminal that would signal its end} */
    static boolean isThere() {
        return opens("/dev/tty");
    }

    /**
     * {@return true if there is no terminal; a file that always opens rules out too many open files
     * as the reason}
     */
    static boolean isGone() {
        return !isThere() && opens("/dev/null");
    }

    private static boolean opens(String name) {
        try {
            Files.newByteChannel(Path.of(name)).close();
            return true;
        } catch (IOException closed) {
            return false;
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
