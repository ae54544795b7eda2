package org.anabranch.k2h.machine;

import org.anabranch.k2h.board.K2hException;
import org.anabranch.k2h.board.Queues;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;

/**
 * The queue managers of a board; K2H has two of 8,192 queues and 64 descriptor regions each
 * (K2H-Q1, Q2). Thread-safe.
 */
public final class QueueFabric {
    private final Queues shape;
    private final HardwareQueue[][] queues;
    private final List<Set<DescriptorRegion>> regions = new ArrayList<>();

    /**
     * Creates managers without open queues.
     *
     * @param shape their number and sizes
     */
    public QueueFabric(Queues shape) {
        this.shape = shape;
        this.queues = new HardwareQueue[shape.managers()][shape.perManager()];
        for (int manager = 0; manager < shape.managers(); manager++) {
            regions.add(new CopyOnWriteArraySet<>());
        }
    }

    /**
     * Opens a queue.
     *
     * @param manager from 0
     * @param id from 0
     * @return the queue, to be closed by the caller
     */
    public synchronized HardwareQueue open(int manager, int id) {
        if (manager < 0 || manager >= shape.managers() || id < 0 || id >= shape.perManager()) {
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
     * @param manager from 0
     * @return the queue, to be closed by the caller
     */
    public synchronized HardwareQueue open(int manager) {
        for (int id = 0; id < shape.perManager(); id++) {
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
     * @param manager from 0
     * @param region whose descriptors will go through this manager's queues
     * @throws K2hException.Queue if it has all its regions
     */
    public synchronized void register(int manager, DescriptorRegion region) {
        if (regions.get(manager).size() >= shape.regions()) {
            throw new K2hException.Queue(
                    "queue manager %s has all its %s descriptor regions"
                            .formatted(manager, shape.regions()));
        }
        regions.get(manager).add(region);
    }

    boolean registered(int manager, DescriptorRegion region) {
        return regions.get(manager).contains(region);
    }
}
