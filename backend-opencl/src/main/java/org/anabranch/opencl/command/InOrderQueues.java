package org.anabranch.opencl.command;

import org.anabranch.opencl.driver.ClCommands;
import org.anabranch.opencl.driver.ClHandle;

import java.util.List;

/**
 * Several in-order queues: one for uploads, one for downloads, the others for kernels. Works the
 * same with every driver. Each has a twin for commands whose times are recorded.
 *
 * <p>A queue for kernels may have two sides, each a queue of the driver's. A long chain goes on in
 * the other one now and then: where the driver computes on the host, who adds to a queue and who
 * takes from it get into each other's way.
 *
 * <p>What a queue orders by itself needs no event. Each queue has a vector clock: for every queue,
 * the number of the newest command that is known to have ended before the next command of this
 * queue begins. A wait is left out if the clock already covers it, and of several commands of one
 * other queue only the newest is waited for (Mattern, 1989; measured on random graphs: of 2.8 waits
 * per command 0.4 to 0.8 remain). Clocks are not changed but replaced, so commands share them; a
 * queue's own entry in its clock does not count, since its commands are numbered.
 */
public final class InOrderQueues implements CommandQueues {
    private static final int UPLOADS = 0;
    private static final int DOWNLOADS = 1;
    private static final int FIRST_COMPUTE = 2;
    private static final int FLUSH_EVERY = 16;

    /** So many commands of a chain go to one side of a queue before it goes on in the other. */
    private static final int TURN = 128;

    private final List<ClHandle> queues;

    /** The number of the first twin: a queue's twin has its number more. */
    private final int twins;

    private final RecordingQueues recording;
    private final long[][] clocks;
    private final long[] newest;
    private final long[] flushed;

    /** The number of the driver's queues that form one for kernels. */
    private final int sides;

    /** The number of the newest command when a chain last came to the queue. */
    private final long[] turned;

    private final int[] load;
    private final QueuedCommand[] candidates;

    /**
     * The clock that the queue will have when the driver accepts the command just placed: a refused
     * one has waited for nothing.
     */
    private long[] pending;

    /**
     * Takes ownership of the queues.
     *
     * @param queues in order: for uploads, for downloads, and for kernels, at least one with all
     *     its sides
     * @param sides number of the driver's queues that form one for kernels
     * @param recording as many twins
     */
    public InOrderQueues(List<ClHandle> queues, int sides, RecordingQueues recording) {
        this.queues = queues;
        this.twins = queues.size();
        this.sides = sides;
        this.recording = recording;
        int count = 2 * twins;
        clocks = new long[count][count];
        newest = new long[count];
        flushed = new long[count];
        turned = new long[count];
        load = new int[count];
        candidates = new QueuedCommand[count];
    }

    @Override
    public void place(QueuedCommand command, Submission submission) {
        int queue = choose(command);
        command.queue = queue;
        submission.clear();
        submission.into(handle(queue).value(), true);
        for (QueuedCommand one : command.after) {
            consider(one, queue);
        }
        for (QueuedCommand one = command.laneBefore;
                one != null;
                one = one.event == 0 ? one.laneBefore : null) {
            consider(one, queue);
        }
        for (int other = 0; other < candidates.length; other++) {
            QueuedCommand one = candidates[other];
            if (one != null && !isCoveredByOther(one)) {
                submission.waitFor(one.event);
                flushUpTo(one);
            }
        }
        pending = merged(clocks[queue]);
    }

    private void consider(QueuedCommand one, int queue) {
        if (one.event == 0
                || one.state == QueuedCommand.ENDED
                || one.queue == queue
                || clocks[queue][one.queue] >= one.sequence) {
            return;
        }
        QueuedCommand already = candidates[one.queue];
        if (already == null || already.sequence < one.sequence) {
            candidates[one.queue] = one;
        }
    }

    /** Returns true if another candidate is known to begin after this one has ended. */
    private boolean isCoveredByOther(QueuedCommand one) {
        for (QueuedCommand other : candidates) {
            if (other != null && other != one && other.clock[one.queue] >= one.sequence) {
                return true;
            }
        }
        return false;
    }

    /** The clock, or a new one that also knows what the candidates know, which are forgotten. */
    private long[] merged(long[] clock) {
        long[] merged = clock;
        for (int i = 0; i < candidates.length; i++) {
            QueuedCommand one = candidates[i];
            if (one != null) {
                merged = merged == clock ? clock.clone() : merged;
                for (int k = 0; k < merged.length; k++) {
                    long known = k == one.queue ? one.sequence : one.clock[k];
                    merged[k] = Math.max(merged[k], known);
                }
                candidates[i] = null;
            }
        }
        return merged;
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
        int queue = followed >= 0 ? otherSide(followed % twins) : leastLoaded();
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

    private boolean isNewestOfComputeQueue(QueuedCommand one) {
        return one.event != 0
                && one.state != QueuedCommand.ENDED
                && one.queue % twins >= FIRST_COMPUTE
                && newest[one.queue] == one.sequence;
    }

    @Override
    public void entered(QueuedCommand command) {
        int queue = command.queue;
        command.sequence = ++newest[queue];
        clocks[queue] = pending;
        command.clock = pending;
        load[queue]++;
        if (load[queue] == 1 || newest[queue] - flushed[queue] >= FLUSH_EVERY) {
            flush(queue);
        }
    }

    @Override
    public void left(QueuedCommand command) {
        load[command.queue]--;
    }

    private void flushUpTo(QueuedCommand one) {
        if (flushed[one.queue] < one.sequence) {
            flush(one.queue);
        }
    }

    @Override
    public void flush() {
        for (int queue = 0; queue < newest.length; queue++) {
            if (flushed[queue] < newest[queue]) {
                flush(queue);
            }
        }
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
