package org.anabranch.k2h.machine;

import org.anabranch.k2h.board.K2hException;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * One queue of a queue manager: push at both ends, pop at one (K2H-Q3). TI's manual pops the head
 * and pushes at the tail by default; the paper calls the end that pops the tail. Here it is the pop
 * end, and the other the far end. Safe for all cores (K2H-Q4); no core waits in it for longer than
 * one operation of another core.
 */
public final class HardwareQueue {
    private final QueueFabric fabric;
    private final int manager;
    private final int id;
    private final Deque<Descriptor> descriptors = new ArrayDeque<>();

    /** The length, for readers without the lock. */
    private volatile int length;

    private boolean open = true;

    HardwareQueue(QueueFabric fabric, int manager, int id) {
        this.fabric = fabric;
        this.manager = manager;
        this.id = id;
    }

    /** {@return the queue manager, 0 or 1} */
    public int manager() {
        return manager;
    }

    /** {@return the number within its manager} */
    public int id() {
        return id;
    }

    /** {@return the number of descriptors; a hint while cores push or pop} */
    public int length() {
        return length;
    }

    /**
     * Pushes at the far end: first in, first out.
     *
     * @param descriptor of a registered region, in no queue
     */
    public synchronized void pushFar(Descriptor descriptor) {
        check(descriptor);
        descriptors.addLast(descriptor);
        entered(descriptor);
    }

    /**
     * Pushes at the pop end: last in, first out.
     *
     * @param descriptor of a registered region, in no queue
     */
    public synchronized void pushPopEnd(Descriptor descriptor) {
        check(descriptor);
        descriptors.addFirst(descriptor);
        entered(descriptor);
    }

    /** {@return the descriptor at the pop end, or null without waiting if there is none} */
    public synchronized Descriptor pop() {
        Descriptor descriptor = descriptors.pollFirst();
        if (descriptor != null) {
            descriptor.in = null;
            length = descriptors.size();
        }
        return descriptor;
    }

    synchronized void shut() {
        if (length > 0) {
            throw new K2hException.Queue(
                    "%s is closed with %s descriptors in it, the first of them %s"
                            .formatted(this, length, descriptors.peekFirst()));
        }
        open = false;
    }

    private void check(Descriptor descriptor) {
        if (!open) {
            throw new K2hException.Queue(this + " is closed");
        }
        if (!fabric.registered(manager, descriptor.region())) {
            throw new K2hException.Queue(
                    descriptor + " lies in no region of queue manager " + manager);
        }
        if (descriptor.in != null) {
            throw new K2hException.Queue(
                    descriptor + " is pushed to " + this + " while in " + descriptor.in);
        }
    }

    private void entered(Descriptor descriptor) {
        descriptor.in = this;
        length = descriptors.size();
    }

    @Override
    public String toString() {
        return "queue " + manager + ":" + id;
    }
}
