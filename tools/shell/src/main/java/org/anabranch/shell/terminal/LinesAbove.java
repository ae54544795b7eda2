package org.anabranch.shell.terminal;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.util.function.Consumer;

/** Cuts what is printed into lines. */
public final class LinesAbove extends OutputStream {
    private final Consumer<String> lines;
    private final ByteArrayOutputStream open = new ByteArrayOutputStream();

    public LinesAbove(Consumer<String> lines) {
        this.lines = lines;
    }

    @Override
    public synchronized void write(int c) {
        if (c == '\n') {
            lines.accept(open.toString(Charset.defaultCharset()));
            open.reset();
        } else if (c != '\r') {
            open.write(c);
        }
    }
}
