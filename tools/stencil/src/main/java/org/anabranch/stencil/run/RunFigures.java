package org.anabranch.stencil.run;

import org.anabranch.stencil.plan.StencilPlan;

import java.util.List;

/**
 * The statistics of a run (ST-23). Times are in seconds. Immutable.
 *
 * @param plan the plan, the last one if zones were cut again
 * @param domains ids of the domains used, by zone
 * @param iterations number of iterations
 * @param order which actions could overlap
 * @param upload time until all zones had their data
 * @param compute time of the kernels; of an overlapped run all of the loop
 * @param exchange time of the transfers between iterations; of an overlapped run 0: it is part of
 *     {@code compute}
 * @param gather time until the result was copied back
 * @param total time of all of it
 * @param bytesExchanged bytes sent between zones
 * @param cuts how often zones were cut again
 * @param bytesMoved bytes transferred when zones were cut again
 * @param busy for each zone of the last plan the time that its kernels took
 * @param speeds for each zone of the last plan its cells per second of that time
 * @param flops floating-point operations
 */
public record RunFigures(
        StencilPlan plan,
        List<String> domains,
        long iterations,
        RunOptions.Order order,
        double upload,
        double compute,
        double exchange,
        double gather,
        double total,
        long bytesExchanged,
        int cuts,
        long bytesMoved,
        List<Double> busy,
        List<Double> speeds,
        double flops) {

    /** Copies the lists. */
    public RunFigures {
        domains = List.copyOf(domains);
        busy = List.copyOf(busy);
        speeds = List.copyOf(speeds);
    }

    /** {@return 10^9 floating-point operations per second of the total (formula 6)} */
    public double gflops() {
        return flops / total / 1e9;
    }

    /** {@return cells computed per second of the loop} */
    public double cellsPerSecond() {
        return (double) iterations
                * plan.stencil().useful().cells()
                / Math.max(compute + exchange, Double.MIN_NORMAL);
    }

    /** {@return seconds of an iteration} */
    public double secondsPerIteration() {
        return (compute + exchange) / Math.max(1, iterations);
    }

    /**
     * {@return fraction of transfers in the total, the paper's PTE; known for a phased run only}
     */
    public double transferShare() {
        return (upload + exchange + gather) / total;
    }

    /** {@return fraction of the exchanges in the loop; known for a phased run only} */
    public double exchangeShare() {
        return exchange / Math.max(compute + exchange, Double.MIN_NORMAL);
    }
}
