package org.anabranch.k2h.protocol;

import org.anabranch.k2h.board.Side;
import org.anabranch.k2h.machine.Descriptor;
import org.anabranch.k2h.machine.HardwareQueue;
import org.anabranch.k2h.machine.Pace;
import org.anabranch.k2h.machine.QueuePort;
import org.anabranch.k2h.policy.HybridPolicy;

/**
 * What a core leaves to others while it waits for a finish: tasks of shallower finishes, if the
 * policy says so, since such a task would bury the continuation. One object per core, used by that
 * core only.
 */
public final class Restraint {
    private final HybridPolicy policy;
    private final QueuePort port;
    private final Pace pace;

    /** Depth of the finish that is waited for, 0 if none is. */
    private int waiting;

    /** Makes the restraint of a core that waits for nothing. */
    public Restraint(HybridPolicy policy, QueuePort port, Pace pace) {
        this.policy = policy;
        this.port = port;
        this.pace = pace;
    }

    /**
     * The core begins to wait, or to run a task, which waits for nothing yet.
     *
     * @param depth of the finish, 0 for none
     * @return what was waited for before, to be handed back here afterwards
     */
    public int waitFor(int depth) {
        int before = waiting;
        waiting = depth;
        return before;
    }

    /**
     * Whether a task is to be left to others. With few descriptors free nothing is refused, since
     * the way out may lead through any task.
     */
    public boolean refuses(int depth, DescriptorPool pool) {
        return depth < waiting && policy.refusesShallow() && pool.plenty();
    }

    /** {@return the least depth that is not refused} */
    public int least() {
        return policy.refusesShallow() ? waiting : 0;
    }

    /** {@return whether nothing is refused, whatever its depth} */
    public boolean unrestrained() {
        return least() == 0;
    }

    /**
     * Pops a task. One that is to be left to others goes to the far end, so that what is behind it
     * can be seen; each is looked at once.
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
     * Says that there is a task; where some cores would refuse it, to all of them.
     *
     * @param whom the side that should look
     */
    public void announce(Side whom) {
        if (policy.refusesShallow()) {
            pace.tell(whom);
        } else {
            pace.tellOne(whom);
        }
    }
}
