package org.anabranch.k2h.protocol;

import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.machine.Descriptor;
import org.anabranch.k2h.machine.Pace;
import org.anabranch.k2h.machine.QueuePort;

/**
 * The search for work of a core; the two sides search in different places. Used by its core only.
 */
public abstract class Thief {
    /** The state shared by both sides. */
    protected final SharedBoard board;

    /** The depth limit of this core. */
    protected final DepthLimit restraint;

    /** This core's access to the hardware queues. */
    protected final QueuePort port;

    /** The source of time. */
    protected final Pace pace;

    /** This core. */
    protected final Core core;

    /**
     * Creates the search.
     *
     * @param board the state shared by both sides
     * @param restraint the depth limit of this core
     * @param port its access to the hardware queues
     * @param core the core
     */
    protected Thief(SharedBoard board, DepthLimit restraint, QueuePort port, Pace pace, Core core) {
        this.board = board;
        this.restraint = restraint;
        this.port = port;
        this.pace = pace;
        this.core = core;
    }

    /**
     * Searches once.
     *
     * @return true if work was found and done
     */
    public abstract boolean step();

    /**
     * Waits for news, unless the failed search did not try a core that has work.
     *
     * @param seen number of the news before that search
     */
    public abstract void idle(long seen);

    /**
     * Takes a descriptor; while there is none, runs tasks: each task taken from a queue frees one.
     */
    public final Descriptor takeDescriptor() {
        int outside = restraint.waitFor(0);
        while (true) {
            long seen = pace.news(core);
            Descriptor descriptor = board.pool().take(port);
            if (descriptor != null) {
                restraint.waitFor(outside);
                return descriptor;
            }
            if (!step()) {
                idle(seen);
            }
        }
    }
}
