package org.anabranch.metrics.beans;

/** The figures of all programs of one framework, at the time of reading. */
public interface PlatformMXBean {

    /** {@return ids of the domains that are active, being added or being removed} */
    String[] getDomains();

    /** {@return the number of active domains} */
    long getActiveDomains();

    /** {@return names of the installed backends} */
    String[] getBackends();

    /** {@return devices that were found but cannot be opened, each with the reason} */
    String[] getRefusedDevices();

    /** {@return the number of open streams} */
    long getStreams();

    /** {@return the number of unsettled actions of open streams} */
    long getPendingActions();

    /** {@return the number of open buffers} */
    long getBuffers();

    /** {@return the number of workers of the host, including compensation threads} */
    long getWorkers();

    /** {@return the stalled kernels and tasks, in words} */
    String[] getStalls();
}
