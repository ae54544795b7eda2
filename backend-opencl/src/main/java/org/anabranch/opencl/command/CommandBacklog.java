package org.anabranch.opencl.command;

/**
 * The commands of a device that the driver has not been given. What cannot begin yet is held back
 * while the driver has enough to do, and reaches it in bursts: commands that reach a driver one by
 * one are dearer, since each may find its threads asleep, or in the way. Used under the
 * dispatcher's lock.
 *
 * <p>Nothing here throws or takes memory, since the lanes have the commands already. So they are
 * linked, from the oldest.
 */
final class CommandBacklog {
    /** The number of commands examined to find some that can begin. */
    private static final int LOOK_AHEAD = 64;

    /**
     * So many commands are held back at most while the driver is busy. None where it has no
     * processor of its own to be busy on.
     */
    private static final int BURST = Runtime.getRuntime().availableProcessors() > 1 ? 64 : 1;

    private final DriverFeed feed;
    private final Runnable retry;
    private QueuedCommand oldest;
    private QueuedCommand newest;

    /** Commands held back, all of them in here. */
    private int held;

    /**
     * Starts empty.
     *
     * @param retry called when what other devices do lets a command begin
     */
    CommandBacklog(DriverFeed feed, Runnable retry) {
        this.feed = feed;
        this.retry = retry;
    }

    void add(QueuedCommand command) {
        if (feed.isBusy() && !command.followsOnlyEnded()) {
            append(command);
            if (++held >= BURST) {
                drain();
            }
        } else if (held == 0 && feed.hasRoom() && mayBegin(command)) {
            feed.enqueue(command);
        } else {
            append(command);
            drain();
        }
    }

    /**
     * Returns true if it can be given to the driver, or has failed, if that cannot be determined.
     */
    private boolean mayBegin(QueuedCommand command) {
        if (!command.ready || !command.followsOnlyEnqueued()) {
            return false;
        }
        try {
            return command.mayEnter(retry);
        } catch (RuntimeException | Error broken) {
            command.failure = broken;
            return true;
        }
    }

    private void append(QueuedCommand command) {
        if (newest == null) {
            oldest = command;
        } else {
            newest.nextInBacklog = command;
        }
        newest = command;
    }

    private void remove(QueuedCommand command, QueuedCommand before) {
        if (before == null) {
            oldest = command.nextInBacklog;
        } else {
            before.nextInBacklog = command.nextInBacklog;
        }
        if (newest == command) {
            newest = before;
        }
        command.nextInBacklog = null;
    }

    /** Some commands have ended. */
    void refill() {
        if (held == 0 || !feed.isBusy()) {
            drain();
        }
    }

    /** Gives the driver what can begin, and fails the rest if everything fails. */
    void drain() {
        held = 0;
        int looked = 0;
        QueuedCommand before = null;
        QueuedCommand command = oldest;
        while (command != null && (feed.end() != null || looked < LOOK_AHEAD && feed.hasRoom())) {
            QueuedCommand next = command.nextInBacklog;
            if (feed.end() != null ? command.ready : mayBegin(command)) {
                remove(command, before);
                feed.enqueue(command);
            } else {
                before = command;
                looked++;
            }
            command = next;
        }
    }
}
