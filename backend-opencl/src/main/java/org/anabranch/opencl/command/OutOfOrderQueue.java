package org.anabranch.opencl.command;

import org.anabranch.opencl.driver.ClCommands;
import org.anabranch.opencl.driver.ClHandle;

/**
 * One queue that orders nothing by itself: each command waits for all its predecessors. For drivers
 * that overlap only so.
 */
public final class OutOfOrderQueue implements CommandQueues {
    private static final int FLUSH_EVERY = 16;

    private final ClHandle queue;
    private final RecordingQueues recording;
    private long newest;
    private long flushed;
    private int load;

    /**
     * Takes ownership of an out-of-order queue.
     *
     * @param recording another one, for commands whose times are recorded
     */
    public OutOfOrderQueue(ClHandle queue, RecordingQueues recording) {
        this.queue = queue;
        this.recording = recording;
    }

    @Override
    public void place(QueuedCommand command, Submission submission) {
        submission.clear();
        command.timed = command.timed && recording.has(0);
        command.queue = command.timed ? 1 : 0;
        submission.into((command.timed ? recording.get(0) : queue).value(), false);
        for (QueuedCommand one : command.after) {
            waitFor(one, submission);
        }
        for (QueuedCommand one = command.laneBefore;
                one != null;
                one = one.hasEntered() ? null : one.laneBefore) {
            waitFor(one, submission);
        }
    }

    private static void waitFor(QueuedCommand one, Submission submission) {
        if (one.event != 0 && one.state != QueuedCommand.ENDED) {
            submission.waitFor(one.event);
        }
    }

    @Override
    public void entered(QueuedCommand command) {
        command.sequence = ++newest;
        load++;
        if (load == 1 || newest - flushed >= FLUSH_EVERY) {
            flush();
        }
    }

    @Override
    public boolean flush(Submission submission) {
        flush();
        return true;
    }

    @Override
    public void left(QueuedCommand command) {
        load--;
    }

    private void flush() {
        if (flushed < newest) {
            ClCommands.flush(queue.value());
            if (recording.isOpen(0)) {
                ClCommands.flush(recording.get(0).value());
            }
            flushed = newest;
        }
    }

    @Override
    public int count() {
        return 1;
    }

    @Override
    public void close() {
        queue.release();
        recording.close();
    }
}
