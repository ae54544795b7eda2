package org.anabranch.k2h.protocol;

import org.anabranch.k2h.board.Side;
import org.anabranch.k2h.machine.Descriptor;
import org.anabranch.k2h.machine.HardwareQueue;
import org.anabranch.k2h.machine.Pace;
import org.anabranch.k2h.machine.QueuePort;
import org.anabranch.k2h.policy.HybridPolicy;

/**
 * The depth limit of a core that waits for a finish: it leaves tasks of shallower finishes to
 * others, if the policy says so, since such a task would bury the continuation. Each core has an
 * object of its own.
 */
public final class DepthLimit {
    private final HybridPolicy policy;
    private final QueuePort port;
    private final Pace pace;

    /** The depth of the finish that the core waits for, 0 if there is none. */
    private int waiting;

    /** Creates the limit of a core that does not wait. */
    public DepthLimit(HybridPolicy policy, QueuePort port, Pace pace) {
        this.policy = policy;
        this.port = port;
        this.pace = pace;
    }

    /**
     * Sets the finish that the core waits for; called when a wait begins, and with 0 when a task
     * begins.
     *
     * @param depth of the finish, 0 for none
     * @return the previous depth, to be restored afterwards
     */
    public int waitFor(int depth) {
        int before = waiting;
        waiting = depth;
        return before;
    }

    /**
     * Returns true if a task is to be left to others. With few free descriptors no task is refused,
     * since any task may free some.
     */
    public boolean refuses(int depth, DescriptorPool pool) {
        return depth < waiting && policy.refusesShallow() && pool.plenty();
    }

    /** {@return the least depth that is not refused} */
    public int least() {
        return policy.refusesShallow() ? waiting : 0;
    }

    /** {@return true if no task is refused, whatever its depth} */
    public boolean unrestrained() {
        return least() == 0;
    }

    /**
     * Pops a task. A refused one goes to the far end, so that those behind it can be examined; each
     * is examined once.
     *
     * @return a descriptor owned by the caller, or null
     */
    public Descriptor take(HardwareQueue queue, DescriptorPool pool) {
        for (int left = Math.max(1, queue.length()); left > 0; left--) {
            Descriptor task = port.pop(queue);
            if (task == null || !refuses(Message.depth(task), pool)) {
                return task;
            }
            port.push(queue, task, true);
        }
        return null;
    }

    /**
     * Announces a task: to one core, or to all if some would refuse it.
     *
     * @param whom the side that should search
     */
    public void announce(Side whom) {
        if (policy.refusesShallow()) {
            pace.tell(whom);
        } else {
            pace.tellOne(whom);
        }
    }
}
