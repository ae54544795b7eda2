package org.anabranch.stencil.shell;

import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Process;

import java.io.PrintStream;

/**
 * Where a command prints.
 *
 * @param out results; the next command where there is a pipe
 * @param err what is said beside them
 * @param terminal whether a person reads the results at once
 */
record Output(PrintStream out, PrintStream err, boolean terminal) {

    static Output of(CommandSession session) {
        Process process = Process.Utils.current();
        return process == null
                ? new Output(session.getConsole(), System.err, false)
                : new Output(process.out(), process.err(), process.isTty(1));
    }
}
