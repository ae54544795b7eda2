package org.anabranch.opencl.command;

import org.anabranch.opencl.driver.ClCommands;
import org.anabranch.opencl.driver.ClStatus;
import org.anabranch.opencl.driver.OpenClException;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceLostException;

import java.lang.foreign.MemorySegment;

/**
 * The submission of commands: gives them to the driver, each with the events of those that it must
 * follow, and takes back what they have used. When the device is gone everything fails from then
 * on. Used under the dispatcher's lock, if nothing else is said.
 */
final class DriverFeed {
    /** With so many commands the driver has enough to do until it is given more. */
    private static final int BUSY = 48;

    private final String device;
    private final CommandQueues queues;
    private final CommandLanes lanes;
    private final int limit;
    private final boolean deviceTimes;
    private final Submission submission = new Submission();
    private final SpentEvents spent = new SpentEvents();
    private int enqueued;

    /** Why everything fails, or null. Written under the lock. */
    private volatile DeviceException end;

    /** When that was, by {@link System#nanoTime}. Written before it. */
    private volatile long ended;

    /** True if the driver may hold back commands. Written under the lock. */
    private volatile boolean unflushed;

    /** Starts with a driver that has nothing; owns the queues from now on. */
    DriverFeed(
            String device,
            CommandQueues queues,
            CommandLanes lanes,
            int limit,
            boolean deviceTimes) {
        this.deviceTimes = deviceTimes;
        this.device = device;
        this.queues = queues;
        this.lanes = lanes;
        this.limit = limit;
    }

    MemorySegment statusScratch() {
        return submission.statusScratch();
    }

    /** {@return about how many commands the driver has, of any thread} */
    int enqueued() {
        return enqueued;
    }

    /** {@return why everything fails, or null; of any thread} */
    DeviceException end() {
        return end;
    }

    /** {@return nanoseconds since everything fails, of any thread} */
    long sinceEnd() {
        return System.nanoTime() - ended;
    }

    boolean hasRoom() {
        return enqueued < limit;
    }

    /** Returns true if the driver has enough commands. */
    boolean isBusy() {
        return enqueued >= BUSY && end == null;
    }

    /** Gives a command to the driver or the host, or settles it immediately. Does not throw. */
    void enqueue(QueuedCommand command) {
        QueuedCommand culprit = command.failedPredecessor();
        if (command.failure == null && culprit != null) {
            command.failure = lanes.notStarted(culprit.ticket, culprit.failure);
        }
        if (command.failure == null) {
            command.failure = end;
        }
        if (command.failure != null) {
            if (command.begun && end != null) {
                command.leave();
            }
            command.state = QueuedCommand.SETTLED;
            return;
        }
        try {
            give(command);
        } catch (OpenClException refused) {
            settle(command, reason(command, " was refused", refused));
            if (ClStatus.deviceGone(refused.status()) && end == null) {
                failFromNowOn(lost(refused));
            }
        } catch (RuntimeException | Error broken) {
            settle(command, reason(command, " could not be submitted", broken));
        }
    }

    private boolean isTimed(QueuedCommand command) {
        return deviceTimes && command.completion.isTimed();
    }

    /**
     * Gives the driver a part of a command that need not wait, ahead of the rest.
     *
     * @return false if all of it has to be given together, or if it has failed
     */
    boolean sendAhead(QueuedCommand command, Submission.Calls part) {
        if (end != null
                || command.failure != null
                || command.failedPredecessor() != null
                || !command.begun && isTimed(command)
                || !queues.placeAhead(command, submission)) {
            return false;
        }
        try {
            command.begun = true;
            part.make(submission);
            ClCommands.flush(submission.queue());
            return true;
        } catch (OpenClException refused) {
            submission.finish();
            command.failure = reason(command, " was refused", refused);
            return false;
        }
    }

    private Throwable reason(QueuedCommand command, String what, Throwable cause) {
        try {
            return new DeviceException(device + ": " + command.description() + what, cause);
        } catch (OutOfMemoryError full) {
            return cause;
        }
    }

    private void give(QueuedCommand command) throws OpenClException {
        if (command.beginOnHost()) {
            return;
        }
        spent.giveOneBack();
        command.timed = !command.isEmpty() && !command.begun && isTimed(command);
        queues.place(command, submission);
        if (!command.isEmpty()) {
            enqueueTimed(command);
        } else if (submission.waits() > 0
                || command.laneBefore != null
                || command.after.length > 0) {
            submission.mark();
        } else {
            command.state = QueuedCommand.SETTLED;
            return;
        }
        command.event = submission.end();
        enqueued++;
        queues.entered(command);
        unflushed = true;
        command.state = QueuedCommand.ENQUEUED;
    }

    /** One that is recorded is asked later when it ran, if it is a single call. */
    private void enqueueTimed(QueuedCommand command) throws OpenClException {
        if (!command.timed) {
            command.enqueue(submission);
            return;
        }
        long before = System.nanoTime();
        command.enqueue(submission);
        command.timed = submission.isOneCall();
        command.calledAt = before;
        command.calledUntil = System.nanoTime();
    }

    private static void settle(QueuedCommand command, Throwable refused) {
        command.failure = refused;
        command.state = QueuedCommand.SETTLED;
    }

    void failFromNowOn(DeviceException why) {
        ended = System.nanoTime();
        end = why;
    }

    DeviceLostException lost(Throwable cause) {
        return new DeviceLostException(device + " is lost", cause);
    }

    /** Returns true if the driver may hold back commands; for any thread. */
    boolean needsFlush() {
        return unflushed && end == null;
    }

    void flush() {
        try {
            unflushed = !queues.flush(submission);
        } catch (OpenClException refused) { // else it is tried again
            if (ClStatus.endsContext(refused.status()) && end == null) {
                failFromNowOn(lost(refused));
            }
        }
    }

    /** Learns how long commands have taken lately. By the poller, without the lock. */
    void pace(long nanosPerCommand) {
        queues.pace(nanosPerCommand);
    }

    /**
     * A command has ended: takes back what it has used. May throw before anything is changed, if
     * there is no memory; then it is called again.
     */
    void leave(QueuedCommand command) {
        QueuedCommand culprit = command.failedPredecessor();
        if (command.failure == null && culprit != null) {
            command.failure = lanes.misled(culprit.ticket, culprit.failure);
        }
        if (command.failure == null && !command.succeeded) {
            command.failure = end;
        }
        lanes.note(command);
        if (command.hasEntered()) {
            takeEventBack(command);
            enqueued--;
            queues.left(command);
        }
        lanes.leave(command);
    }

    private void takeEventBack(QueuedCommand command) {
        Batch batch = command.batch;
        if (batch == null) {
            spent.add(command.event);
            return;
        }
        if (batch.isLast() && batch.event() != 0) {
            spent.add(batch.event());
        }
        batch.leave();
    }

    /** Gives events back to the driver, if there are many or that is all there is to do. */
    void giveEventsBack(boolean idle) {
        if (idle || spent.count() >= SpentEvents.MANY) {
            spent.giveBack();
        }
    }

    void close() {
        spent.giveBack();
        queues.close();
        submission.close();
    }
}
