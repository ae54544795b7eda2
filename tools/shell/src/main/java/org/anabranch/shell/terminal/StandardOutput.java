package org.anabranch.shell.terminal;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/**
 * Standard output, which remembers the first write that failed: streams for printing keep that to
 * themselves, and what a job found would be lost without a word.
 */
final class StandardOutput extends OutputStream {
    private final OutputStream to = new FileOutputStream(FileDescriptor.out);
    private IOException failure;

    @Override
    public void write(int c) throws IOException {
        write(new byte[] {(byte) c}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int length) throws IOException {
        try {
            to.write(bytes, from, length);
        } catch (IOException lost) {
            failure = failure == null ? lost : failure;
            throw lost;
        }
    }

    /**
     * {@return the reason why output was lost; empty if the reader has closed its end of the pipe}
     */
    synchronized Optional<String> loss() {
        return Optional.ofNullable(failure)
                .map(lost -> String.valueOf(lost.getMessage()))
                .filter(text -> !text.contains("Broken pipe"));
    }
}
