package org.anabranch.stencil.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Domain;
import org.anabranch.api.JavaKernel;
import org.anabranch.api.Kernel;
import org.anabranch.api.MemoryExhaustedException;
import org.anabranch.api.ProgramException;
import org.anabranch.reference.ReferenceBackend;
import org.anabranch.stencil.EmbeddedDevices;
import org.anabranch.stencil.PacedBackend;
import org.anabranch.stencil.PointKernel;
import org.anabranch.stencil.Sequential;
import org.anabranch.stencil.description.ElementType;
import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.description.StencilBuilder;
import org.anabranch.stencil.geometry.CellBox;
import org.anabranch.stencil.geometry.Point;
import org.anabranch.stencil.plan.PlanOptions;
import org.anabranch.stencil.plan.Planner;
import org.anabranch.stencil.plan.StencilPlan;
import org.anabranch.stencil.run.RunOptions.Order;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Tests of a run's guarantees beyond the right bits. */
class StencilRunTest {
    private static final long SMALL_MEMORY = 40_000;
    private static EmbeddedDevices devices;
    private static PacedBackend.Pace changing;

    @BeforeAll
    static void start() {
        devices = new EmbeddedDevices(2);
        changing = new PacedBackend.Pace(2000, 0, 0);
        devices.plug(
                new PacedBackend(
                        Map.of(
                                "paced:0", new PacedBackend.Pace(2000, 0, 0),
                                "paced:1", changing,
                                "paced:2", new PacedBackend.Pace(60_000, 0, 0),
                                "paced:3", new PacedBackend.Pace(0, 300_000, 100))));
        devices.plug(
                new ReferenceBackend(
                        List.of(
                                EmbeddedDevices.info("small:0", SMALL_MEMORY, false),
                                EmbeddedDevices.info("small:1", SMALL_MEMORY, true)),
                        false));
    }

    @AfterAll
    static void stop() {
        devices.close();
    }

    private static Stencil square(long cells, long iterations) {
        return square(cells, iterations, ElementType.FLOAT);
    }

    private static Stencil square(long cells, long iterations, ElementType type) {
        return new StencilBuilder(2)
                .iterations(iterations)
                .output("A", type, cells + 2, cells + 2)
                .input("B", type, cells + 2, cells + 2)
                .extent("width", 0)
                .extent("height", 1)
                .swap("B", "A")
                .ghost("B", -1, 1, -1, 1)
                .point(0, 0)
                .point(1, 0)
                .point(-1, 0)
                .point(0, 1)
                .point(0, -1)
                .kernel("square.cl", "", "square")
                .global(cells, cells)
                .local(4, 4)
                .build();
    }

    private static RunFigures run(
            StencilPlan plan,
            JavaKernel code,
            Map<String, MemorySegment> arrays,
            RunOptions how,
            Domain... domains) {
        Kernel kernel = StencilKernels.of(plan.stencil(), code);
        return new StencilRun(devices.platform(), plan, List.of(domains), kernel, how).run(arrays);
    }

    private static RunFigures checked(StencilPlan plan, RunOptions how, Domain... domains)
            throws Exception {
        Map<String, MemorySegment> arrays = Sequential.arrays(plan.stencil(), new Random(3));
        Map<String, MemorySegment> expected = Sequential.copy(arrays);
        PointKernel code = new PointKernel(plan.stencil());
        Sequential.run(plan.stencil(), code, expected);
        RunFigures figures = run(plan, code, arrays, how, domains);
        RandomStencilTest.compare(plan.stencil(), expected, arrays);
        return figures;
    }

    /** Fails if a cell that is read has another age than the cell that is written. */
    private static JavaKernel ages() {
        return (piece, arguments) -> {
            MemorySegment a = arguments.segment(0);
            MemorySegment b = arguments.segment(1);
            long width = arguments.longAt(2);
            for (long y = piece.low0() + 1; y < piece.high0() + 1; y++) {
                for (long x = piece.low1() + 1; x < piece.high1() + 1; x++) {
                    long at = y * width + x;
                    int age = b.getAtIndex(ValueLayout.JAVA_INT, at);
                    for (long near : new long[] {at - width, at - 1, at + 1, at + width}) {
                        int other = b.getAtIndex(ValueLayout.JAVA_INT, near);
                        if (other != age && other != -1) {
                            throw new IllegalStateException(
                                    "reads age " + other + " beside age " + age);
                        }
                    }
                    a.setAtIndex(ValueLayout.JAVA_INT, at, age + 1);
                }
            }
        };
    }

    /** Ages of 0 with a border that does not age. */
    private static Map<String, MemorySegment> young(Stencil stencil) {
        Map<String, MemorySegment> arrays = Sequential.arrays(stencil, new Random(1));
        Point size = stencil.grid().size();
        for (MemorySegment memory : arrays.values()) {
            for (long i = 0; i < size.product(); i++) {
                Point cell = new Point(i % size.x(), i / size.x(), 0);
                boolean inside = stencil.useful().contains(new CellBox(cell, cell.plus(Point.ONE)));
                memory.setAtIndex(ValueLayout.JAVA_INT, i, inside ? 0 : -1);
            }
        }
        return arrays;
    }

    @ParameterizedTest
    @EnumSource(Order.class)
    void ST16_noZoneReadsEarlyBesideASlowDevice(Order order) {
        Stencil stencil = square(32, 40, ElementType.INT);
        Domain[] where = {
            devices.host(),
            devices.domain("paced:2"),
            devices.reference(0),
            devices.domain("paced:3"),
            devices.reference(1)
        };
        for (Point parts : List.of(new Point(1, 4, 1), new Point(2, 2, 1), new Point(4, 1, 1))) {
            Map<String, MemorySegment> arrays = young(stencil);
            run(
                    Planner.grid(stencil, parts, 1),
                    ages(),
                    arrays,
                    RunOptions.DEFAULT.with(order),
                    where);
            long centre = 16 * 34 + 16;
            assertEquals(40, arrays.get("B").getAtIndex(ValueLayout.JAVA_INT, centre));
        }
    }

    @Test
    void ST16_theKernelOfTheAgesSeesAMissingExchange() {
        Stencil stencil = square(32, 6, ElementType.INT);
        StencilPlan plan = Planner.grid(stencil, new Point(1, 2, 1), 1);
        StencilPlan silent =
                new StencilPlan(stencil, plan.options(), plan.parts(), plan.zones(), List.of());
        StencilFailedException failed =
                assertThrows(
                        StencilFailedException.class,
                        () ->
                                run(
                                        silent,
                                        ages(),
                                        young(stencil),
                                        RunOptions.DEFAULT,
                                        devices.host(),
                                        devices.reference(0)));
        assertTrue(failed.getMessage().contains("reads age 0 beside age 1"), failed.getMessage());
    }

    @Test
    void ST18_bordersOfTheOutputArrayAreUploaded() throws Exception {
        Stencil stencil = square(16, 5);
        checked(
                Planner.grid(stencil, new Point(1, 2, 1), 1),
                RunOptions.DEFAULT,
                devices.reference(0),
                devices.reference(1));
    }

    @Test
    void ST21_failureNamesZoneAndDomainAndLeavesTheArrays() {
        Stencil stencil = square(32, 10);
        StencilPlan plan = Planner.grid(stencil, new Point(1, 2, 1), 1);
        Map<String, MemorySegment> arrays = Sequential.arrays(stencil, new Random(3));
        Map<String, MemorySegment> before = Sequential.copy(arrays);
        PointKernel right = new PointKernel(stencil);
        JavaKernel broken =
                (piece, arguments) -> {
                    right.run(piece, arguments);
                    if (arguments.segment(1).getAtIndex(ValueLayout.JAVA_FLOAT, 0) == 77) {
                        throw new IllegalStateException("out of order");
                    }
                };
        arrays.get("B").setAtIndex(ValueLayout.JAVA_FLOAT, 16 * 34, 77);
        before.get("B").setAtIndex(ValueLayout.JAVA_FLOAT, 16 * 34, 77);
        StencilFailedException failed =
                assertThrows(
                        StencilFailedException.class,
                        () ->
                                run(
                                        plan,
                                        broken,
                                        arrays,
                                        RunOptions.DEFAULT,
                                        devices.host(),
                                        devices.reference(0)));
        assertEquals(1, failed.zone());
        assertEquals(devices.reference(0).id(), failed.domain());
        assertTrue(failed.getMessage().contains("out of order"), failed.getMessage());
        before.forEach((name, memory) -> assertEquals(-1, memory.mismatch(arrays.get(name))));
        assertTrue(
                devices.anabranch().monitor().buffers().isEmpty(),
                () -> devices.anabranch().monitor().buffers().toString());
        assertTrue(devices.anabranch().monitor().streams().isEmpty());
    }

    @Test
    void ST22_dataLargerThanAnyDeviceRuns() throws Exception {
        Stencil stencil = square(64, 4);
        assertTrue(2 * stencil.grid().bytes() <= SMALL_MEMORY);
        Stencil twice = square(88, 4);
        long all = 2 * twice.grid().bytes();
        assertTrue(all > SMALL_MEMORY && all < 2 * SMALL_MEMORY, "the test's sizes: " + all);
        Domain[] small = {devices.domain("small:0"), devices.domain("small:1")};
        StencilFailedException refused =
                assertThrows(
                        StencilFailedException.class,
                        () ->
                                checked(
                                        Planner.grid(twice, Point.ONE, 1),
                                        RunOptions.DEFAULT,
                                        small));
        assertInstanceOf(MemoryExhaustedException.class, root(refused));
        checked(Planner.grid(twice, new Point(1, 2, 1), 1), RunOptions.DEFAULT, small);
    }

    private static Throwable root(Throwable thrown) {
        for (Throwable one = thrown; one != null; one = one.getCause()) {
            if (one instanceof MemoryExhaustedException) {
                return one;
            }
        }
        return thrown;
    }

    @Test
    void ST23_figuresAddUp() throws Exception {
        Stencil stencil = square(32, 6);
        StencilPlan plan = Planner.grid(stencil, new Point(1, 2, 1), 1);
        RunFigures figures =
                checked(
                        plan,
                        RunOptions.DEFAULT.with(Order.PHASED).flops(4),
                        devices.host(),
                        devices.reference(0));
        assertEquals(4.0 * 32 * 32 * 6, figures.flops());
        assertEquals(5 * plan.bytesPerExchange(), figures.bytesExchanged());
        double parts = figures.upload() + figures.compute() + figures.exchange() + figures.gather();
        assertTrue(figures.exchange() > 0 && parts <= figures.total());
        assertTrue(figures.transferShare() > 0 && figures.transferShare() <= 1);
        assertEquals(figures.flops() / figures.total() / 1e9, figures.gflops());
        assertEquals(List.of(devices.host().id(), devices.reference(0).id()), figures.domains());
        figures.speeds().forEach(speed -> assertTrue(speed > 0));
    }

    @Test
    void ST30_zonesAreCutAgainWhenADeviceBecomesSlow() throws Exception {
        Stencil stencil = square(64, 90);
        StencilPlan plan = Planner.plan(stencil, PlanOptions.devices(2));
        changing.perIndex = 2000 * 6;
        RunFigures figures =
                checked(
                        plan,
                        RunOptions.DEFAULT.recut(10),
                        devices.domain("paced:0"),
                        devices.domain("paced:1"));
        changing.perIndex = 2000;
        assertTrue(figures.cuts() >= 1, "never cut again: " + figures.speeds());
        long first = figures.plan().zones().get(0).write().cells();
        long second = figures.plan().zones().get(1).write().cells();
        assertTrue(first > second, first + " and " + second + " cells");
        long all = plan.bytesOf(0) + plan.bytesOf(1);
        assertTrue(figures.bytesMoved() > 0 && figures.bytesMoved() < figures.cuts() * all);
    }

    @Test
    void ST22_ST30_zonesThatDoNotFitBesideTheOldOnesComeInPlaceOfThem() throws Exception {
        Stencil stencil = square(64, 120);
        StencilPlan plan = Planner.plan(stencil, PlanOptions.devices(2));
        Map<String, MemorySegment> arrays = Sequential.arrays(stencil, new Random(3));
        for (long row = 32; row < 66; row++) { // wherever the second zone begins later
            arrays.get("B").setAtIndex(ValueLayout.JAVA_FLOAT, row * 66, 77);
            arrays.get("A").setAtIndex(ValueLayout.JAVA_FLOAT, row * 66, 77);
        }
        Map<String, MemorySegment> expected = Sequential.copy(arrays);
        PointKernel code = new PointKernel(stencil);
        Sequential.run(stencil, code, expected);
        JavaKernel slowInTheSecondZone =
                (piece, arguments) -> {
                    code.run(piece, arguments);
                    if (arguments.segment(1).getAtIndex(ValueLayout.JAVA_FLOAT, 0) == 77) {
                        Thread.sleep(3);
                    }
                };
        RunFigures figures =
                run(
                        plan,
                        slowInTheSecondZone,
                        arrays,
                        RunOptions.DEFAULT.recut(10),
                        devices.domain("small:0"),
                        devices.domain("small:1"));
        RandomStencilTest.compare(stencil, expected, arrays);
        assertTrue(figures.cuts() >= 1, "never cut again: " + figures.speeds());
        long first = figures.plan().bytesOf(0);
        assertTrue(plan.bytesOf(0) + first > SMALL_MEMORY, "they would fit: " + first);
        assertTrue(figures.bytesMoved() > 0);
    }

    @Test
    void ST21_missingArraysAndDomainsAreRefused() {
        Stencil stencil = square(16, 1);
        StencilPlan plan = Planner.grid(stencil, new Point(1, 2, 1), 1);
        PointKernel code = new PointKernel(stencil);
        Map<String, MemorySegment> arrays = Sequential.arrays(stencil, new Random(3));
        assertThrows(
                ProgramException.class,
                () -> run(plan, code, arrays, RunOptions.DEFAULT, devices.host()));
        arrays.put("A", MemorySegment.ofArray(new byte[8]));
        assertThrows(
                ProgramException.class,
                () -> run(plan, code, arrays, RunOptions.DEFAULT, devices.host(), devices.host()));
    }

    @Test
    void ST01_domainWithoutAFormatIsRefusedByName() {
        Stencil stencil = square(16, 1);
        Kernel none = StencilKernels.of(stencil);
        StencilFailedException failed =
                assertThrows(
                        StencilFailedException.class,
                        () ->
                                new StencilRun(
                                                devices.platform(),
                                                Planner.plan(stencil, PlanOptions.devices(1)),
                                                List.of(devices.host()),
                                                none,
                                                RunOptions.DEFAULT)
                                        .run(Sequential.arrays(stencil, new Random(3))));
        assertTrue(failed.getMessage().startsWith("zone 0 on host"), failed.getMessage());
    }

    @Test
    void ST23_progressReachesTheEnd() throws Exception {
        List<Long> told = new ArrayList<>();
        Stencil stencil = square(16, 9);
        checked(
                Planner.plan(stencil, PlanOptions.devices(1)),
                RunOptions.DEFAULT.telling(told::add),
                devices.host());
        assertEquals(9L, told.getLast());
        assertEquals(told.stream().sorted().toList(), told);
    }
}
