package org.anabranch.opencl.command;

import java.util.ArrayDeque;
import java.util.Iterator;

/**
 * The commands of a device that the driver has not been given. What cannot begin yet is held back
 * while the driver has enough to do, and reaches it in bursts: commands that reach a driver one by
 * one are dearer, since each may find its threads asleep, or in the way. Used under the
 * dispatcher's lock.
 */
final class CommandBacklog {
    /** How many are looked at to find some that can begin. */
    private static final int LOOK_AHEAD = 64;

    /**
     * So many commands are held back at most while the driver is busy. None where it has no
     * processor of its own to be busy on.
     */
    private static final int BURST = Runtime.getRuntime().availableProcessors() > 1 ? 64 : 1;

    private final DriverFeed feed;
    private final Runnable retry;
    private final ArrayDeque<Command> commands = new ArrayDeque<>();

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

    void add(Command command) {
        if (feed.isBusy() && !command.followsOnlyEnded()) {
            commands.add(command);
            if (++held >= BURST) {
                drain();
            }
        } else if (held == 0 && feed.hasRoom() && mayBegin(command)) {
            feed.enqueue(command);
        } else {
            commands.add(command);
            drain();
        }
    }

    private boolean mayBegin(Command command) {
        return command.ready && command.followsOnlyEnqueued() && command.mayEnter(retry);
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
        if (commands.isEmpty()) {
            return;
        }
        int looked = 0;
        Iterator<Command> all = commands.iterator();
        while (all.hasNext() && (feed.end() != null || looked < LOOK_AHEAD && feed.hasRoom())) {
            Command command = all.next();
            if (feed.end() != null ? command.ready : mayBegin(command)) {
                all.remove();
                feed.enqueue(command);
            } else {
                looked++;
            }
        }
    }
}
