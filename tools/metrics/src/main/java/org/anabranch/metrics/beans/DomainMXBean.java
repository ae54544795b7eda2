package org.anabranch.metrics.beans;

/**
 * The figures of one domain since it was added. After its end they keep their last values until the
 * bean is unregistered.
 */
public interface DomainMXBean {

    /** {@return its id} */
    String getId();

    /** {@return its kind} */
    String getKind();

    /** {@return its generation, from 1} */
    int getGeneration();

    /** {@return {@code ACTIVE}, or another state of its life cycle} */
    String getState();

    /** {@return the number of workers, or of compute units of a device} */
    long getProcessors();

    /** {@return its memory [bytes]} */
    long getMemoryBytes();

    /** {@return memory of buffers there now [bytes]} */
    long getBufferBytes();

    /** {@return the number of actions and tasks ended} */
    long getActions();

    /** {@return the number of those that failed} */
    long getFailed();

    /** {@return the number of actions ready or running now} */
    long getQueued();

    /** {@return time during which operations ran, summed over lanes or workers [s]} */
    double getBusySeconds();

    /** {@return the number of tasks that its workers stole from each other} */
    long getStolenLocally();

    /** {@return the number of pieces that it stole from other domains} */
    long getStolenHere();

    /** {@return the number of pieces that other domains stole from it} */
    long getStolenAway();

    /** {@return the number of transfers to it} */
    long getTransfersIn();

    /** {@return the number of transfers from it} */
    long getTransfersOut();

    /** {@return bytes transferred to it} */
    long getBytesIn();

    /** {@return bytes transferred from it} */
    long getBytesOut();
}
