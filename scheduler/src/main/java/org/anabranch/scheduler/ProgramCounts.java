package org.anabranch.scheduler;

import org.anabranch.scheduler.action.ExecutingDomain;
import org.anabranch.scheduler.count.WorkCounts;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What one program does in each domain. Of any thread. */
final class ProgramCounts {
    /** By the counts of the domain: the domain itself may go, with all that it holds. */
    private final Map<WorkCounts, WorkCounts> counts = new ConcurrentHashMap<>();

    private volatile boolean ended;

    WorkCounts in(ExecutingDomain domain) {
        WorkCounts known = counts.get(domain.counts);
        return known != null ? known : begin(domain);
    }

    /**
     * Domains that are gone are forgotten when one is new; without memory all are counted as one.
     */
    private WorkCounts begin(ExecutingDomain domain) {
        try {
            counts.keySet().removeIf(WorkCounts::isOver);
            WorkCounts here = counts.computeIfAbsent(domain.counts, WorkCounts::ofProgram);
            if (ended) {
                here.endProgram();
            }
            return here;
        } catch (OutOfMemoryError full) {
            return domain.counts;
        }
    }

    /** What was done so far; nothing is begun for somebody who only looks. */
    WorkCounts soFar(ExecutingDomain domain) {
        WorkCounts known = counts.get(domain.counts);
        return known != null ? known : new WorkCounts();
    }

    /** The program has ended; what it still does is counted for all at once. */
    void end() {
        ended = true;
        counts.values().forEach(WorkCounts::endProgram);
    }

    /** In how many domains something was done, as far as they are not forgotten. */
    int size() {
        return counts.size();
    }
}
