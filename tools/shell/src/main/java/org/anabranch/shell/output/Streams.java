package org.anabranch.shell.output;

import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Process;

import java.io.PrintStream;

/**
 * The output streams of a command.
 *
 * @param out results; the next command where there is a pipe
 * @param err failures
 */
public record Streams(PrintStream out, PrintStream err) {

    public static Streams of(CommandSession session) {
        Process process = Process.Utils.current();
        return process == null
                ? new Streams(session.getConsole(), System.err)
                : new Streams(process.out(), process.err());
    }
}
