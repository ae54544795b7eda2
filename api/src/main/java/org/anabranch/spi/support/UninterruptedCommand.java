package org.anabranch.spi.support;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A command for a child process that ignores SIGINT from its first instruction on. A terminal sends
 * SIGINT to each process of its foreground group on Ctrl-C, and a child of the runtime belongs to
 * that group: the Ctrl-C that cancels a job would end the child, too. Everything else is as without
 * it: the process id is that of the command, and a stop or hang-up of the terminal reaches it.
 */
public final class UninterruptedCommand {
    private static final Path SHELL = Path.of("/bin/sh");

    private UninterruptedCommand() {}

    /**
     * Wraps a command. A signal that is ignored stays so across {@code exec}, and a Java virtual
     * machine does not handle a SIGINT that it was started to ignore.
     *
     * @param command the program and its arguments
     * @return what {@link ProcessBuilder} is to start; the same command on a system that has no
     *     {@code /bin/sh}
     */
    public static List<String> of(List<String> command) {
        if (!Files.isExecutable(SHELL)) {
            return command;
        }
        List<String> wrapped = new ArrayList<>();
        wrapped.add(SHELL.toString());
        wrapped.add("-c");
        wrapped.add("trap '' INT; exec \"$@\"");
        wrapped.add("sh");
        wrapped.addAll(command);
        return wrapped;
    }
}
