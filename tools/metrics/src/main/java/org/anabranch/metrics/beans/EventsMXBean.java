package org.anabranch.metrics.beans;

/** The event log of the scheduler. */
public interface EventsMXBean {

    /** {@return how many events readers have missed since the log began} */
    long getLost();

    /** {@return {@code ACTIONS} while somebody records actions, else {@code LIFECYCLE}} */
    String getLevel();

    /** {@return the clock of its times} */
    String getClock();

    /** {@return whether its time is simulated} */
    boolean isSimulated();
}
