package org.anabranch.stencil.run;

import org.anabranch.api.Domain;
import org.anabranch.api.Kernel;
import org.anabranch.api.MemoryExhaustedException;
import org.anabranch.api.Platform;
import org.anabranch.api.ProgramException;
import org.anabranch.spi.support.ForeignThrowables;
import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.description.StencilArgument;
import org.anabranch.stencil.plan.CutAgain;
import org.anabranch.stencil.plan.CutChange;
import org.anabranch.stencil.plan.StencilPlan;
import org.anabranch.stencil.plan.Zone;
import org.anabranch.stencil.run.RunOptions.Order;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A runner of a plan on any mixture of domains; results have the same bits as those of one domain
 * (ST-20). May be run several times, by one thread at a time.
 */
public final class StencilRun {
    private final Platform platform;
    private final List<Domain> domains;
    private final Kernel kernel;
    private final RunOptions options;
    private final StencilPlan first;
    private final Stencil stencil;
    private final ProgramArrays program;

    /** The state of a run. */
    private static final class Course {
        StencilPlan plan;
        long done;
        int cuts;
        double upload;
        double compute;
        double exchange;
        double gather;
        long bytesExchanged;
        long bytesMoved;
        double secondsPerByte;
        List<Double> busy = List.of();
        List<Double> speeds = List.of();
    }

    /**
     * Creates a runner.
     *
     * @param platform the platform
     * @param plan the plan
     * @param domains the plan's devices, in the order of its weights
     * @param kernel with a format for each of them, parameters as {@link StencilKernels} makes them
     * @param options options for running
     * @throws ProgramException if there are fewer domains than devices in the plan
     */
    public StencilRun(
            Platform platform,
            StencilPlan plan,
            List<Domain> domains,
            Kernel kernel,
            RunOptions options) {
        this.platform = platform;
        this.first = plan;
        this.stencil = plan.stencil();
        this.program = new ProgramArrays(stencil);
        this.domains = List.copyOf(domains);
        this.kernel = kernel;
        this.options = options;
        int needed = plan.zones().stream().mapToInt(Zone::device).max().orElse(0) + 1;
        if (domains.size() < needed) {
            throw new ProgramException(
                    "the plan needs " + needed + " domains, there are " + domains.size());
        }
    }

    /**
     * Runs all iterations and copies the result to the write zones of the array that is swapped in,
     * or of the written arrays if there is no swap. On failure the arrays are unchanged.
     *
     * @param arrays memory of each array by name, in native byte order, x fastest
     * @return statistics
     * @throws StencilFailedException if it failed
     * @throws ProgramException if an array is missing or too short
     */
    public RunFigures run(Map<String, MemorySegment> arrays) {
        program.requireAll(arrays);
        long start = System.nanoTime();
        Course course = new Course();
        course.plan = first;
        Map<String, MemorySegment> now = new HashMap<>(arrays);
        try (Arena arena = Arena.ofShared()) {
            if (stencil.iterations() > 0) {
                iterations(course, now, arena);
            }
            for (String name : stencil.results()) {
                if (stencil.iterations() > 0) {
                    program.putBack(name, now.get(name), arrays.get(name));
                }
            }
        }
        double total = (System.nanoTime() - start) / 1e9;
        return figures(course, total);
    }

    /** Runs all iterations, on one cut after the other. */
    private void iterations(Course course, Map<String, MemorySegment> now, Arena arena) {
        ZoneGrid grid = uploaded(course, now);
        try {
            while (true) {
                long iterations = iterate(grid, course, stencil.iterations() - course.done);
                boolean swapped = stencil.swaps() && iterations % 2 == 1;
                if (course.done == stencil.iterations()) {
                    gather(grid, course, swapped, now, arena);
                    break;
                }
                grid = again(grid, course, swapped, now, arena);
            }
            course.busy = grid.clocks.stream().map(ZoneClock::busySeconds).toList();
            course.speeds = grid.clocks.stream().map(ZoneClock::speed).toList();
        } finally {
            grid.close();
        }
    }

    private ZoneGrid uploaded(Course course, Map<String, MemorySegment> now) {
        long start = System.nanoTime();
        ZoneGrid grid = new ZoneGrid(platform, course.plan, domains, kernel);
        try {
            grid.upload(now);
        } catch (RuntimeException failed) {
            grid.close();
            throw failed;
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        long bytes = course.plan.zones().stream().mapToLong(z -> course.plan.bytesOf(z.id())).sum();
        course.secondsPerByte = seconds / bytes;
        course.upload += seconds;
        return grid;
    }

    /**
     * Moves the data to a new cut: only the changes, or everything if a domain has no room for both
     * cuts.
     */
    private ZoneGrid again(
            ZoneGrid grid,
            Course course,
            boolean swapped,
            Map<String, MemorySegment> now,
            Arena arena) {
        try (grid) {
            long start = System.nanoTime();
            Map<String, MemorySegment> arrays = new HashMap<>();
            now.keySet()
                    .forEach(
                            name ->
                                    arrays.put(
                                            name, now.get(swapped ? program.partner(name) : name)));
            try {
                ZoneGrid moved = grid.moved(course.plan, domains, swapped, arrays);
                course.bytesMoved += CutChange.of(grid.plan, course.plan).bytes();
                course.upload += (System.nanoTime() - start) / 1e9;
                now.putAll(arrays);
                return moved;
            } catch (StencilFailedException refused) {
                if (ForeignThrowables.find(MemoryExhaustedException.class, refused).isEmpty()) {
                    throw refused;
                }
            }
            gather(grid, course, swapped, now, arena);
        }
        course.bytesMoved +=
                course.plan.zones().stream().mapToLong(z -> course.plan.bytesOf(z.id())).sum();
        return uploaded(course, now);
    }

    private void gather(
            ZoneGrid grid,
            Course course,
            boolean swapped,
            Map<String, MemorySegment> now,
            Arena arena) {
        long start = System.nanoTime();
        Map<String, MemorySegment> gathered = new HashMap<>();
        for (String name : stencil.results()) {
            StencilArgument argument = stencil.argument(name).orElseThrow();
            String content = swapped ? program.partner(name) : name;
            MemorySegment whole = argument.allocate(arena);
            whole.copyFrom(now.get(content).asSlice(0, argument.bytes()));
            grid.gather(name, swapped, whole);
            gathered.put(name, whole);
        }
        if (swapped && !gathered.containsKey(stencil.swapOut())) {
            gathered.put(stencil.swapOut(), now.get(stencil.swapIn()));
        }
        now.putAll(gathered);
        course.gather += (System.nanoTime() - start) / 1e9;
    }

    /**
     * Runs iterations on one cut; returns the number of iterations done, with the next plan in the
     * course.
     */
    private long iterate(ZoneGrid grid, Course course, long total) {
        int depth = grid.plan.options().depth();
        long looks = (options.recutEvery() + depth - 1) / depth * depth;
        for (long t = 0; t < total; t++) {
            long period = Math.min(depth, total - (t - t % depth));
            int step = (int) (depth - period + t % depth);
            boolean exchanges = step == depth - 1 && t + 1 < total;
            if (looks > 0 && t > 0 && t % looks == 0) {
                StencilPlan better = better(grid, course, total - t);
                if (better != null) {
                    course.plan = better;
                    course.cuts++;
                    course.done += t;
                    return t;
                }
            }
            one(grid, course, t, step, exchanges);
            if (exchanges) {
                course.bytesExchanged += grid.plan.bytesPerExchange();
            }
            options.progress().accept(course.done + t + 1 - grid.events.iterations());
        }
        long waiting = System.nanoTime();
        grid.awaitAll();
        course.compute += (System.nanoTime() - waiting) / 1e9;
        course.done += total;
        options.progress().accept(course.done);
        return total;
    }

    private void one(ZoneGrid grid, Course course, long t, int step, boolean exchanges) {
        long start = System.nanoTime();
        grid.launch(t, step);
        if (options.order() == Order.OVERLAPPED) {
            if (exchanges) {
                grid.exchange(t);
            }
            grid.events.next();
            if (grid.events.iterations() > options.ahead()) {
                grid.awaitOldest();
            }
            course.compute += (System.nanoTime() - start) / 1e9;
            return;
        }
        grid.awaitAll();
        long computed = System.nanoTime();
        course.compute += (computed - start) / 1e9;
        if (exchanges) {
            grid.exchange(t);
            grid.awaitAll();
            course.exchange += (System.nanoTime() - computed) / 1e9;
        }
    }

    private static StencilPlan better(ZoneGrid grid, Course course, long left) {
        grid.awaitAll();
        List<Double> speeds = grid.clocks.stream().map(ZoneClock::speed).toList();
        grid.clocks.forEach(ZoneClock::restart);
        return CutAgain.better(grid.plan, speeds, left, course.secondsPerByte);
    }

    private RunFigures figures(Course course, double total) {
        List<String> ids =
                course.plan.zones().stream().map(zone -> domains.get(zone.device()).id()).toList();
        return new RunFigures(
                course.plan,
                ids,
                stencil.iterations(),
                options.order(),
                course.upload,
                course.compute,
                course.exchange,
                course.gather,
                total,
                course.bytesExchanged,
                course.cuts,
                course.bytesMoved,
                course.busy,
                course.speeds,
                options.flopsPerCell() * stencil.useful().cells() * stencil.iterations());
    }
}
