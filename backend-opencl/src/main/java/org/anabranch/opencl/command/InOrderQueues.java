package org.anabranch.opencl.command;

import org.anabranch.opencl.driver.ClCommands;
import org.anabranch.opencl.driver.ClHandle;
import org.anabranch.opencl.driver.OpenClException;

import java.util.List;

/**
 * Several in-order queues: one for uploads, one for downloads, the others for kernels. Works the
 * same with every driver. Each has a twin for commands whose times are recorded.
 *
 * <p>A queue for kernels may have two sides, each a queue of the driver's. A long chain goes on in
 * the other one now and then: where the driver computes on the host, who adds to a queue and who
 * takes from it get into each other's way.
 *
 * <p>What a queue orders by itself needs no event: {@link QueueClocks} leaves needless waits out,
 * and launches that come one after the other may share an event: {@link Batches}.
 */
public final class InOrderQueues implements CommandQueues {
    private static final int UPLOADS = 0;
    private static final int DOWNLOADS = 1;
    private static final int FIRST_COMPUTE = 2;
    private static final int FLUSH_EVERY = 16;

    /** So many commands of a chain go to one side of a queue before it goes on in the other. */
    private static final int TURN = 128;

    /** A lane stays in its queue while that has at most so many commands more than another. */
    private static final int SLACK = 8;

    private final List<ClHandle> queues;

    /** The number of the first twin: a queue's twin has its number more. */
    private final int twins;

    private final RecordingQueues recording;
    private final Batches batches;
    private final QueueClocks clocks;
    private final long[] newest;
    private final long[] flushed;

    /** The number of the driver's queues that form one for kernels. */
    private final int sides;

    /** The number of the newest command when a chain last came to the queue. */
    private final long[] turned;

    private final int[] load;

    /** The sum of the loads. */
    private int underWay;

    /**
     * Takes ownership of the queues.
     *
     * @param queues in order: for uploads, for downloads, and for kernels, at least one with all
     *     its sides
     * @param sides number of the driver's queues that form one for kernels
     * @param recording as many twins
     * @param most launches of a queue that share an event
     */
    public InOrderQueues(List<ClHandle> queues, int sides, RecordingQueues recording, int most) {
        this.queues = queues;
        this.twins = queues.size();
        this.sides = sides;
        this.recording = recording;
        int count = 2 * twins;
        batches = new Batches(count, most, System::nanoTime);
        clocks = new QueueClocks(count);
        newest = new long[count];
        flushed = new long[count];
        turned = new long[count];
        load = new int[count];
    }

    @Override
    public void place(QueuedCommand command, Submission submission) throws OpenClException {
        int queue = choose(command);
        command.queue = queue;
        submission.clear();
        submission.into(handle(queue).value(), true);
        clocks.place(command, queue);
        for (int other = 0; other < newest.length; other++) {
            QueuedCommand one = clocks.wait(other);
            if (one != null) {
                submission.waitFor(eventOf(one, submission));
                flushUpTo(one);
            }
        }
        clocks.placed(queue);
        if (!batches.needsEvent(command, queue, underWay == 0)) {
            submission.withoutEvent();
        }
    }

    @Override
    public boolean placeAhead(QueuedCommand command, Submission submission) {
        command.queue = choose(command);
        submission.clear();
        submission.into(handle(command.queue).value(), true);
        submission.withoutEvent();
        return true;
    }

    /** Its own event, or that of its batch, which ends with it. */
    private long eventOf(QueuedCommand one, Submission submission) throws OpenClException {
        if (one.batch == null) {
            return one.event;
        }
        if (one.batch.event() == 0) {
            batches.close(one.queue, handle(one.queue).value(), submission);
            flush(one.queue);
        }
        return one.batch.event();
    }

    private ClHandle handle(int queue) {
        return queue < twins ? queues.get(queue) : recording.get(queue - twins);
    }

    private int choose(QueuedCommand command) {
        int queue =
                switch (command.engine) {
                    case UPLOAD -> UPLOADS;
                    case DOWNLOAD -> DOWNLOADS;
                    case COMPUTE -> chooseCompute(command);
                };
        if (command.timed) {
            command.timed = recording.has(queue);
        }
        return command.timed ? queue + twins : queue;
    }

    /**
     * The queue whose newest command is a predecessor, so that no wait is needed, or after a long
     * time its other side; else one of the pair with least to do.
     */
    private int chooseCompute(QueuedCommand command) {
        int followed = followed(command);
        if (followed >= 0 && newest[followed] - turned[followed] < TURN) {
            return followed % twins;
        }
        int queue = followed >= 0 ? otherSide(followed % twins) : sameOrLeastLoaded(command);
        turned[queue] = newest[queue];
        turned[queue + twins] = newest[queue + twins];
        return queue;
    }

    private int otherSide(int queue) {
        int number = queue - FIRST_COMPUTE;
        return queue - number % sides + (number + 1) % sides;
    }

    /** The compute queue, or twin of one, whose newest command is a predecessor, or -1. */
    private int followed(QueuedCommand command) {
        for (QueuedCommand one : command.after) {
            if (isNewestOfComputeQueue(one)) {
                return one.queue;
            }
        }
        QueuedCommand before = command.laneBefore;
        return before != null && isNewestOfComputeQueue(before) ? before.queue : -1;
    }

    /**
     * The queue of the previous command on its lane, so that no wait is needed, unless it has
     * clearly more to do than another, or events cost little.
     */
    private int sameOrLeastLoaded(QueuedCommand command) {
        int least = leastLoaded();
        QueuedCommand before = command.laneBefore;
        if (!batches.areUsed() || before == null || !isInComputeQueue(before)) {
            return least;
        }
        int same = before.queue % twins;
        return loadOfAllSides(same - (same - FIRST_COMPUTE) % sides)
                        <= loadOfAllSides(least) + SLACK
                ? same
                : least;
    }

    private int leastLoaded() {
        int best = FIRST_COMPUTE;
        for (int queue = FIRST_COMPUTE + sides; queue < twins; queue += sides) {
            if (loadOfAllSides(queue) < loadOfAllSides(best)) {
                best = queue;
            }
        }
        return best;
    }

    private int loadOfAllSides(int first) {
        int sum = 0;
        for (int queue = first; queue < first + sides; queue++) {
            sum += load[queue] + load[queue + twins];
        }
        return sum;
    }

    private boolean isInComputeQueue(QueuedCommand one) {
        return one.hasEntered()
                && one.state != QueuedCommand.ENDED
                && one.queue % twins >= FIRST_COMPUTE;
    }

    private boolean isNewestOfComputeQueue(QueuedCommand one) {
        return isInComputeQueue(one) && newest[one.queue] == one.sequence;
    }

    @Override
    public void entered(QueuedCommand command) {
        int queue = command.queue;
        command.sequence = ++newest[queue];
        clocks.entered(command);
        load[queue]++;
        underWay++;
        batches.entered(command, queue);
        if (load[queue] == 1 || newest[queue] - flushed[queue] >= FLUSH_EVERY) {
            flush(queue);
        }
    }

    @Override
    public void left(QueuedCommand command) {
        load[command.queue]--;
        underWay--;
    }

    private void flushUpTo(QueuedCommand one) {
        if (flushed[one.queue] < one.sequence) {
            flush(one.queue);
        }
    }

    @Override
    public boolean flush(Submission submission) throws OpenClException {
        boolean all = true;
        for (int queue = 0; queue < newest.length; queue++) {
            if (!batches.isOpen(queue)) {
                if (flushed[queue] < newest[queue]) {
                    flush(queue);
                }
            } else if (batches.isDue(queue)) {
                batches.close(queue, handle(queue).value(), submission);
                flush(queue);
            } else {
                all = false;
            }
        }
        return all;
    }

    @Override
    public void pace(long nanosPerCommand) {
        batches.pace(nanosPerCommand);
    }

    private void flush(int queue) {
        ClCommands.flush(handle(queue).value());
        flushed[queue] = newest[queue];
    }

    @Override
    public int count() {
        return queues.size();
    }

    @Override
    public void close() {
        queues.forEach(ClHandle::release);
        recording.close();
    }
}
