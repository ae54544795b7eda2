package org.anabranch.k2h.run;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The counters of one core (K2H-S9). Written by that core; exact once it has ended, else a recent
 * value.
 */
public final class CoreStatistics {
    /** Tasks created. */
    public long asyncs;

    /** Tasks run, inlined ones included. */
    public long tasks;

    /** Tasks run inline by their creator, for lack of a descriptor or by policy. */
    public long inlined;

    /** Tasks stolen from a core of the same side. */
    public long localSteals;

    /** Tasks stolen from the other side. */
    public long hybridSteals;

    /** Tasks handed to the DSPs. */
    public long offers;

    /** Cache operations on a buffer at the end of a finish of the program. */
    public long endFlushes;

    /** Cache operations on a buffer at the end of the finish around a task of the other side. */
    public long stolenFlushes;

    /** Other cache operations of the runtime on a buffer. */
    public long otherFlushes;

    /** Failed searches for work. */
    public long failedProbes;

    /** Reads of the free-DSP flag. */
    public long flagReads;

    /** Reads of the flag that found it set. */
    public long flagHits;

    /** Completions received from the other side. */
    public long completions;

    /** The largest number of tasks on one stack at a time. */
    public long deepest;

    /**
     * Adds the counters of another core.
     *
     * @param other the other counters
     */
    public void add(CoreStatistics other) {
        asyncs += other.asyncs;
        tasks += other.tasks;
        inlined += other.inlined;
        localSteals += other.localSteals;
        hybridSteals += other.hybridSteals;
        offers += other.offers;
        endFlushes += other.endFlushes;
        stolenFlushes += other.stolenFlushes;
        otherFlushes += other.otherFlushes;
        failedProbes += other.failedProbes;
        flagReads += other.flagReads;
        flagHits += other.flagHits;
        completions += other.completions;
        deepest = Math.max(deepest, other.deepest);
    }

    /** {@return the counts by name} */
    public Map<String, Long> byName() {
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("asyncs", asyncs);
        counts.put("tasks", tasks);
        counts.put("inlined", inlined);
        counts.put("local steals", localSteals);
        counts.put("hybrid steals", hybridSteals);
        counts.put("offers", offers);
        counts.put("end flushes", endFlushes);
        counts.put("stolen flushes", stolenFlushes);
        counts.put("other flushes", otherFlushes);
        counts.put("failed probes", failedProbes);
        counts.put("flag reads", flagReads);
        counts.put("flag hits", flagHits);
        counts.put("completions", completions);
        counts.put("deepest", deepest);
        return counts;
    }
}
