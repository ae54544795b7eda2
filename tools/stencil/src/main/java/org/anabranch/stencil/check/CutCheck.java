package org.anabranch.stencil.check;

import org.anabranch.api.Domain;
import org.anabranch.api.Kernel;
import org.anabranch.api.Platform;
import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.description.StencilArgument;
import org.anabranch.stencil.geometry.Point;
import org.anabranch.stencil.plan.Planner;
import org.anabranch.stencil.plan.StencilPlan;
import org.anabranch.stencil.run.RunOptions;
import org.anabranch.stencil.run.StencilFailedException;
import org.anabranch.stencil.run.StencilRun;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A test that a kernel computes the same in several zones as in one. It runs a small problem on one
 * domain, whole and cut across each axis and across all, with zones that begin at odd groups; then
 * the problem itself, or as much of it as {@link #MOST_CELLS} allows. A zone looks like a smaller
 * complete problem. So a kernel fails that uses its index as a position in the whole, uses the
 * extent of the launch, wraps around or reads far away.
 */
public final class CutCheck {
    /** A few tenths of a second for most kernels, and 200 MB for most arrays. */
    private static final long MOST_CELLS = 1 << 22;

    private static final long SMALL_GROUPS = 4;
    private static final int SMALL_LAUNCHES = 3;
    private static final int LARGE_LAUNCHES = 2;
    private static final long MOST_PARTS = 64;

    private final Platform platform;
    private final Domain domain;
    private final Kernel kernel;

    private CutCheck(Platform platform, Domain domain, Kernel kernel) {
        this.platform = platform;
        this.domain = domain;
        this.kernel = kernel;
    }

    /**
     * Runs the test.
     *
     * @param platform the platform
     * @param domain that can run a format of the kernel
     * @param kernel the kernel
     * @param stencil its description
     * @return the failure, in words, or empty
     * @throws StencilFailedException if the kernel cannot be run in one zone
     */
    public static Optional<String> run(
            Platform platform, Domain domain, Kernel kernel, Stencil stencil) {
        CutCheck check = new CutCheck(platform, domain, kernel);
        Optional<String> found = check.differs(small(stencil), smallCuts(stencil));
        if (found.isPresent()) {
            return found;
        }
        Stencil large = large(stencil);
        Point parts = largeCut(large);
        return parts.product() == 1 ? Optional.empty() : check.differs(large, List.of(parts));
    }

    /**
     * Returns a small problem. Axes that are not cut keep their extents: the kernel may depend on
     * them.
     */
    private static Stencil small(Stencil stencil) {
        Point groups = stencil.kernel().groups();
        Point few =
                Point.of(
                        stencil.rank(),
                        1,
                        axis -> stencil.canBeCut(axis) ? SMALL_GROUPS : groups.get(axis));
        return stencil.resized(few, SMALL_LAUNCHES);
    }

    private static List<Point> smallCuts(Stencil stencil) {
        List<Point> cuts = new ArrayList<>();
        Point all = Point.ONE;
        for (int axis = 0; axis < stencil.rank(); axis++) {
            if (stencil.canBeCut(axis)) {
                cuts.add(Point.ONE.with(axis, SMALL_GROUPS));
                all = all.with(axis, 2);
            }
        }
        cuts.add(all);
        return cuts;
    }

    private static Stencil large(Stencil stencil) {
        Stencil large = stencil.resized(stencil.kernel().groups(), LARGE_LAUNCHES);
        while (large.useful().cells() > MOST_CELLS) {
            Point groups = large.kernel().groups();
            int longest = -1;
            for (int axis = 0; axis < stencil.rank(); axis++) {
                boolean longer = longest < 0 || groups.get(axis) > groups.get(longest);
                longest = stencil.canBeCut(axis) && longer ? axis : longest;
            }
            if (groups.get(longest) == 1) {
                return large;
            }
            large = stencil.resized(groups.with(longest, groups.get(longest) / 2), LARGE_LAUNCHES);
        }
        return large;
    }

    /** Returns the smallest number of equal parts on each axis. */
    private static Point largeCut(Stencil stencil) {
        Point parts = Point.ONE;
        for (int axis = stencil.rank() - 1; axis >= 0; axis--) {
            long groups = stencil.kernel().groups().get(axis);
            long part = 2;
            while (part < groups && groups % part != 0) {
                part++;
            }
            boolean few = groups > 1 && parts.product() * part <= MOST_PARTS;
            parts = stencil.canBeCut(axis) && few ? parts.with(axis, part) : parts;
        }
        return parts;
    }

    private Optional<String> differs(Stencil problem, List<Point> cuts) {
        try (Arena arena = Arena.ofShared()) {
            Map<String, MemorySegment> whole = ProbeArrays.random(problem, arena);
            run(Planner.grid(problem, Point.ONE, 1), whole);
            for (Point parts : cuts) {
                Optional<String> found = differs(problem, parts, whole);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    private Optional<String> differs(
            Stencil problem, Point parts, Map<String, MemorySegment> whole) {
        String cut = problem.useful().size().extents(problem.rank()) + " cells in " + words(parts);
        try (Arena arena = Arena.ofShared()) {
            Map<String, MemorySegment> arrays = ProbeArrays.random(problem, arena);
            run(Planner.grid(problem, parts, 1), arrays);
            for (String name : problem.results()) {
                long at = whole.get(name).mismatch(arrays.get(name));
                if (at >= 0) {
                    StencilArgument argument = problem.argument(name).orElseThrow();
                    Point cell = Point.at(at / argument.type().bytes(), argument.size());
                    return Optional.of(
                            "kernel computes other results in several zones than in one: of "
                                    + cut
                                    + ", cell ("
                                    + cell.extents(problem.rank()).replace(" x ", ", ")
                                    + ") of "
                                    + name
                                    + " differs. To a kernel, a zone is a smaller complete"
                                    + " problem, and its indices begin at 0");
                }
            }
        } catch (StencilFailedException failed) {
            return Optional.of("kernel runs in one zone, and fails for " + cut + ": " + failed);
        }
        return Optional.empty();
    }

    private static String words(Point parts) {
        List<String> words = new ArrayList<>();
        for (int axis = 0; axis < 3; axis++) {
            if (parts.get(axis) > 1) {
                words.add(parts.get(axis) + " parts across " + "xyz".charAt(axis));
            }
        }
        return String.join(", ", words);
    }

    private void run(StencilPlan plan, Map<String, MemorySegment> arrays) {
        List<Domain> domains = Collections.nCopies(plan.zones().size(), domain);
        new StencilRun(platform, plan, domains, kernel, RunOptions.DEFAULT).run(arrays);
    }
}
