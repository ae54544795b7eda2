package org.anabranch.scheduler.event;

/**
 * An entry in the list of an event: called once when the event settles, unless it is removed
 * before. The links are guarded by the event that has it.
 */
abstract class Listener {
    Listener next;
    Listener previous;

    /** The event whose list has this, or null. */
    ListenerList event;

    /** The event has settled, and has this no more. */
    abstract void settled(ListenerList of);

    /**
     * {@return true if it is a waiting thread, which wakes up before other listeners are called}
     */
    boolean isThread() {
        return false;
    }

    /** {@return the dependent that waits by this, or null} */
    Dependent dependent() {
        return null;
    }

    /** {@return true if it is called when the action has retired, and not when it has settled} */
    boolean isCalledLast() {
        return false;
    }
}
