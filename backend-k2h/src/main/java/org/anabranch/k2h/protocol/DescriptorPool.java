package org.anabranch.k2h.protocol;

import org.anabranch.k2h.board.Side;
import org.anabranch.k2h.machine.Descriptor;
import org.anabranch.k2h.machine.DescriptorRegion;
import org.anabranch.k2h.machine.HardwareQueue;
import org.anabranch.k2h.machine.Pace;
import org.anabranch.k2h.machine.QueuePort;

/**
 * The pool of free message descriptors: itself a hardware queue, shared by all others (K2H-Q5). For
 * all cores.
 */
public final class DescriptorPool {
    /**
     * The number of cores up to which the threshold is the same, so that their runs do not depend
     * on the number.
     */
    private static final int CORES = 15;

    private final HardwareQueue free;
    private final Pace pace;
    private final int total;

    /**
     * A threshold above the number of cores: a core that finds an empty pool and refills it sees at
     * most this many, however pushes interleave.
     */
    private final int few;

    /**
     * Fills a pool.
     *
     * @param free an empty queue
     * @param region the owner of its descriptors
     * @param pace notified when descriptors come back that cores may wait for
     */
    public DescriptorPool(HardwareQueue free, DescriptorRegion region, Pace pace, int cores) {
        this.free = free;
        this.pace = pace;
        for (Descriptor descriptor : region.descriptors()) {
            free.pushFar(descriptor);
        }
        this.total = free.length();
        this.few = Math.max(CORES, cores) + 1;
    }

    /**
     * Takes a descriptor.
     *
     * @return a descriptor owned by the caller, or null if none is free
     */
    public Descriptor take(QueuePort port) {
        return port.pop(free);
    }

    /**
     * Returns a descriptor to the pool.
     *
     * @param descriptor owned by the caller
     */
    public void give(QueuePort port, Descriptor descriptor) {
        port.push(free, descriptor, false);
        if (free.length() <= few) {
            pace.tell(Side.ARM);
            pace.tell(Side.DSP);
        }
    }

    /** {@return the total number of descriptors} */
    public int total() {
        return total;
    }

    /** {@return true if more descriptors are free than all cores could be about to take} */
    public boolean plenty() {
        return free.length() > few;
    }

    /** {@return the number of free descriptors} */
    public int free() {
        return free.length();
    }
}
