package org.anabranch.loops.shell;

import org.anabranch.api.ProgramException;
import org.anabranch.loops.LoopRun;
import org.anabranch.loops.Loops;
import org.anabranch.loops.lift.Refusal;
import org.anabranch.loops.run.BodyListing;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import java.util.List;

/** The commands {@code loops:explain} and {@code loops:recent}. */
@Component(immediate = true, service = LoopCommands.class)
@GogoCommand(
        scope = "loops",
        function = {"explain", "recent"})
public final class LoopCommands {
    private final BundleContext context;
    private final Loops loops;

    /**
     * Starts.
     *
     * @param context finds classes in bundles
     * @param loops knows what ran
     */
    @Activate
    public LoopCommands(BundleContext context, @Reference Loops loops) {
        this.context = context;
        this.loops = loops;
    }

    /**
     * Explains the loop bodies of a class.
     *
     * @param session where to print
     * @param name class, or class and method
     */
    @Descriptor(
            "says what the loop bodies of a class touch, or why they cannot be lifted, and the"
                    + " verdicts of their last calls: loops:explain CLASS[.METHOD]")
    public void explain(CommandSession session, String name) {
        Class<?> type = find(name);
        String method = "";
        if (type == null && name.lastIndexOf('.') > 0) {
            method = name.substring(name.lastIndexOf('.') + 1);
            type = find(name.substring(0, name.lastIndexOf('.')));
        }
        if (type == null) {
            throw new ProgramException("loops:explain: no bundle has a class " + name);
        }
        List<String> lines;
        try {
            lines = BodyListing.of(type, method);
        } catch (Refusal refusal) {
            throw new ProgramException("loops:explain: " + refusal.getMessage(), refusal);
        }
        if (lines.isEmpty()) {
            throw new ProgramException("loops:explain: " + name + " has no loop body");
        }
        lines.forEach(session.getConsole()::println);
        String prefix = type.getName() + "." + method;
        for (LoopRun run : loops.recent()) {
            if (run.name().startsWith(prefix)) {
                print(session, run);
            }
        }
        session.getConsole().flush();
    }

    /**
     * Lists the bodies that ran last.
     *
     * @param session where to print
     */
    @Descriptor("lists how the loop bodies that ran last did so, and why")
    public void recent(CommandSession session) {
        loops.recent().forEach(run -> print(session, run));
        session.getConsole()
                .println(
                        loops.ranParallel()
                                + " loops ran in parallel, "
                                + loops.ranInOrder()
                                + " in order");
        session.getConsole().flush();
    }

    private static void print(CommandSession session, LoopRun run) {
        session.getConsole().println(run + " [" + run.verdict().kind() + "]");
        run.verdict().conflicts().forEach(one -> session.getConsole().println("  " + one));
    }

    private Class<?> find(String name) {
        for (Bundle bundle : context.getBundles()) {
            try {
                Class<?> found = bundle.loadClass(name);
                if (!found.getName().startsWith("java.")) {
                    return found;
                }
            } catch (ClassNotFoundException | LinkageError | IllegalStateException other) {
                continue;
            }
        }
        return null;
    }
}
