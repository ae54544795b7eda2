package org.anabranch.opencl.command;

import org.anabranch.spi.DeviceException;
import org.anabranch.spi.NotStartedException;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The commands of a device that have not ended, by lane and by ticket. Guarded by the dispatcher's
 * lock, but for following a lane from its head, which the poller does without.
 */
final class CommandLanes {
    private final String device;
    private final List<Lane> lanes;
    private final LiveCommands live = new LiveCommands();
    private final FailedTickets failed = new FailedTickets();

    /** A lane: commands in the order of submission, linked from the oldest. */
    static final class Lane {
        private volatile QueuedCommand head;
        private QueuedCommand tail;

        /** The newest command that the poller has collected and not yet ended; its own. */
        QueuedCommand collectedUpTo;

        /** {@return the oldest command, or null} */
        QueuedCommand head() {
            return head;
        }
    }

    /** For when there is no memory to say which. */
    private final DeviceException notStarted;

    CommandLanes(String device, int count) {
        this.device = device;
        this.notStarted =
                new NotStartedException(
                        device + ": not run, because an operation before it failed", null);
        this.lanes = Stream.generate(Lane::new).limit(count).toList();
    }

    List<Lane> all() {
        return lanes;
    }

    /** Puts a command at the end of its lane and finds the commands that it must follow. */
    void register(QueuedCommand command, long[] after) {
        if (after.length > 0) {
            QueuedCommand[] found = new QueuedCommand[after.length];
            int count = 0;
            for (long ticket : after) {
                QueuedCommand one = live.get(ticket);
                if (one != null) {
                    found[count++] = one;
                } else if (command.failure == null && failed.get(ticket) != null) {
                    command.failure = notStarted(ticket, failed.get(ticket));
                }
            }
            command.after = count == found.length ? found : Arrays.copyOf(found, count);
        }
        Lane lane = lanes.get(command.lane);
        command.laneBefore = lane.tail;
        live.put(command);
        if (lane.tail == null) {
            lane.head = command;
        } else {
            lane.tail.nextOnLane = command;
        }
        lane.tail = command;
    }

    /**
     * {@return true if a lane is idle, and none of the tickets is under way or known to have
     * failed}
     */
    boolean isFree(int lane, long[] after) {
        QueuedCommand newest = lanes.get(lane).tail;
        if (newest != null && newest.state != QueuedCommand.ENDED) {
            return false;
        }
        for (long ticket : after) {
            if (live.get(ticket) != null || failed.get(ticket) != null) {
                return false;
            }
        }
        return true;
    }

    /** {@return the failure of a command that the driver was not given, since one before failed} */
    DeviceException notStarted(long ticket, Throwable cause) {
        try {
            return new NotStartedException(
                    device + ": not run, because operation #" + ticket + " before it failed",
                    cause);
        } catch (OutOfMemoryError full) {
            return notStarted;
        }
    }

    /** {@return the failure of a command that the driver may have run behind a failed one} */
    DeviceException misled(long ticket, Throwable cause) {
        return new DeviceException(
                device + ": undefined, because operation #" + ticket + " before it failed", cause);
    }

    /** A command is about to leave: notes if it has failed. */
    void note(QueuedCommand command) {
        if (command.failure != null) {
            failed.add(command.ticket, command.failure);
        }
    }

    /** A command has ended; {@link #cutCollected} takes it off its lane. Throws nothing. */
    void leave(QueuedCommand command) {
        live.remove(command.ticket);
        command.state = QueuedCommand.ENDED;
        command.forgetPast();
    }

    /** Takes what the poller has collected off the lanes. */
    void cutCollected() {
        for (Lane lane : lanes) {
            if (lane.collectedUpTo != null) {
                lane.head = lane.collectedUpTo.nextOnLane;
                lane.collectedUpTo = null;
                if (lane.head == null) {
                    lane.tail = null;
                }
            }
        }
    }
}
