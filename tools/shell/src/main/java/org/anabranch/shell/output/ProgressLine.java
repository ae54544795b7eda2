package org.anabranch.shell.output;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * The last line of a terminal while a job runs there, written again and again: how far the job is.
 * What else is printed meanwhile goes through {@link #above}, and stands above it. Short jobs never
 * show it, and nothing of it stays.
 */
public final class ProgressLine implements AutoCloseable {
    /** A job that ends sooner needs none. */
    private static final Duration FIRST = Duration.ofSeconds(2);

    /** The characters that the terminal itself adds to the line. */
    private static final String ECHO = "^C";

    private static final Duration INTERVAL = Duration.ofMillis(500);

    private final OutputStream terminal;
    private final Charset charset;
    private final IntSupplier columns;
    private final Supplier<String> text;
    private final Thread painter;
    private int shown;
    private boolean atLineStart = true;
    private boolean closed;

    /**
     * Begins to show it.
     *
     * @param terminal shows the line
     * @param columns gives the current width
     * @param text gives the current text; an empty one is not shown
     */
    public ProgressLine(
            OutputStream terminal, Charset charset, IntSupplier columns, Supplier<String> text) {
        this.terminal = terminal;
        this.charset = charset;
        this.columns = columns;
        this.text = text;
        this.painter = Thread.ofPlatform().daemon().name("progress").unstarted(this::paint);
    }

    public ProgressLine start() {
        painter.start();
        return this;
    }

    private void paint() {
        try {
            Thread.sleep(FIRST);
            while (true) {
                show();
                Thread.sleep(INTERVAL);
            }
        } catch (InterruptedException end) {
            return;
        }
    }

    /** Writes the line anew. */
    public synchronized void show() {
        String now = closed || !atLineStart ? "" : text.get();
        int room = Math.max(0, columns.getAsInt() - 1);
        String line = now.length() <= room ? now : now.substring(0, room);
        if (!line.isEmpty()) {
            write("\r" + line + " ".repeat(Math.max(0, Math.min(room, shown) - line.length())));
            shown = line.length();
        } else {
            erase();
        }
    }

    private void erase() {
        if (shown > 0) {
            int seen = Math.min(shown + ECHO.length(), Math.max(0, columns.getAsInt() - 1));
            write("\r" + " ".repeat(seen) + "\r");
            shown = 0;
        }
    }

    private void write(String what) {
        try {
            terminal.write(what.getBytes(charset));
            terminal.flush();
        } catch (IOException gone) {
            closed = true; // no reader is left
        }
    }

    /**
     * {@return the same stream, or another to the same terminal, which removes this line before it
     * prints}
     */
    public PrintStream above(PrintStream way) {
        return new PrintStream(new Above(way), true, charset);
    }

    /** Another stream to the same terminal. */
    private final class Above extends FilterOutputStream {
        Above(OutputStream way) {
            super(way);
        }

        @Override
        public void write(int c) throws IOException {
            write(new byte[] {(byte) c}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            if (length > 0) {
                print(out, bytes, from, length);
            }
        }

        /** The terminal goes on. */
        @Override
        public void close() throws IOException {
            out.flush();
        }
    }

    private synchronized void print(OutputStream way, byte[] bytes, int from, int length)
            throws IOException {
        erase();
        way.write(bytes, from, length);
        way.flush();
        atLineStart = bytes[from + length - 1] == '\n';
    }

    /** Takes the line away for good. */
    @Override
    public void close() {
        painter.interrupt();
        synchronized (this) {
            erase();
            closed = true;
        }
    }
}
