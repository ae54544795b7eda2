package org.anabranch.metrics.beans;

/** One domain, since it came. After it is gone the last numbers stay, until the bean is, too. */
public interface DomainMXBean {

    /** {@return its id} */
    String getId();

    /** {@return its kind} */
    String getKind();

    /** {@return which one of that id, from 1} */
    int getGeneration();

    /** {@return {@code ACTIVE}, or where else it is in its life} */
    String getState();

    /** {@return workers, or units of a device} */
    long getProcessors();

    /** {@return its memory [bytes]} */
    long getMemoryBytes();

    /** {@return memory of buffers there now [bytes]} */
    long getBufferBytes();

    /** {@return actions and tasks ended} */
    long getActions();

    /** {@return of those, not well} */
    long getFailed();

    /** {@return actions ready or running now} */
    long getQueued();

    /** {@return time during which operations ran, summed over lanes or workers [s]} */
    double getBusySeconds();

    /** {@return tasks that its workers took from each other} */
    long getStolenLocally();

    /** {@return pieces that it took from other domains} */
    long getStolenHere();

    /** {@return pieces that other domains took from it} */
    long getStolenAway();

    /** {@return transfers to it} */
    long getTransfersIn();

    /** {@return transfers from it} */
    long getTransfersOut();

    /** {@return bytes transferred to it} */
    long getBytesIn();

    /** {@return bytes transferred from it} */
    long getBytesOut();
}
