package org.anabranch.metrics.beans;

/** The event log of the scheduler. */
public interface EventsMXBean {

    /** {@return the number of events that readers have missed since the log began} */
    long getLost();

    /** {@return {@code ACTIONS} while a recording of actions is open, else {@code LIFECYCLE}} */
    String getLevel();

    /** {@return the clock of its times} */
    String getClock();

    /** {@return true if its time is simulated} */
    boolean isSimulated();
}
