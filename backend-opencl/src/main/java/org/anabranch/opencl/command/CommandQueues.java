package org.anabranch.opencl.command;

import org.anabranch.opencl.driver.OpenClException;

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
     * @throws OpenClException if the driver refuses what makes it possible to wait
     */
    void place(QueuedCommand command, Submission submission) throws OpenClException;

    /**
     * Chooses the queue for a part of a command that is given to the driver ahead of the rest,
     * which is placed later and follows it.
     *
     * @param command a transfer that need not wait
     * @return false if the queues order nothing by themselves
     */
    default boolean placeAhead(QueuedCommand command, Submission submission) {
        return false;
    }

    /** The driver has accepted a command that was placed. */
    void entered(QueuedCommand command);

    /** A command that had entered has ended. */
    void left(QueuedCommand command);

    /**
     * Makes the driver start what it still holds back, and makes known the ends of all commands,
     * unless that can wait for the next commands.
     *
     * @return false if it must be called again
     */
    boolean flush(Submission submission) throws OpenClException;

    /** Learns how long commands have taken lately. By the poller, without the lock. */
    default void pace(long nanosPerCommand) {}

    /** {@return the number of queues} */
    int count();

    /** Releases the queues. */
    void close();
}
