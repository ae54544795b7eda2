package org.anabranch.stencil;

import org.anabranch.api.Domain;
import org.anabranch.api.Kernel;
import org.anabranch.api.Platform;
import org.anabranch.api.ProgramException;
import org.anabranch.stencil.PlanOptions.Cut;
import org.anabranch.stencil.RunOptions.Order;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs a plan on any mixture of domains; results have the same bits as those of one domain (ST-20).
 * May be run several times, by one thread at a time.
 */
public final class StencilRun {
    /** A new cut must promise at least this much, or measured noise would move data about. */
    private static final double WORTHWHILE = 0.9;

    private final Platform platform;
    private final List<Domain> domains;
    private final Kernel kernel;
    private final RunOptions options;
    private final StencilPlan first;
    private final Stencil stencil;

    /** What happens while a run goes on. */
    private static final class Course {
        StencilPlan plan;
        long done;
        int cuts;
        double upload;
        double compute;
        double exchange;
        double gather;
        long bytesExchanged;
        List<Double> busy = List.of();
        List<Double> speeds = List.of();
    }

    /**
     * Prepares.
     *
     * @param platform where to run
     * @param plan what to run
     * @param domains the plan's devices, in the order of its weights
     * @param kernel with a format for each of them, parameters as {@link StencilKernels} makes them
     * @param options how
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
     * Runs all iterations and replaces the write zones of the array that is swapped in, of the
     * written ones if there is no swap, by the result. On failure the arrays stay as they are.
     *
     * @param arrays memory of each array by name, in native byte order, x fastest
     * @return what was done
     * @throws StencilFailedException if it did not end well
     * @throws ProgramException if an array is missing or too short
     */
    public RunFigures run(Map<String, MemorySegment> arrays) {
        check(arrays);
        long start = System.nanoTime();
        Course course = new Course();
        course.plan = first;
        Map<String, MemorySegment> now = new HashMap<>(arrays);
        try (Arena arena = Arena.ofShared()) {
            while (course.done < stencil.iterations()) {
                segment(course, now, arena);
            }
            for (String name : results()) {
                if (stencil.iterations() > 0) {
                    putBack(name, now.get(name), arrays.get(name));
                }
            }
        }
        double total = (System.nanoTime() - start) / 1e9;
        return figures(course, total);
    }

    private void check(Map<String, MemorySegment> arrays) {
        for (StencilArgument argument : stencil.arguments()) {
            if (argument.property().isArray()) {
                MemorySegment given = arrays.get(argument.name());
                if (given == null || given.byteSize() < argument.bytes()) {
                    throw new ProgramException(
                            "array "
                                    + argument.name()
                                    + " needs "
                                    + argument.bytes()
                                    + " bytes, not "
                                    + (given == null ? "nothing" : given.byteSize()));
                }
            }
        }
    }

    /** Arrays that a run changes, under the names that they have in the end (ST-19). */
    private List<String> results() {
        List<String> names = new ArrayList<>();
        for (StencilArgument argument : stencil.arguments()) {
            boolean inPlace = argument.property() == StencilArgument.Property.INOUT;
            boolean swappedOut = argument.name().equals(stencil.swapOut());
            if (argument.name().equals(stencil.swapIn())
                    || argument.property().isWritten() && (!swappedOut || inPlace)) {
                names.add(argument.name());
            }
        }
        return names;
    }

    /** Runs on one cut, to the end or until another cut is better. */
    private void segment(Course course, Map<String, MemorySegment> now, Arena arena) {
        long start = System.nanoTime();
        try (ZoneGrid grid = new ZoneGrid(platform, course.plan, domains, kernel)) {
            grid.upload(now);
            double uploaded = (System.nanoTime() - start) / 1e9;
            course.upload += uploaded;
            long left = stencil.iterations() - course.done;
            long iterations = iterate(grid, course, left, uploaded);
            long gathering = System.nanoTime();
            boolean swapped = stencil.swaps() && iterations % 2 == 1;
            Map<String, MemorySegment> gathered = new HashMap<>();
            for (String name : results()) {
                StencilArgument argument = stencil.argument(name).orElseThrow();
                String content = swapped ? partner(name) : name;
                MemorySegment whole = arena.allocate(argument.bytes(), 128);
                whole.copyFrom(now.get(content).asSlice(0, argument.bytes()));
                grid.gather(name, swapped, whole);
                gathered.put(name, whole);
            }
            if (swapped && !gathered.containsKey(stencil.swapOut())) {
                gathered.put(stencil.swapOut(), now.get(stencil.swapIn()));
            }
            now.putAll(gathered);
            course.gather += (System.nanoTime() - gathering) / 1e9;
            course.busy = grid.clocks.stream().map(ZoneClock::busySeconds).toList();
            course.speeds = grid.clocks.stream().map(ZoneClock::speed).toList();
        }
    }

    private String partner(String name) {
        return name.equals(stencil.swapIn())
                ? stencil.swapOut()
                : name.equals(stencil.swapOut()) ? stencil.swapIn() : name;
    }

    /** Returns the number of iterations done; the next plan is in the course. */
    private long iterate(ZoneGrid grid, Course course, long total, double uploaded) {
        int depth = grid.plan.options().depth();
        long looks = (options.recutEvery() + depth - 1) / depth * depth;
        for (long t = 0; t < total; t++) {
            long period = Math.min(depth, total - (t - t % depth));
            int step = (int) (depth - period + t % depth);
            boolean exchanges = step == depth - 1 && t + 1 < total;
            if (looks > 0 && t > 0 && t % looks == 0) {
                StencilPlan better = better(grid, total - t, uploaded);
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
            options.progress().accept(course.done + t + 1 - grid.iterationsInFlight());
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
            grid.nextIteration();
            if (grid.iterationsInFlight() > options.ahead()) {
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

    /** A plan for the measured speeds, if what it saves pays for moving the data (ST-30). */
    private StencilPlan better(ZoneGrid grid, long left, double uploaded) {
        if (grid.plan.options().cut() == Cut.GCD) {
            return null;
        }
        grid.awaitAll();
        List<Double> weights = new ArrayList<>(grid.plan.options().weights());
        double scale = 0;
        for (Zone zone : grid.plan.zones()) {
            double speed = grid.clocks.get(zone.id()).speed();
            if (speed <= 0) {
                return null;
            }
            scale = Math.max(scale, speed / weights.get(zone.device()));
        }
        double unused = scale;
        weights.replaceAll(weight -> weight * unused);
        for (Zone zone : grid.plan.zones()) {
            weights.set(zone.device(), grid.clocks.get(zone.id()).speed());
        }
        grid.clocks.forEach(ZoneClock::restart);
        PlanOptions old = grid.plan.options();
        StencilPlan better =
                Planner.plan(
                        stencil,
                        new PlanOptions(
                                old.policy(), old.cut(), weights, old.depth(), old.fewer()));
        double before = slowest(grid.plan, weights);
        double after = slowest(better, weights);
        boolean pays = (before - after) * left > 2 * uploaded;
        return after < WORTHWHILE * before && pays ? better : null;
    }

    private static double slowest(StencilPlan plan, List<Double> weights) {
        return plan.zones().stream()
                .mapToDouble(zone -> zone.write().cells() / weights.get(zone.device()))
                .max()
                .orElse(0);
    }

    /** Copies what is computed; ghosts and borders at the edge stay the program's. */
    private void putBack(String name, MemorySegment from, MemorySegment to) {
        StencilArgument argument = stencil.argument(name).orElseThrow();
        Box useful = stencil.useful();
        GridRows.copy(
                from,
                argument.size(),
                useful,
                to,
                argument.size(),
                useful,
                argument.type().bytes());
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
                course.busy,
                course.speeds,
                options.flopsPerCell() * stencil.useful().cells() * stencil.iterations());
    }
}
