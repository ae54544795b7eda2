package org.anabranch.opencl.command;

import org.anabranch.opencl.driver.ClStatus;
import org.anabranch.opencl.driver.DriverLock;
import org.anabranch.opencl.driver.OpenClException;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceLostException;
import org.anabranch.spi.Order;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The commands of one device between submission and completion.
 *
 * <p>A command is registered with those that it must follow: the ones it was told, and the one
 * before it on its lane. It goes to the driver as soon as these have, with their events as wait
 * list; the host waits for nothing. When these have ended the host may do it instead. What cannot
 * begin yet is held back while the driver has enough to do, and reaches it in bursts. Completions
 * are found by the poller, lane by lane, and told outside the lock. A command that fails takes
 * along those that were told to follow it; the driver may have run them, on undefined data.
 *
 * <p>Threads: {@link #submit} and {@link #retry} from any, {@link #sweep} and {@link #tell} from
 * the poller only. The lock is never held while a completion is told.
 */
public final class CommandDispatcher {
    private static final int LOOK_AHEAD = 64;

    /** With so many commands the driver has enough to do until it is given more. */
    private static final int BUSY = 48;

    /**
     * So many commands are held back at most while the driver is busy. None where it has no
     * processor of its own to be busy on.
     */
    private static final int BURST = Runtime.getRuntime().availableProcessors() > 1 ? 64 : 1;

    private final String device;
    private final CommandQueues queues;
    private final int limit;
    private final Duration patience;
    private final DriverLock lock;
    private final Optional<Timeline> timeline;
    private final CommandEndings endings;
    private final Runnable retry = this::retry;

    // guarded by lock
    private final CommandLanes lanes;
    private final ArrayDeque<Command> backlog = new ArrayDeque<>();
    private final Submission submission = new Submission();
    private final SpentEvents spent = new SpentEvents();
    private int enqueued;

    /** Commands held back, all in the backlog. */
    private int held;

    private boolean closed;

    /** Commands taken. Written under the lock. */
    private final AtomicLong taken = new AtomicLong();

    /** Threads that are doing an operation themselves; each at most one at a time. */
    private final Set<Thread> direct = ConcurrentHashMap.newKeySet();

    /** Why everything fails, or null. Written under the lock. */
    private volatile DeviceException end;

    /** When that was, by {@link System#nanoTime}. Written before it. */
    private volatile long ended;

    /** Whether the driver may hold back commands. Written under the lock. */
    private volatile boolean unflushed;

    /**
     * Starts empty.
     *
     * @param device id, for messages
     * @param lanes number of lanes
     * @param queues owned from now on
     * @param status asks the driver how far a command is
     * @param limit commands that the driver may have at a time
     * @param patience how long the driver may go on with copies when everything else has failed
     * @param lock held while the driver is given commands
     * @param timeline written at the end, if there is one
     */
    public CommandDispatcher(
            String device,
            int lanes,
            CommandQueues queues,
            CommandStatus status,
            int limit,
            Duration patience,
            DriverLock lock,
            Optional<Timeline> timeline) {
        this.device = device;
        this.queues = queues;
        this.limit = limit;
        this.patience = patience;
        this.lock = lock;
        this.timeline = timeline;
        this.lanes = new CommandLanes(device, lanes);
        this.endings =
                new CommandEndings(this, this.lanes, status, submission.statusScratch(), timeline);
    }

    /**
     * Takes a command. It will be told of its end, whatever happens.
     *
     * @param command not seen before
     * @param after tickets that it must follow
     * @return whether the poller will tell it; if not, the device has been closed and the caller
     *     has to
     */
    public boolean submit(Command command, long[] after) {
        lock.lock();
        try {
            if (closed) {
                return false;
            }
            taken.getAndIncrement();
            lanes.register(command, after);
            if (mayBeHeld(command)) {
                hold(command);
            } else if (held == 0
                    && enqueued < limit
                    && command.ready
                    && command.followsOnlyEnqueued()
                    && command.mayEnter(retry)) {
                enqueue(command);
            } else {
                backlog.add(command);
                drainBacklog();
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Whether an operation may be done by the calling thread, since nothing that it must follow is
     * under way, and nothing is wrong. If so it counts as outstanding until {@link #endDirect}.
     */
    public boolean beginDirect(Order order) {
        lock.lock();
        try {
            return !closed
                    && end == null
                    && lanes.isFree(order.lane(), order.after())
                    && direct.add(Thread.currentThread());
        } finally {
            lock.unlock();
        }
    }

    /** The calling thread has done its operation and told of it. */
    public void endDirect() {
        direct.remove(Thread.currentThread());
    }

    /** {@return whether the calling thread is doing an operation itself} */
    public boolean isDirect() {
        return direct.contains(Thread.currentThread());
    }

    /** The host's part of a command has become ready, or what other devices do let it begin. */
    public void retry() {
        lock.lock();
        try {
            drainBacklog();
        } finally {
            lock.unlock();
        }
    }

    /** A thread of the host has done a command that began there, or could not: why, else null. */
    public void finish(Command command, DeviceException failure) {
        lock.lock();
        try {
            command.failure = failure;
            command.state = Command.SETTLED;
            drainBacklog();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Whether a command cannot begin yet and the driver has enough to do. Commands that reach a
     * driver one by one are dearer: each may find its threads asleep, or in the way.
     */
    private boolean mayBeHeld(Command command) {
        return isBusy() && !command.followsOnlyEnded();
    }

    private boolean isBusy() {
        return enqueued >= BUSY && end == null;
    }

    private void hold(Command command) {
        backlog.add(command);
        if (++held >= BURST) {
            drainBacklog();
        }
    }

    private void drainBacklog() {
        held = 0;
        if (backlog.isEmpty() || enqueued >= limit && end == null) {
            return;
        }
        int looked = 0;
        Iterator<Command> commands = backlog.iterator();
        while (commands.hasNext() && (end != null || looked < LOOK_AHEAD && enqueued < limit)) {
            Command command = commands.next();
            if (command.ready
                    && (end != null || command.followsOnlyEnqueued() && command.mayEnter(retry))) {
                commands.remove();
                enqueue(command);
            } else {
                looked++;
            }
        }
    }

    private void enqueue(Command command) {
        Command culprit = command.failedPredecessor();
        if (command.failure == null && culprit != null) {
            command.failure = lanes.notStarted(culprit.ticket, culprit.failure);
        }
        if (command.failure == null) {
            command.failure = end;
        }
        if (command.failure != null) {
            command.state = Command.SETTLED;
            return;
        }
        try {
            give(command);
        } catch (OpenClException refused) {
            settle(command, refused);
            if (ClStatus.deviceGone(refused.status()) && end == null) {
                failFromNowOn(lost(refused));
            }
        } catch (RuntimeException refused) {
            settle(
                    command,
                    new DeviceException(
                            device + ": " + command.description() + " could not be submitted",
                            refused));
        }
    }

    private void give(Command command) throws OpenClException {
        if (command.beginOnHost()) {
            return;
        }
        spent.giveOneBack();
        queues.place(command, submission);
        if (!command.isEmpty()) {
            command.enqueue(submission);
        } else if (submission.waits() > 0
                || command.laneBefore != null
                || command.after.length > 0) {
            submission.mark();
        } else {
            command.state = Command.SETTLED;
            return;
        }
        command.event = submission.end();
        enqueued++;
        queues.entered(command);
        unflushed = true;
        command.state = Command.ENQUEUED;
    }

    private void settle(Command command, DeviceException refused) {
        command.failure =
                refused instanceof OpenClException
                        ? new DeviceException(
                                device + ": " + command.description() + " was refused", refused)
                        : refused;
        command.state = Command.SETTLED;
    }

    /** The device is gone: whatever is outstanding or comes later fails with it, at once. */
    public void lose(Throwable cause) {
        abandon(lost(cause));
    }

    private void failFromNowOn(DeviceException why) {
        ended = System.nanoTime();
        end = why;
    }

    /** Whether all has been failing for so long that the driver must be taken to hang. */
    boolean outOfPatience() {
        return System.nanoTime() - ended > patience.toNanos();
    }

    private DeviceLostException lost(Throwable cause) {
        return new DeviceLostException(device + " is lost", cause);
    }

    /** Ends everything outstanding with a failure, without waiting for the driver. */
    public void abandon(DeviceException why) {
        lock.lock();
        try {
            if (end == null) {
                failFromNowOn(why);
                drainBacklog();
            }
        } finally {
            lock.unlock();
        }
    }

    /** {@return the id of the device} */
    public String device() {
        return device;
    }

    /** {@return why everything fails, or null} */
    public DeviceException end() {
        return end;
    }

    /**
     * {@return the number of operations whose end the calling thread is telling just now, so that
     * it cannot wait for them}
     */
    int inProgress(boolean poller) {
        return (poller ? endings.telling() : 0) + (isDirect() ? 1 : 0);
    }

    /** No command is taken any more. */
    public void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
    }

    /**
     * {@return about how many commands the driver has, for who paces itself by it; without lock}
     */
    int enqueued() {
        return enqueued;
    }

    /** {@return the number of commands whose end has not been told} */
    long untold() {
        long told = endings.told();
        return taken.get() - told + direct.size();
    }

    /**
     * Ends what has ended since the last time.
     *
     * @return how many commands; {@link CommandEndings#MOST_AT_ONCE} if there may be more
     */
    int sweep() {
        boolean abandoned = end != null;
        if (unflushed && !abandoned) {
            lock.ask();
            try {
                unflushed = false;
                queues.flush();
            } finally {
                lock.unlock();
            }
        }
        return endings.sweep(abandoned);
    }

    /** Ends commands in one go, in the given order: causes come first. */
    public void end(List<Command> collected) {
        lock.ask();
        try {
            collected.forEach(this::leave);
            lanes.cutCollected();
            if (held == 0 || !isBusy()) {
                drainBacklog();
            }
            if (spent.count() >= SpentEvents.MANY || untold() == collected.size()) {
                spent.giveBack();
            }
        } finally {
            lock.unlock();
        }
    }

    private void leave(Command command) {
        Command culprit = command.failedPredecessor();
        if (command.failure == null && culprit != null) {
            command.failure = lanes.misled(culprit.ticket, culprit.failure);
        }
        if (command.failure == null && !command.succeeded) {
            command.failure = end;
        }
        if (command.event != 0) {
            enqueued--;
            queues.left(command);
            spent.add(command.event);
        }
        lanes.leave(command);
    }

    /**
     * Tells the ends that were collected. May come back to itself through a completion that closes
     * the device.
     */
    void tell() {
        endings.tell();
    }

    /** Releases the queues. After everything has been told, or never. */
    public void release() {
        timeline.ifPresent(Timeline::write);
        spent.giveBack();
        queues.close();
        submission.close();
    }
}
