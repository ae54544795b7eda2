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
public record CommandStreams(PrintStream out, PrintStream err) {

    public static CommandStreams of(CommandSession session) {
        Process process = Process.Utils.current();
        return process == null
                ? new CommandStreams(session.getConsole(), System.err)
                : new CommandStreams(process.out(), process.err());
    }
}
