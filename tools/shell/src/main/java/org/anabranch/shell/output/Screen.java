package org.anabranch.shell.output;

import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Process;

/**
 * The screen that shows the output of a command.
 *
 * @param columns of the terminal, or 0 if the output goes to a file or a pipe
 */
public record Screen(int columns) {
    private static final int READABLE = 100;
    private static final int NARROWEST = 40;

    /** A file or a pipe. */
    public static final Screen NONE = new Screen(0);

    /** Of the session; absent where there is no terminal. */
    public static final String COLUMNS = "COLUMNS";

    /** {@return where the calling command prints} */
    public static Screen of(CommandSession session) {
        Process process = Process.Utils.current();
        if (process != null && !process.isTty(1)) {
            return new Screen(0);
        }
        String columns = String.valueOf(session.get(COLUMNS));
        return new Screen(columns.matches("[1-9][0-9]{0,3}") ? Integer.parseInt(columns) : 0);
    }

    public boolean isTerminal() {
        return columns > 0;
    }

    /** {@return columns for a table: as many as it wants if no terminal limits it} */
    public int table() {
        return columns == 0 ? Integer.MAX_VALUE : Math.max(columns, NARROWEST);
    }

    /** {@return columns for sentences} */
    public int prose() {
        return columns == 0 ? READABLE : Math.clamp(columns, NARROWEST, READABLE);
    }
}
