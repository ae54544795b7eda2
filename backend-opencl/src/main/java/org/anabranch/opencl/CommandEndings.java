package org.anabranch.opencl;

import org.anabranch.spi.DeviceException;

import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Finds the ends of a device's commands, lane by lane, and tells them. Used by the poller alone.
 */
final class CommandEndings {
    private final CommandDispatcher dispatcher;
    private final CommandLanes lanes;
    private final CommandStatus status;
    private final MemorySegment scratch;
    private final Optional<Timeline> timeline;
    private final List<Command> collected = new ArrayList<>();
    private final Queue<Command> told = new ConcurrentLinkedQueue<>();

    CommandEndings(
            CommandDispatcher dispatcher,
            CommandLanes lanes,
            CommandStatus status,
            MemorySegment scratch,
            Optional<Timeline> timeline) {
        this.dispatcher = dispatcher;
        this.lanes = lanes;
        this.status = status;
        this.scratch = scratch;
        this.timeline = timeline;
    }

    /** {@return whether anything has ended since the last time} */
    boolean sweep(boolean abandoned) {
        for (int before = -1; before < collected.size(); ) {
            before = collected.size();
            lanes.all().forEach(lane -> collect(lane, abandoned));
        }
        if (collected.isEmpty()) {
            return false;
        }
        dispatcher.end(collected);
        collected.forEach(this::letGo);
        collected.clear();
        return true;
    }

    /**
     * Collects from the oldest on; what follows a command of another lane may need a second look.
     */
    private void collect(CommandLanes.Lane lane, boolean abandoned) {
        Command last = lane.collectedUpTo;
        Command next = last == null ? lane.head() : last.nextOnLane;
        while (next != null && (abandoned ? next.mayBeAbandoned() : hasEnded(next))) {
            next.state = Command.COLLECTED;
            collected.add(next);
            lane.collectedUpTo = next;
            next = next.nextOnLane;
        }
    }

    private boolean hasEnded(Command command) {
        if (command.state == Command.WAITING || !command.followsOnlyCollected()) {
            return false;
        }
        if (command.state != Command.ENQUEUED) {
            command.succeeded = command.failure == null;
            return true;
        }
        int now = status.of(command.event, scratch);
        if (now > 0) {
            return false;
        }
        if (now < 0) {
            command.failure = failure(command, now);
            return true;
        }
        command.succeeded = command.finishOnHost();
        return command.succeeded;
    }

    private DeviceException failure(Command command, int now) {
        OpenClException cause = new OpenClException(command.description(), now);
        if (ClStatus.endsContext(now)) {
            dispatcher.lose(cause);
            return dispatcher.end();
        }
        return new DeviceException(
                dispatcher.device() + ": " + command.description() + " failed", cause);
    }

    private void letGo(Command command) {
        if (command.event != 0) {
            timeline.ifPresent(times -> times.add(command));
            ClCommands.releaseEvent(command.event);
        }
        command.letGo();
        told.add(command);
    }

    /**
     * Tells what has ended. May come back to itself through a completion that closes the device.
     *
     * @param untold one less for each, after it has been told
     */
    void tell(AtomicInteger untold) {
        for (Command command = told.poll(); command != null; command = told.poll()) {
            tell(command);
            untold.decrementAndGet();
        }
    }

    private static void tell(Command command) {
        try {
            if (command.failure == null) {
                command.completion.done();
            } else {
                command.completion.failed(command.failure);
            }
        } catch (Throwable broken) {
            System.getLogger(CommandEndings.class.getName())
                    .log(Level.ERROR, "a completion threw, against its contract", broken);
        }
    }
}
