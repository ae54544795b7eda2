package org.anabranch.opencl.command;

import org.anabranch.opencl.driver.OpenClException;

import java.util.function.LongSupplier;

/**
 * The open batches of in-order queues, and the rule which launches go without an event of their
 * own: those in a burst, and so many at most that an end is not noticed late. Used under the
 * dispatcher's lock, if nothing else is said.
 */
final class Batches {
    /** A burst begins with so many launches that have events: their ends may be waited for. */
    private static final int FIRST = 4;

    /** An end may be noticed so much later. */
    private static final long LATE_NANOS = 100_000;

    /** If none came for so long, a burst is over: the threads that submit wait perhaps. */
    private static final long QUIET_NANOS = 30_000;

    /** A batch is not kept open for longer. */
    private static final long OLD_NANOS = 1_000_000;

    private final int most;
    private final LongSupplier nanoTime;
    private final Batch[] open;

    /** The batch that the command just placed joins when the driver accepts it, or null. */
    private Batch next;

    /** When the last launch came, and how many of the burst had come before it. */
    private long last;

    private int burst;

    /** The number of commands to a batch now. Written by the poller. */
    private volatile int size = 1;

    /**
     * Creates a rule without open batches.
     *
     * @param queues the number of queues
     * @param most commands of a batch, 1 if each has an event of its own
     * @param nanoTime a clock
     */
    Batches(int queues, int most, LongSupplier nanoTime) {
        this.most = most;
        this.nanoTime = nanoTime;
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

    /**
     * Returns true if a command that was just placed needs an event.
     *
     * @param idle true if no command is under way, so that a burst begins
     */
    boolean needsEvent(QueuedCommand command, int queue, boolean idle) {
        next = open[queue];
        if (most == 1 || command.timed || !command.sharesEvent()) {
            return true;
        }
        long now = nanoTime.getAsLong();
        burst = idle || now - last > QUIET_NANOS ? 0 : burst + 1;
        last = now;
        if (burst < FIRST || size == 1) {
            return true;
        }
        if (next == null) {
            next = new Batch(now);
        }
        return next.size() + 1 >= size;
    }

    /** The driver has accepted the command just placed. Throws nothing. */
    void entered(QueuedCommand command, int queue) {
        if (next == null) {
            return;
        }
        next.join(last);
        command.batch = next;
        if (command.event != 0) {
            next.close(command.event);
            command.event = 0;
            open[queue] = null;
        } else {
            open[queue] = next;
        }
        next = null;
    }

    boolean isOpen(int queue) {
        return open[queue] != null;
    }

    /**
     * Returns true if an open batch is to be closed with a marker, since no burst is going on, it
     * goes on in other queues, or few commands come to this one.
     */
    boolean isDue(int queue) {
        long now = nanoTime.getAsLong();
        return now - last > QUIET_NANOS
                || now - open[queue].latest() > LATE_NANOS
                || now - open[queue].since > OLD_NANOS;
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
