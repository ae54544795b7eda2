package org.anabranch.metrics.beans;

/** All programs of one framework. Each attribute is what it is when it is read. */
public interface PlatformMXBean {

    /** {@return ids of the domains that take work, or are coming or going} */
    String[] getDomains();

    /** {@return how many domains take work} */
    long getActiveDomains();

    /** {@return names of the kinds of hardware that are plugged in} */
    String[] getBackends();

    /** {@return devices that were found and do not open, each with the reason} */
    String[] getRefusedDevices();

    /** {@return open streams} */
    long getStreams();

    /** {@return actions of open streams that are not settled} */
    long getPendingActions();

    /** {@return open buffers} */
    long getBuffers();

    /** {@return workers of the host, with spares} */
    long getWorkers();

    /** {@return what runs for too long, in words} */
    String[] getStalls();
}
