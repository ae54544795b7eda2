package org.anabranch.stencil.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import org.anabranch.api.Domain;
import org.anabranch.api.Kernel;
import org.anabranch.stencil.EmbeddedDevices;
import org.anabranch.stencil.Sequential;
import org.anabranch.stencil.ShippedStencils;
import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.geometry.Point;
import org.anabranch.stencil.plan.PlanOptions;
import org.anabranch.stencil.plan.Planner;
import org.anabranch.stencil.plan.StencilPlan;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.LongAdder;

/** The shipped examples, in both of their languages, on one to four OpenCL devices and mixtures. */
class ShippedStencilsTest {
    private static EmbeddedDevices devices;
    private static List<Domain> openCl = List.of();

    @BeforeAll
    static void start() {
        devices = new EmbeddedDevices(2);
        openCl = devices.openCl();
    }

    @AfterAll
    static void stop() {
        devices.close();
    }

    static List<Kernel> kernels() {
        return ShippedStencils.KERNELS;
    }

    private static Stencil small(Kernel kernel, long iterations) {
        Stencil stencil = ShippedStencils.read(kernel);
        return stencil.rank() == 2
                ? ShippedStencils.resized(stencil, iterations, 256, 256)
                : ShippedStencils.resized(stencil, iterations, 64, 16, 16);
    }

    private static void check(Stencil stencil, Kernel kernel, StencilPlan plan, List<Domain> where)
            throws Exception {
        ShippedStencils.Example example = ShippedStencils.example(stencil, kernel);
        Map<String, MemorySegment> arrays = Sequential.copy(example.begin());
        Kernel both = StencilKernels.of(stencil, ShippedStencils.java(kernel));
        new StencilRun(devices.platform(), plan, where, both, RunOptions.DEFAULT).run(arrays);
        RandomStencilTest.compare(stencil, example.expected(), arrays);
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void ST20_javaOnHostAndDevices(Kernel kernel) throws Exception {
        Stencil stencil = small(kernel, 7);
        List<Domain> where = List.of(devices.host(), devices.reference(0), devices.reference(1));
        for (int depth : new int[] {1, 2}) {
            PlanOptions options = PlanOptions.weighted(List.of(3.0, 2.0, 2.0)).deep(depth);
            check(stencil, kernel, Planner.plan(stencil, options), where);
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void ST03_ST20_unmodifiedOpenClKernelHasTheBitsOfJava(Kernel kernel) throws Exception {
        assumeFalse(openCl.isEmpty(), "no OpenCL device here");
        Stencil stencil = small(kernel, 6);
        check(stencil, kernel, Planner.plan(stencil, PlanOptions.devices(1)), openCl);
        List<Domain> mixed = List.of(openCl.getFirst(), devices.host(), openCl.getLast());
        check(stencil, kernel, Planner.plan(stencil, PlanOptions.devices(3)), mixed);
    }

    @Test
    void ST20_jacobiOfThePaperOnOneTwoAndFourDevices() throws Exception {
        assumeFalse(openCl.isEmpty(), "no OpenCL device here");
        assertTrue(openCl.size() >= 4 || !EmbeddedDevices.isOpenClRequired(), openCl.toString());
        Kernel kernel = kernels().getFirst();
        Stencil stencil = ShippedStencils.resized(ShippedStencils.read(kernel), 50, 1024, 256);
        for (int count : new int[] {1, 2, 4}) {
            if (count <= openCl.size()) {
                StencilPlan plan = Planner.plan(stencil, PlanOptions.paper(count));
                assertEquals(count, plan.zones().size());
                check(stencil, kernel, plan, openCl);
            }
        }
        List<Domain> mixed = List.of(devices.host(), openCl.getLast(), devices.reference(0));
        check(stencil, kernel, Planner.plan(stencil, PlanOptions.devices(3)), mixed);
    }

    @Test
    void ST20_simulatedSplitsOfTheRequirements() throws Exception {
        Kernel kernel = kernels().getFirst();
        Stencil stencil = ShippedStencils.resized(ShippedStencils.read(kernel), 3, 512, 1536);
        List<Domain> two = List.of(devices.reference(0), devices.host());
        for (long[] split :
                new long[][] {{1, 1}, {1, 2}, {2, 1}, {2, 2}, {4, 3}, {8, 1}, {1, 24}, {8, 3}}) {
            StencilPlan plan = Planner.grid(stencil, new Point(split[0], split[1], 1), 1);
            List<Domain> where = plan.zones().stream().map(zone -> two.get(zone.id() % 2)).toList();
            check(stencil, kernel, plan, where);
        }
    }

    @Test
    void ST19_resultIsGatheredAfterNoOddAndEvenIterations() throws Exception {
        Kernel kernel = kernels().getFirst();
        for (long iterations : new long[] {0, 1, 2, 5}) {
            StencilPlan plan = Planner.plan(small(kernel, iterations), PlanOptions.devices(2));
            check(plan.stencil(), kernel, plan, List.of(devices.host(), devices.reference(0)));
            assertTrue(plan.text().contains(iterations + " iterations"));
        }
    }

    @Test
    void ST17_everyIterationRunsEveryWorkItemOnce() {
        Stencil stencil = small(kernels().getFirst(), 7);
        LongAdder items = new LongAdder();
        Kernel counting = StencilKernels.of(stencil, (piece, none) -> items.add(piece.size()));
        Domain[] where = {devices.host(), devices.reference(0), devices.reference(1)};
        StencilPlan plan = Planner.plan(stencil, PlanOptions.weighted(List.of(3.0, 2.0, 1.0)));
        new StencilRun(devices.platform(), plan, List.of(where), counting, RunOptions.DEFAULT)
                .run(Sequential.arrays(stencil, new Random(1)));
        assertEquals(7 * stencil.kernel().global().product(), items.sum());
    }
}
