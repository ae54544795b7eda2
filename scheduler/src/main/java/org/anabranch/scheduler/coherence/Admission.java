package org.anabranch.scheduler.coherence;

import org.anabranch.scheduler.action.Action;

/**
 * The use of a device's memory by actions and transfers: what is inside may use instances of
 * buffers there. Methods may be called by any thread.
 */
public interface Admission {
    /**
     * Admits an action that uses data, unless it has to wait for room.
     *
     * @return false if it is made ready again later
     */
    boolean admit(Action action);

    /** Counts a transfer that begins; it never waits. */
    void enter();

    /** Called when an action that was admitted, or a transfer, has retired. */
    void leave();

    /** Makes actions that were cancelled while they waited ready, so that they end. */
    void cancelled();

    /** {@return true if no action and no transfer uses the memory} */
    boolean isAtRest();
}
