package org.anabranch.opencl.command;

import org.anabranch.opencl.driver.DriverLock;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.Order;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * The commands of one device between submission and completion.
 *
 * <p>A command is registered with those that it must follow: its named predecessors, and the
 * previous one on its lane. It goes to the driver ({@link DriverFeed}) as soon as these have, with
 * their events as wait list; the host waits for nothing. When these have ended the host may do it
 * instead. Until then it is in the {@link CommandBacklog}. The poller finds completions, lane by
 * lane, and calls them outside the lock ({@link CommandEndings}). A command that fails also fails
 * its named successors; the driver may have run them, on undefined data.
 *
 * <p>Threads: {@link #submit} and {@link #retry} from any, {@link #sweep} and {@link #tell} from
 * the poller only. The lock is never held while a completion is called.
 */
public final class CommandDispatcher {
    private final String device;
    private final Duration patience;
    private final DriverLock lock;
    private final Optional<CommandTimes> timeline;
    private final CommandEndings endings;

    // guarded by lock
    private final CommandLanes lanes;
    private final DriverFeed feed;
    private final CommandBacklog backlog;
    private boolean closed;

    /** Commands taken. Written under the lock. */
    private final AtomicLong taken = new AtomicLong();

    /** Threads that are doing an operation themselves; each at most one at a time. */
    private final Set<Thread> direct = ConcurrentHashMap.newKeySet();

    /**
     * Creates an empty dispatcher.
     *
     * @param queues owned from now on
     * @param status asks the driver for the status of a command
     * @param limit the largest number of commands that the driver may have at a time
     * @param patience how long the driver may go on with copies when everything else has failed
     * @param lock held while the driver is given commands
     * @param deviceTimes true if the queues record when commands run
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
            boolean deviceTimes,
            Optional<CommandTimes> timeline) {
        this.device = device;
        this.patience = patience;
        this.lock = lock;
        this.timeline = timeline;
        this.lanes = new CommandLanes(device, lanes);
        this.feed = new DriverFeed(device, queues, this.lanes, limit, deviceTimes);
        this.backlog = new CommandBacklog(feed, this::retry);
        this.endings = new CommandEndings(this, this.lanes, status, feed.statusScratch(), timeline);
    }

    /**
     * Accepts a command. Its end will be reported, whatever happens; unless this throws, since
     * there is no memory to accept it.
     *
     * @param command not seen before
     * @param after tickets that it must follow
     * @return true if the poller will report its end; if false, the device has been closed and the
     *     caller must do it
     */
    public boolean submit(QueuedCommand command, long[] after) {
        lock.lock();
        try {
            if (closed) {
                return false;
            }
            lanes.register(command, after);
            taken.getAndIncrement();
            backlog.add(command);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns true if the calling thread may run an operation itself, since no command that it must
     * follow is under way, and there is no failure. It then counts as outstanding until {@link
     * #endDirect}.
     */
    public boolean beginDirect(Order order) {
        lock.lock();
        try {
            return !closed
                    && feed.end() == null
                    && lanes.isFree(order.lane(), order.after())
                    && direct.add(Thread.currentThread());
        } finally {
            lock.unlock();
        }
    }

    /**
     * As {@link #beginDirect}, but the calling thread runs the operation now, under the lock, and
     * only if the device is idle.
     *
     * @param operation throws nothing; returns true if it was done
     * @return true if it was done, and counts as outstanding
     */
    public boolean doWhileIdle(Order order, BooleanSupplier operation) {
        lock.lock();
        try {
            boolean begun = feed.enqueued() == 0 && beginDirect(order);
            boolean done = begun && operation.getAsBoolean();
            if (begun && !done) {
                endDirect();
            }
            return done;
        } finally {
            lock.unlock();
        }
    }

    /** Ends an operation that the calling thread has run and completed. */
    public void endDirect() {
        direct.remove(Thread.currentThread());
    }

    /** {@return true if the calling thread is running an operation itself} */
    public boolean isDirect() {
        return direct.contains(Thread.currentThread());
    }

    /** Returns true if the driver could be given a part of a command that is not ready. */
    public boolean sendAhead(QueuedCommand command, Submission.Calls part) {
        lock.lock();
        try {
            return command.followsOnlyEnded() && feed.sendAhead(command, part);
        } finally {
            lock.unlock();
        }
    }

    /** The host's part of a command has become ready, or what other devices do let it begin. */
    public void retry() {
        lock.lock();
        try {
            backlog.drain();
        } finally {
            lock.unlock();
        }
    }

    /** A thread of the host has done a command that began there, or could not: why, else null. */
    public void finish(QueuedCommand command, DeviceException failure) {
        lock.lock();
        try {
            command.failure = failure;
            command.state = QueuedCommand.SETTLED;
            backlog.drain();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Reports the loss of the device: all outstanding and later commands fail with it, immediately.
     */
    public void lose(Throwable cause) {
        abandon(feed.lost(cause));
    }

    /** Returns true if all has been failing for so long that the driver is presumed to hang. */
    boolean outOfPatience() {
        return feed.sinceEnd() > patience.toNanos();
    }

    /** Ends everything outstanding with a failure, without waiting for the driver. */
    public void abandon(DeviceException why) {
        lock.lock();
        try {
            if (feed.end() == null) {
                feed.failFromNowOn(why);
                backlog.drain();
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
        return feed.end();
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

    /** {@return about how many commands the driver has; without lock} */
    int enqueued() {
        return feed.enqueued();
    }

    /** Learns how long commands have taken lately. By the poller. */
    void pace(long nanosPerCommand) {
        feed.pace(nanosPerCommand);
    }

    /** {@return the number of commands whose end has not been reported} */
    long untold() {
        long told = endings.told();
        return taken.get() - told + direct.size();
    }

    /**
     * Ends the commands that have ended since the last sweep.
     *
     * @return how many; {@link CommandEndings#MOST_AT_ONCE} if there may be more
     */
    int sweep() {
        boolean abandoned = feed.end() != null;
        if (feed.needsFlush()) {
            lock.ask();
            try {
                feed.flush();
            } finally {
                lock.unlock();
            }
        }
        return endings.sweep(abandoned);
    }

    /** Ends commands in one go, in the given order: causes come first. */
    public void end(List<QueuedCommand> collected) {
        lock.ask();
        try {
            for (QueuedCommand command : collected) {
                if (command.state != QueuedCommand.ENDED) { // else it was the last time
                    feed.leave(command);
                }
            }
            lanes.cutCollected();
            backlog.refill();
            feed.giveEventsBack(untold() == collected.size());
        } finally {
            lock.unlock();
        }
    }

    /**
     * Tells the ends that were collected; again within itself if a completion closes the device.
     */
    void tell() {
        endings.tell();
    }

    /** Releases the queues. After all completions have been called, or never. */
    public void release() {
        timeline.ifPresent(CommandTimes::write);
        feed.close();
    }
}
