package org.anabranch.shell.terminal;

import org.jline.reader.LineReader;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Notices that the terminal is gone where no signal says so: whoever starts the shell by {@code
 * nohup} has it ignore the signal, and a read of a terminal that is gone gives nothing, again and
 * again, without an end. Looks once in a second, only while a line is being read: a command that
 * runs goes on to its end.
 */
final class HangUpWatch implements AutoCloseable {
    private static final long INTERVAL_MILLIS = 1000;

    private final boolean had = isThere();
    private final LineReader reader;
    private final Runnable gone;
    private final Thread thread;

    /**
     * Begins to look.
     *
     * @param gone told once, in a thread of its own
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

    /** {@return whether this process has a terminal that would signal its end} */
    static boolean isThere() {
        return opens("/dev/tty");
    }

    /** {@return whether there is none; what always opens tells that from too many open files} */
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
