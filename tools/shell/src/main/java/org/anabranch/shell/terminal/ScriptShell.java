package org.anabranch.shell.terminal;

import org.anabranch.shell.failure.Failure;
import org.apache.felix.gogo.runtime.EOFError;
import org.apache.felix.gogo.runtime.SyntaxError;
import org.apache.felix.service.command.CommandSession;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.Charset;

/**
 * Runs a script line by line as it comes, without prompts; the first line that fails ends it. A
 * line that ends within a block goes on in the next.
 */
public final class ScriptShell {
    private final CommandLine commands;
    private final PrintStream err;

    public ScriptShell(CommandSession session, PrintStream out, PrintStream err) {
        this.commands = new CommandLine(session, out, err);
        this.err = err;
    }

    /** {@return the status of the last line run} */
    public int run(InputStream script) throws IOException {
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(script, Charset.defaultCharset()));
        StringBuilder open = new StringBuilder();
        int status = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
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

    public static boolean isComplete(String text) {
        try {
            Statement.of(text);
            return true;
        } catch (EOFError more) {
            return false;
        } catch (SyntaxError wrong) {
            return true; // it is said when it is run
        }
    }
}
