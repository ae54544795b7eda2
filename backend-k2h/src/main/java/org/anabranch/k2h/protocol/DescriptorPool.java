package org.anabranch.k2h.protocol;

import org.anabranch.k2h.board.Side;
import org.anabranch.k2h.machine.Descriptor;
import org.anabranch.k2h.machine.DescriptorRegion;
import org.anabranch.k2h.machine.HardwareQueue;
import org.anabranch.k2h.machine.Pace;
import org.anabranch.k2h.machine.QueuePort;

/**
 * All message descriptors that are free: itself a hardware queue, shared by every other (K2H-Q5).
 * For all cores.
 */
public final class DescriptorPool {
    /**
     * For up to this many cores the same rule, so that their runs do not depend on their number.
     */
    private static final int CORES = 15;

    private final HardwareQueue free;
    private final Pace pace;
    private final int total;

    /**
     * More than there are cores: whoever fills an empty pool sees at most this many, however pushes
     * interleave.
     */
    private final int few;

    /**
     * Fills a pool.
     *
     * @param free an empty queue
     * @param region whose descriptors it takes over
     * @param pace told when descriptors come back that somebody may wait for
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
     * Takes one.
     *
     * @return a descriptor owned by the caller, or null if none is free
     */
    public Descriptor take(QueuePort port) {
        return port.pop(free);
    }

    /**
     * Gives one back.
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

    /** {@return how many there are} */
    public int total() {
        return total;
    }

    /** {@return whether more are free than all cores could be about to take} */
    public boolean plenty() {
        return free.length() > few;
    }

    /** {@return how many are free} */
    public int free() {
        return free.length();
    }
}
