package org.anabranch.scheduler.action;

import org.anabranch.api.Domain;
import org.anabranch.scheduler.count.WorkCounts;

/** The program that actions, buffers, streams and scopes belong to. */
public interface Program {
    /** {@return its name, for messages and listings} */
    String owner();

    /** {@return a domain as this program sees it} */
    Domain view(ExecutingDomain domain);

    /**
     * {@return whether it is looked for uses that nothing orders, and its kernels run on copies; as
     * long as it is there}
     */
    default boolean isWatched() {
        return false;
    }

    /** {@return where to count what this program does in a domain} */
    default WorkCounts counts(ExecutingDomain domain) {
        return domain.counts;
    }
}
