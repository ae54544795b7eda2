package org.anabranch.opencl.command;

import org.anabranch.opencl.driver.ClStatus;
import org.anabranch.opencl.driver.OpenClException;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.support.BackendLog;

import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The detection of ends of a device's commands, lane by lane, and the calls of their completions.
 * Used by the poller alone. If a step finds no memory, the next sweep continues from there.
 */
final class CommandEndings {
    /** More than so many are left for the next time. */
    static final int MOST_AT_ONCE = 128;

    private final CommandDispatcher dispatcher;
    private final CommandLanes lanes;
    private final CommandStatus status;
    private final MemorySegment scratch;
    private final Optional<CommandTimes> timeline;
    private final EventTimes clock;
    // large enough, so that completions are called without allocation
    private final List<QueuedCommand> collected = new ArrayList<>(MOST_AT_ONCE);
    private final ArrayDeque<QueuedCommand> toTell = new ArrayDeque<>(4 * MOST_AT_ONCE);

    /** The number of collected commands that have been released. */
    private int gone;

    /** The number of completions called. Written by the poller. */
    private final AtomicLong told = new AtomicLong();

    private int telling;

    CommandEndings(
            CommandDispatcher dispatcher,
            CommandLanes lanes,
            CommandStatus status,
            MemorySegment scratch,
            Optional<CommandTimes> timeline) {
        this.dispatcher = dispatcher;
        this.lanes = lanes;
        this.status = status;
        this.scratch = scratch;
        this.timeline = timeline;
        this.clock = new EventTimes(dispatcher.device());
    }

    /**
     * Ends the commands that have ended since the last sweep, but not too many at a time, so that
     * completions are called while the driver goes on.
     *
     * @return how many have been ended
     */
    int sweep(boolean abandoned) {
        for (int before = -1; before < collected.size(); ) {
            before = collected.size();
            for (CommandLanes.Lane lane : lanes.all()) {
                collect(lane, abandoned);
            }
        }
        int count = collected.size();
        if (count == 0) {
            return 0;
        }
        for (QueuedCommand command : collected) {
            lookAgain(command);
        }
        dispatcher.end(collected);
        while (gone < count) {
            QueuedCommand command = collected.get(gone++);
            toTell.add(command);
            command.letGo();
        }
        collected.clear();
        gone = 0;
        return count;
    }

    /**
     * Collects from the oldest on; what follows a command of another lane may need a second look.
     */
    private void collect(CommandLanes.Lane lane, boolean abandoned) {
        QueuedCommand last = lane.collectedUpTo;
        QueuedCommand next = last == null ? lane.head() : last.nextOnLane;
        while (next != null
                && collected.size() < MOST_AT_ONCE
                && (abandoned ? canBeGivenUp(next) : hasEnded(next))) {
            collected.add(next);
            next.state = QueuedCommand.COLLECTED;
            lane.collectedUpTo = next;
            next = next.nextOnLane;
        }
    }

    /**
     * A copy of the driver's own from or to the program's memory is waited for a little longer, so
     * that it does not write what has been freed.
     */
    private boolean canBeGivenUp(QueuedCommand command) {
        return command.mayBeAbandoned()
                && (command.state != QueuedCommand.ENQUEUED
                        || !command.usesHostMemory()
                        || command.status(status, scratch) <= 0
                        || dispatcher.outOfPatience());
    }

    private boolean hasEnded(QueuedCommand command) {
        if (command.state == QueuedCommand.WAITING || !command.followsOnlyCollected()) {
            return false;
        }
        if (command.state != QueuedCommand.ENQUEUED) {
            return succeed(command);
        }
        int now = command.status(status, scratch);
        if (now > 0) {
            return false;
        }
        if (now < 0) {
            command.failure = failure(command, now);
            return true;
        }
        return command.finishOnHost() && succeed(command);
    }

    private static boolean succeed(QueuedCommand command) {
        command.succeeded = command.failure == null;
        return true;
    }

    private DeviceException failure(QueuedCommand command, int now) {
        OpenClException cause = new OpenClException(command.description(), now);
        if (ClStatus.endsContext(now)) {
            dispatcher.lose(cause);
            return dispatcher.end();
        }
        String alone = command.batch == null ? "" : ", or a launch just before or after it,";
        return new DeviceException(
                dispatcher.device() + ": " + command.description() + alone + " failed", cause);
    }

    /** For the last time: the event is given back with the end. */
    private void lookAgain(QueuedCommand command) {
        if (command.hasEntered() && command.state != QueuedCommand.ENDED) {
            timeline.ifPresent(times -> times.add(command));
            if (command.timed && command.succeeded) {
                clock.tell(command);
            }
            if (!command.succeeded && command.status(status, scratch) > 0) {
                command.leave();
            }
        }
    }

    /**
     * Calls the completions. May be called recursively, through a completion that closes the
     * device.
     */
    void tell() {
        for (QueuedCommand command = toTell.poll(); command != null; command = toTell.poll()) {
            telling++;
            tell(command);
            telling--;
            told.getAndIncrement();
        }
    }

    /** {@return the number of nested completions that the poller is in} */
    int telling() {
        return telling;
    }

    /** {@return the number of completions called} */
    long told() {
        return told.get();
    }

    private static void tell(QueuedCommand command) {
        try {
            if (command.failure == null) {
                command.completion.done();
            } else {
                command.completion.failed(command.failure);
            }
        } catch (Throwable broken) {
            BackendLog.say(
                    CommandEndings.class,
                    Level.ERROR,
                    "a completion threw, against its contract",
                    broken);
        }
    }
}
