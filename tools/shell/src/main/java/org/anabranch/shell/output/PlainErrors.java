package org.anabranch.shell.output;

import org.anabranch.shell.failure.Failure;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An error stream on which the failure of a command within a pipe, which Gogo prints by itself with
 * the name of its type, is the sentence alone. Everything else passes as it comes.
 */
public final class PlainErrors extends OutputStream {
    private static final byte[] MARK = "gogo: ".getBytes(StandardCharsets.US_ASCII);
    private static final Pattern FAILURE = Pattern.compile("gogo: \\w+: (.*)");

    private final OutputStream to;
    private final Predicate<String> isJob;
    private final ByteArrayOutputStream held = new ByteArrayOutputStream();

    /**
     * The number of characters of the mark that the line has matched; -1 if it cannot be one of
     * Gogo's.
     */
    private int matched;

    public PlainErrors(OutputStream to) {
        this(to, word -> false);
    }

    /** Knows the names of jobs, for who takes one for a command. */
    public PlainErrors(OutputStream to, Predicate<String> isJob) {
        this.to = to;
        this.isJob = isJob;
    }

    @Override
    public synchronized void write(int c) throws IOException {
        boolean holds = matched >= 0 && (matched >= MARK.length || c == MARK[matched]);
        if (holds && c != '\n') {
            held.write(c);
            matched++;
            return;
        }
        release();
        to.write(c);
        matched = c == '\n' ? 0 : -1;
    }

    private void release() throws IOException {
        String line = held.toString(Charset.defaultCharset());
        held.reset();
        Matcher failure = FAILURE.matcher(line);
        String said = failure.matches() ? "error: " + Failure.plain(failure.group(1), isJob) : line;
        to.write(said.getBytes(Charset.defaultCharset()));
    }

    @Override
    public synchronized void flush() throws IOException {
        to.flush();
    }
}
