package org.anabranch.k2h.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;

/**
 * The two queue managers: 8,192 queues and 64 descriptor regions each (K2H-Q1, Q2). For any thread.
 */
public final class QueueFabric {
    /** Number of queue managers. */
    public static final int MANAGERS = 2;

    /** Queues per manager. */
    public static final int QUEUES = 8192;

    /** Descriptor regions per manager. */
    public static final int REGIONS = 64;

    private final HardwareQueue[][] queues = new HardwareQueue[MANAGERS][QUEUES];
    private final List<Set<DescriptorRegion>> regions =
            List.of(new CopyOnWriteArraySet<>(), new CopyOnWriteArraySet<>());

    /**
     * Opens a queue.
     *
     * @param manager 0 or 1
     * @param id 0 to 8,191
     * @return the queue, to be closed by the caller
     */
    public synchronized HardwareQueue open(int manager, int id) {
        if (manager < 0 || manager >= MANAGERS || id < 0 || id >= QUEUES) {
            throw new K2hException.Queue("there is no queue " + manager + ":" + id);
        }
        if (queues[manager][id] != null) {
            throw new K2hException.Queue(queues[manager][id] + " is open already");
        }
        queues[manager][id] = new HardwareQueue(this, manager, id);
        return queues[manager][id];
    }

    /**
     * Opens the first queue that is free.
     *
     * @param manager 0 or 1
     * @return the queue, to be closed by the caller
     */
    public synchronized HardwareQueue open(int manager) {
        for (int id = 0; id < QUEUES; id++) {
            if (queues[manager][id] == null) {
                return open(manager, id);
            }
        }
        throw new K2hException.Queue("all queues of manager " + manager + " are open");
    }

    /**
     * Closes a queue.
     *
     * @param queue open and empty
     * @throws K2hException.Queue if it holds descriptors or is not open
     */
    public synchronized void close(HardwareQueue queue) {
        if (queues[queue.manager()][queue.id()] != queue) {
            throw new K2hException.Queue(queue + " is not open");
        }
        queue.shut();
        queues[queue.manager()][queue.id()] = null;
    }

    /** {@return the queues that are open} */
    public synchronized List<HardwareQueue> open() {
        List<HardwareQueue> open = new ArrayList<>();
        for (HardwareQueue[] manager : queues) {
            for (HardwareQueue queue : manager) {
                if (queue != null) {
                    open.add(queue);
                }
            }
        }
        return open;
    }

    /**
     * Registers a region.
     *
     * @param manager 0 or 1
     * @param region whose descriptors will go through this manager's queues
     * @throws K2hException.Queue if 64 regions are registered
     */
    public synchronized void register(int manager, DescriptorRegion region) {
        if (regions.get(manager).size() >= REGIONS) {
            throw new K2hException.Queue(
                    "queue manager " + manager + " has all its " + REGIONS + " descriptor regions");
        }
        regions.get(manager).add(region);
    }

    boolean registered(int manager, DescriptorRegion region) {
        return regions.get(manager).contains(region);
    }
}
