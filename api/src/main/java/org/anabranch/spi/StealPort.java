package org.anabranch.spi;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * The port through which tasks are stolen in both directions between the host and a device that
 * schedules tasks of its own (HC-K2H, section IV-B). A scope is only accessed from its own side:
 * the end of a task is reported by its completion, wherever the task ran.
 */
@ConsumerType
public interface StealPort {

    /**
     * {@return the number of tasks that the device could take now; a hint that may be out of date.
     * Cheap and thread-safe}
     */
    int hungry();

    /**
     * Offers a task to the device. Its data is valid on the device, and all its dependencies have
     * ended.
     *
     * @param launch the task
     * @param completion called when the task and all tasks that it started have ended (rule 5.1)
     * @return false if the device does not take the task, which then remains the caller's
     */
    boolean offer(Launch launch, Completion completion);

    /**
     * Steals a task that has not begun.
     *
     * @return the task, or null if there is none
     */
    Stolen steal();

    /**
     * A task stolen from a device. The thief runs it elsewhere, copies its results back to the
     * device's memory, and then calls the completion.
     *
     * @param launch the task, in terms of the device's memory
     * @param completion to be called exactly once
     */
    record Stolen(Launch launch, Completion completion) {}
}
