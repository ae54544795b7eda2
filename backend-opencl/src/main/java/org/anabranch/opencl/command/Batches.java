package org.anabranch.opencl.command;

import org.anabranch.opencl.driver.OpenClException;

/**
 * The open batches of in-order queues, and the rule which launches go without an event of their
 * own: those that come while a queue has enough to do, and so many at most that an end is not
 * noticed late. Used under the dispatcher's lock, if nothing else is said.
 */
final class Batches {
    /** A queue with less to do may soon be idle, and its end be waited for. */
    private static final int ENOUGH = 4;

    /** An end may be noticed so much later. */
    private static final long LATE_NANOS = 100_000;

    /** If none came for so long, the threads that submit have stopped, perhaps to wait. */
    private static final long QUIET_NANOS = 15_000;

    private final int most;
    private final Batch[] open;

    /** The batch that the command just placed joins when the driver accepts it, or null. */
    private Batch next;

    /** When the last command joined that left its batch open. */
    private long joined;

    /** The number of commands to a batch now. Written by the poller. */
    private volatile int size = 1;

    /**
     * Creates a rule without open batches.
     *
     * @param queues the number of queues
     * @param most commands of a batch, 1 if each has an event of its own
     */
    Batches(int queues, int most) {
        this.most = most;
        this.open = new Batch[queues];
    }

    /** Returns true if there may be commands without an event. */
    boolean areUsed() {
        return most > 1;
    }

    /** Learns how long commands have taken lately. By the poller, without the lock. */
    void pace(long nanosPerCommand) {
        size = nanosPerCommand <= 0 ? 1 : Math.clamp(LATE_NANOS / nanosPerCommand, 1, most);
    }

    /** Returns true if a command that was just placed needs an event. */
    boolean needsEvent(QueuedCommand command, int queue, int load) {
        next = open[queue];
        if (size == 1 || load < ENOUGH || command.timed || !command.sharesEvent()) {
            return true;
        }
        if (next == null) {
            next = new Batch();
        }
        return next.size() + 1 >= size;
    }

    /** The driver has accepted the command just placed. Throws nothing. */
    void entered(QueuedCommand command, int queue) {
        if (next == null) {
            return;
        }
        next.join();
        command.batch = next;
        if (command.event != 0) {
            next.close(command.event);
            command.event = 0;
            open[queue] = null;
        } else {
            open[queue] = next;
            joined = System.nanoTime();
        }
        next = null;
    }

    boolean isOpen(int queue) {
        return open[queue] != null;
    }

    /** Returns true if no command is likely to close the open batches soon. */
    boolean areQuiet() {
        return System.nanoTime() - joined > QUIET_NANOS;
    }

    /** Closes an open batch with a marker. */
    void close(int queue, long handle, Submission submission) throws OpenClException {
        Batch batch = open[queue];
        if (!batch.isDeserted()) {
            batch.close(submission.marker(handle));
        }
        open[queue] = null;
    }
}
