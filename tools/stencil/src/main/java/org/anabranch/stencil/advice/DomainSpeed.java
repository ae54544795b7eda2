package org.anabranch.stencil.advice;

import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Kernel;
import org.anabranch.api.Platform;
import org.anabranch.api.Stream;
import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.geometry.Point;
import org.anabranch.stencil.plan.PlanOptions;
import org.anabranch.stencil.plan.Planner;
import org.anabranch.stencil.plan.StencilPlan;
import org.anabranch.stencil.run.RunOptions;
import org.anabranch.stencil.run.StencilRun;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;

/**
 * The speed of a domain for a stencil and for transfers: for each a fixed cost and one per cell or
 * byte, measured at two sizes. Times are in seconds. Immutable.
 *
 * @param domain the domain
 * @param perLaunch fixed cost of an iteration
 * @param perCell cost of a cell
 * @param perTransfer fixed cost of a transfer; 0 for the host
 * @param perByte cost of a byte; 0 for the host
 */
public record DomainSpeed(
        Domain domain, double perLaunch, double perCell, double perTransfer, double perByte) {
    private static final long SMALL_CELLS = 1 << 12;
    private static final long LARGE_CELLS = 1 << 20;
    private static final long LARGE_BYTES = 1 << 22;
    private static final int ITERATIONS = 8;
    private static final int ROUNDS = 3;

    /**
     * Measures a domain on a smaller problem than the stencil's; takes some hundred milliseconds.
     *
     * @param platform the platform
     * @param stencil the stencil
     * @param kernel with a format of the domain
     * @param domain the domain
     * @return its speed
     * @throws StencilFailedException if the kernel does not run there
     */
    public static DomainSpeed measure(
            Platform platform, Stencil stencil, Kernel kernel, Domain domain) {
        Stencil small = shrunk(stencil, SMALL_CELLS);
        Stencil large = shrunk(stencil, LARGE_CELLS);
        double smallTime = iteration(platform, small, kernel, domain);
        double largeTime = iteration(platform, large, kernel, domain);
        long more = large.useful().cells() - small.useful().cells();
        double perCell =
                more > 0 && largeTime > smallTime
                        ? (largeTime - smallTime) / more
                        : largeTime / large.useful().cells();
        double perLaunch = Math.max(0, smallTime - perCell * small.useful().cells());
        if (domain.isHost()) {
            return new DomainSpeed(domain, perLaunch, perCell, 0, 0);
        }
        double shortTransfer = transfer(platform, domain, Long.BYTES);
        double longTransfer = transfer(platform, domain, LARGE_BYTES);
        double perByte = Math.max(0, longTransfer - shortTransfer) / LARGE_BYTES;
        return new DomainSpeed(domain, perLaunch, perCell, shortTransfer, perByte);
    }

    /** {@return cells per second of a large zone} */
    public double cellsPerSecond() {
        return 1 / perCell;
    }

    /** Returns the same stencil with at most so many cells, shortened from the slowest axis on. */
    static Stencil shrunk(Stencil stencil, long cells) {
        Point groups = stencil.kernel().groups();
        for (int axis = stencil.rank() - 1; axis >= 0; axis--) {
            long now = stencil.resized(groups, ITERATIONS).useful().cells();
            if (now > cells) {
                long keep = Math.max(1, groups.get(axis) * cells / now);
                groups = groups.with(axis, keep);
            }
        }
        return stencil.resized(groups, ITERATIONS);
    }

    private static double iteration(
            Platform platform, Stencil stencil, Kernel kernel, Domain domain) {
        StencilPlan plan = Planner.plan(stencil, PlanOptions.devices(1));
        StencilRun run =
                new StencilRun(platform, plan, List.of(domain), kernel, RunOptions.DEFAULT);
        double best = Double.MAX_VALUE;
        try (Arena arena = Arena.ofShared()) {
            Map<String, MemorySegment> arrays = stencil.zeros(arena);
            for (int round = 0; round < ROUNDS; round++) {
                best = Math.min(best, run.run(arrays).secondsPerIteration());
            }
        }
        return best;
    }

    private static double transfer(Platform platform, Domain domain, long bytes) {
        double best = Double.MAX_VALUE;
        try (Buffer buffer = platform.buffer(ValueLayout.JAVA_BYTE, bytes);
                Stream stream = domain.stream()) {
            for (int round = 0; round <= ROUNDS; round++) {
                buffer.write();
                long start = System.nanoTime();
                stream.prefetch(buffer.all()).await();
                double seconds = (System.nanoTime() - start) / 1e9;
                best = round == 0 ? best : Math.min(best, seconds);
            }
        }
        return best;
    }
}
