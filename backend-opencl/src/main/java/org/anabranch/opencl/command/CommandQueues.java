package org.anabranch.opencl.command;

/**
 * The driver's queues, as the receiver of commands. Used under the dispatcher's lock, except for
 * {@link #close}.
 */
public interface CommandQueues {

    /**
     * Chooses a queue for a command and fills the wait list with what the queue does not order by
     * itself.
     *
     * @param command none of its predecessors is {@link QueuedCommand#WAITING}
     * @param submission receives the wait list and the queue
     */
    void place(QueuedCommand command, Submission submission);

    /** The driver has accepted a command that was placed. */
    void entered(QueuedCommand command);

    /** A command that had entered has ended. */
    void left(QueuedCommand command);

    /** Makes the driver start what it still holds back. */
    void flush();

    /** {@return the number of queues} */
    int count();

    /** Releases the queues. */
    void close();
}
