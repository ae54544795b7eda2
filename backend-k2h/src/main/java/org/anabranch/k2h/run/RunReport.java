package org.anabranch.k2h.run;

import java.util.List;

/**
 * The results of a run.
 *
 * @param nanos from the start of the main function to its end, by the pace's clock
 * @param cores the counters of each core, ARM cores first
 * @param arms how many of them are ARM cores
 * @param trace events, if they were recorded
 * @param timeline the states of each core, if times were recorded
 * @param findings of the checker
 */
public record RunReport(
        double nanos,
        List<CoreStatistics> cores,
        int arms,
        List<TraceEvent> trace,
        Timeline timeline,
        List<Finding> findings) {

    /** Copies the lists. */
    public RunReport {
        cores = List.copyOf(cores);
        findings = List.copyOf(findings);
    }

    /** {@return the sum of all cores} */
    public CoreStatistics total() {
        return sum(0, cores.size());
    }

    /** {@return the sum of the ARM cores} */
    public CoreStatistics arm() {
        return sum(0, arms);
    }

    /** {@return the sum of the DSPs} */
    public CoreStatistics dsp() {
        return sum(arms, cores.size());
    }

    private CoreStatistics sum(int from, int to) {
        CoreStatistics sum = new CoreStatistics();
        for (CoreStatistics core : cores.subList(from, to)) {
            sum.add(core);
        }
        return sum;
    }

    /** {@return steals across the sides, in percent of all steals (figure 7a)} */
    public double hybridStealPercent() {
        CoreStatistics all = total();
        long steals = all.hybridSteals + all.localSteals;
        return steals == 0 ? 0 : 100.0 * all.hybridSteals / steals;
    }

    /**
     * {@return flushes at ends of the program's finish scopes per task created on the ARM side
     * (figure 7b)}
     */
    public double flushesPerArmTask() {
        CoreStatistics arm = arm();
        return arm.asyncs == 0 ? 0 : (double) arm.endFlushes / arm.asyncs;
    }

    /** {@return the same ratio, including the scopes around tasks that were taken from DSPs} */
    public double allFlushesPerArmTask() {
        CoreStatistics arm = arm();
        return arm.asyncs == 0 ? 0 : (double) (arm.endFlushes + arm.stolenFlushes) / arm.asyncs;
    }
}
