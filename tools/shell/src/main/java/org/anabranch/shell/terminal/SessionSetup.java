package org.anabranch.shell.terminal;

import org.anabranch.shell.commands.JobDirectory;
import org.anabranch.shell.output.Screen;
import org.apache.felix.service.command.CommandSession;
import org.osgi.framework.BundleContext;

/**
 * The setup of every session: our commands win over others of the same name, and methods of the
 * framework such as {@code bundles} are commands, too.
 *
 * @param context of this bundle, or null outside of a framework
 * @param jobs of all bundles
 */
public record SessionSetup(BundleContext context, JobDirectory jobs) {

    public void apply(CommandSession session) throws Exception {
        apply(session, false);
    }

    /**
     * Sets a session up.
     *
     * @param goesOn true if another generation of the shell has begun it: what the user has set
     *     stays
     */
    void apply(CommandSession session, boolean goesOn) throws Exception {
        jobs.in(session);
        if (goesOn) {
            return;
        }
        session.put("SCOPE", "anabranch:gogo:*");
        session.put("prompt", "anabranch> ");
        if (!Screen.of(session).isTerminal()) {
            session.put("GREP_COLORS", "zz=0"); // else grep takes any output for a terminal
        }
        if (context != null) {
            session.execute("addcommand context ${.context}");
        }
    }
}
