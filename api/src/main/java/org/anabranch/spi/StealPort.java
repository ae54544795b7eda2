package org.anabranch.spi;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Where tasks come and go between the host and a device that schedules tasks of its own (HC-K2H,
 * section IV-B). A scope is never touched from the other side: the end of a task is its completion,
 * whichever way it went.
 */
@ConsumerType
public interface StealPort {

    /**
     * {@return how many tasks would be welcome now; a hint that may be stale. Cheap, for any
     * thread}
     */
    int hungry();

    /**
     * Hands a task over. Its data is valid on the device, and it depends on nothing unfinished.
     *
     * @param launch the task
     * @param completion told of the end, when the task and all that it started have ended (rule
     *     5.1)
     * @return false if it is not wanted after all; then it stays the caller's
     */
    boolean offer(Launch launch, Completion completion);

    /**
     * Takes a task that has not begun.
     *
     * @return the task, or null if there is none to spare
     */
    Stolen steal();

    /**
     * A task taken from a device. Whoever took it runs it elsewhere, brings what it wrote back to
     * the device's memory, and then tells the completion.
     *
     * @param launch the task, in terms of the device's memory
     * @param completion to be told exactly once
     */
    record Stolen(Launch launch, Completion completion) {}
}
