package org.anabranch.shell.terminal;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** The output of a terminal, flushed after each write, which JLine's own is not. */
public final class PromptOutput extends FilterOutputStream {
    public PromptOutput(OutputStream terminal) {
        super(terminal);
    }

    @Override
    public synchronized void write(int c) throws IOException {
        out.write(c);
        out.flush();
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int length) throws IOException {
        out.write(bytes, from, length);
        out.flush();
    }

    /** The session ends; the terminal goes on. */
    @Override
    public void close() throws IOException {
        out.flush();
    }
}
