package org.anabranch.scheduler.action;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Domain;
import org.anabranch.scheduler.count.WorkCounts;
import org.anabranch.scheduler.pool.TaskQueue;

/** The program that actions, buffers, streams and scopes belong to. */
public interface Program {
    /** {@return its name, for messages and listings} */
    String owner();

    /** {@return a domain as this program sees it} */
    Domain view(ExecutingDomain domain);

    /**
     * {@return true if races are detected, and its kernels run on copies; constant during its life}
     */
    default boolean isWatched() {
        return false;
    }

    /** {@return how many scopes that are within no other it has opened, closed ones included} */
    default int scopesOpened() {
        return 0;
    }

    /**
     * Closes the scopes that the calling thread, which is no worker, has opened since and left
     * open.
     *
     * @param opened what {@link #scopesOpened} returned
     * @return the first failure, or null
     */
    default AnabranchException closeScopes(int opened) {
        return null;
    }

    /** {@return the queue of its tasks that are of no scope and that no worker has taken} */
    TaskQueue queue();

    /** {@return where to count what this program does in a domain} */
    default WorkCounts counts(ExecutingDomain domain) {
        return domain.counts;
    }
}
