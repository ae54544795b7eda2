package org.anabranch.shell.terminal;

import org.anabranch.shell.failure.Failure;
import org.apache.felix.gogo.runtime.EOFError;
import org.apache.felix.gogo.runtime.SyntaxError;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;

/**
 * A shell that runs a script line by line as it comes, without prompts; the first line that fails
 * ends it. A line that ends within a block goes on in the next.
 */
public record ScriptShell(CommandLine commands, PrintStream err) {

    /**
     * Runs a script to its end or to the first line that fails.
     *
     * @param rest commands to be run before, or null
     * @return the status of the last line run
     */
    public int run(String rest, InputStream script) throws IOException {
        int status = rest == null ? 0 : commands.program(rest);
        if (commands.hasThrown()) {
            return status;
        }
        StringBuilder open = new StringBuilder();
        for (String line = line(script); line != null; line = line(script)) {
            open.append(line).append('\n');
            if (!isComplete(open.toString())) {
                continue;
            }
            status = commands.program(open.toString().stripTrailing());
            open.setLength(0);
            if (commands.hasThrown()) {
                return status;
            }
        }
        if (!open.toString().isBlank()) {
            err.println("error: the script ends within: " + open.toString().strip());
            return Failure.USAGE;
        }
        return status;
    }

    /** Returns the next line, or null; reads no further, since another may read the rest. */
    private static String line(InputStream script) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int next = script.read();
        if (next < 0) {
            return null;
        }
        for (; next >= 0 && next != '\n'; next = script.read()) {
            bytes.write(next);
        }
        String line = bytes.toString(Charset.defaultCharset());
        return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
    }

    public static boolean isComplete(String text) {
        try {
            ShellStatement.of(text);
            return true;
        } catch (EOFError more) {
            return false;
        } catch (SyntaxError wrong) {
            return true; // it is said when it is run
        }
    }
}
