package org.anabranch.opencl.command;

import org.anabranch.opencl.driver.OpenClException;

import java.util.function.LongSupplier;

/**
 * The open batches of in-order queues, and the rule which launches go without an event of their
 * own: those in a burst, and so many at most that an end is not noticed late. Used under the
 * dispatcher's lock, if nothing else is said.
 */
final class Batches {
    /** The launches at the beginning of a burst that have events of their own. */
    private static final int FIRST = 4;

    /** The longest delay, in nanoseconds, with which an end may be noticed. */
    private static final long LATE_NANOS = 100_000;

    /** The pause, in nanoseconds, that ends a burst: the submitting threads may be waiting. */
    private static final long QUIET_NANOS = 30_000;

    /** The longest time, in nanoseconds, for which a batch stays open. */
    private static final long OLD_NANOS = 1_000_000;

    private final int most;
    private final LongSupplier nanoTime;
    private final Batch[] open;

    /** The batch that the command just placed joins when the driver accepts it, or null. */
    private Batch next;

    /** The time of the last launch. */
    private long last;

    /** The number of launches of the current burst before the last one. */
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
     * Returns true if an open batch is to be closed with a marker: the burst has ended, or this
     * queue has received no launch for some time, or the batch is old.
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
