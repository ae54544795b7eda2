package org.anabranch.shell.commands;

import org.anabranch.shell.failure.LeaveException;
import org.anabranch.shell.failure.UsageException;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.osgi.framework.FrameworkUtil;
import org.osgi.service.component.annotations.Component;

/** The commands {@code exit}, {@code quit} and {@code version}. */
@Component(immediate = true, service = ShellCommands.class)
@GogoCommand(
        scope = "anabranch",
        function = {"exit", "quit", "version"})
public final class ShellCommands {
    private static final int HIGHEST = 255;

    /**
     * Leaves.
     *
     * @param words the status, or nothing
     */
    @Descriptor("leaves the shell; devices are closed first")
    @Manual(words = "[<status>]")
    public void exit(String[] words) {
        leave("exit", words);
    }

    /**
     * Leaves.
     *
     * @param words the status, or nothing
     */
    @Descriptor("leaves the shell, as exit does")
    @Manual(words = "[<status>]")
    public void quit(String[] words) {
        leave("quit", words);
    }

    private static void leave(String command, String[] words) {
        if (words.length > 1) {
            throw new UsageException(command + " takes one status from 0 to 255, or nothing");
        }
        String status = words.length == 0 ? "0" : words[0];
        if (!status.matches("[0-9]{1,3}") || Integer.parseInt(status) > HIGHEST) {
            throw new UsageException(
                    command + " takes a status from 0 to 255, not '" + status + "'");
        }
        throw new LeaveException(Integer.parseInt(status));
    }

    /**
     * Names the version.
     *
     * @param words none
     * @return versions of Anabranch and of Java
     */
    @Descriptor("prints the version of Anabranch and of Java")
    public String version(String[] words) {
        Words.rejectAll("version", words);
        var bundle = FrameworkUtil.getBundle(ShellCommands.class);
        return "Anabranch %s, Java %s"
                .formatted(bundle == null ? "unpackaged" : bundle.getVersion(), Runtime.version());
    }
}
