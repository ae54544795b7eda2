package org.anabranch.scheduler;

import org.anabranch.scheduler.action.ExecutingDomain;
import org.anabranch.scheduler.count.WorkCounts;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The work counts of one program in each domain. Thread-safe. */
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

    /** Returns the counts so far, without creating any. */
    WorkCounts soFar(ExecutingDomain domain) {
        WorkCounts known = counts.get(domain.counts);
        return known != null ? known : new WorkCounts();
    }

    /** Ends the program; its later work is counted for all programs only. */
    void end() {
        ended = true;
        counts.values().forEach(WorkCounts::endProgram);
    }

    /** Returns the number of domains with counts that are not forgotten. */
    int size() {
        return counts.size();
    }
}
