package org.anabranch.shell.terminal;

import org.anabranch.shell.failure.Failure;
import org.jline.reader.LineReader;
import org.jline.reader.impl.history.DefaultHistory;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The history of a shell, in a file that all shells of a user share. Where the file cannot be read
 * the history is that of this shell alone; where it cannot be written what comes is lost. Either is
 * said once.
 */
final class HistoryFile extends DefaultHistory {
    private LineReader reader;
    private boolean said;

    /** {@return where it is kept} */
    static Path place() {
        String state = System.getenv("XDG_STATE_HOME");
        Path folder =
                state == null || state.isBlank()
                        ? Path.of(System.getProperty("user.home"), ".local", "state")
                        : Path.of(state);
        return folder.resolve("anabranch").resolve("history");
    }

    @Override
    public void attach(LineReader whose) {
        reader = whose;
        super.attach(whose);
    }

    @Override
    public void load() {
        try {
            super.load();
        } catch (IOException | RuntimeException unreadable) {
            reader.getVariables().remove(LineReader.HISTORY_FILE); // it is left as it is
            say("cannot be read", unreadable);
        }
    }

    @Override
    public void save() {
        try {
            super.save();
        } catch (IOException | RuntimeException unwritable) {
            say("cannot be written", unwritable);
        }
    }

    private void say(String what, Exception why) {
        if (!said) {
            said = true;
            reader.printAbove(
                    "the history of this shell is not kept, its file %s: %s"
                            .formatted(what, Failure.sentence(why)));
        }
    }
}
