package org.anabranch.opencl.command;

import org.anabranch.opencl.driver.ClHandle;
import org.anabranch.opencl.driver.OpenClException;
import org.anabranch.spi.support.BackendLog;

import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.Objects;

/**
 * Queues that record when their commands run, each opened by the first command that asks for its
 * times: with some drivers recording costs more than the command. Used under the dispatcher's lock,
 * except for {@link #close}.
 */
public final class RecordingQueues {
    private final Opener opener;
    private final ClHandle[] opened;
    private boolean refused;

    /** A factory of queues that record times. */
    public interface Opener {
        ClHandle open() throws OpenClException;
    }

    /** Prepares a number of queues, opens none. */
    public RecordingQueues(int count, Opener opener) {
        this.opener = opener;
        this.opened = new ClHandle[count];
    }

    /** Returns true if there is such a queue, or it could be opened. */
    boolean has(int number) {
        if (opened[number] == null && !refused) {
            try {
                opened[number] = opener.open();
            } catch (OpenClException refusal) {
                refused = true;
                BackendLog.say(
                        RecordingQueues.class,
                        Level.WARNING,
                        "a queue that records times could not be opened",
                        refusal);
            }
        }
        return opened[number] != null;
    }

    boolean isOpen(int number) {
        return opened[number] != null;
    }

    /** {@return an open queue} */
    ClHandle get(int number) {
        return opened[number];
    }

    void close() {
        Arrays.stream(opened).filter(Objects::nonNull).forEach(ClHandle::release);
    }
}
