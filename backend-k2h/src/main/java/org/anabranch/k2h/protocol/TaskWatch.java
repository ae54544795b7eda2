package org.anabranch.k2h.protocol;

import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.machine.CacheObserver;

/** An observer of accesses that also knows which task a core runs, and what that may write. */
public interface TaskWatch extends CacheObserver {

    /**
     * Reports that a task begins on a core, on top of the current one.
     *
     * @param scope the number of its declared operands
     */
    void enter(Core core, String function, int scope);

    /** Reports that the task on top has ended. */
    void leave(Core core);
}
