package org.anabranch.stencil.shell;

import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Process;

import java.io.PrintStream;

/**
 * The output of a command.
 *
 * @param out results; the next command if there is a pipe
 * @param err messages besides the results
 * @param terminal true if a person reads the results at once
 */
record Output(PrintStream out, PrintStream err, boolean terminal) {

    static Output of(CommandSession session) {
        Process process = Process.Utils.current();
        return process == null
                ? new Output(session.getConsole(), System.err, false)
                : new Output(process.out(), process.err(), process.isTty(1));
    }
}
