package org.anabranch.k2h.protocol;

import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.machine.Descriptor;
import org.anabranch.k2h.machine.Pace;
import org.anabranch.k2h.machine.QueuePort;

/** How a core looks for work; the two sides look in different places. Used by its core only. */
public abstract class Thief {
    /** What both sides share. */
    protected final SharedBoard board;

    /** What this core must not take now. */
    protected final Restraint restraint;

    /** This core's way to the hardware queues. */
    protected final QueuePort port;

    /** Time. */
    protected final Pace pace;

    /** Whose thief this is. */
    protected final Core core;

    /**
     * Creates.
     *
     * @param board what both sides share
     * @param restraint what this core must not take
     * @param port its way to the hardware queues
     * @param core whose thief this is
     */
    protected Thief(SharedBoard board, Restraint restraint, QueuePort port, Pace pace, Core core) {
        this.board = board;
        this.restraint = restraint;
        this.port = port;
        this.pace = pace;
        this.core = core;
    }

    /**
     * One search.
     *
     * @return whether something was found, and done
     */
    public abstract boolean step();

    /**
     * Waits for news, unless the search that failed left out somebody who has work.
     *
     * @param seen number of the news before that search
     */
    public abstract void idle(long seen);

    /** Takes a descriptor; while there is none, helps: every task taken from a queue frees one. */
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
