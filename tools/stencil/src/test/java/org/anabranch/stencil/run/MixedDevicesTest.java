package org.anabranch.stencil.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import org.anabranch.api.Domain;
import org.anabranch.api.Kernel;
import org.anabranch.api.Monitor.DomainReport;
import org.anabranch.mic.MicBackend;
import org.anabranch.stencil.EmbeddedDevices;
import org.anabranch.stencil.PacedBackend;
import org.anabranch.stencil.PointKernel;
import org.anabranch.stencil.PointSource;
import org.anabranch.stencil.RandomStencil;
import org.anabranch.stencil.Sequential;
import org.anabranch.stencil.ShippedStencils;
import org.anabranch.stencil.description.ElementType;
import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.geometry.Point;
import org.anabranch.stencil.plan.PlanOptions;
import org.anabranch.stencil.plan.Planner;
import org.anabranch.stencil.plan.StencilPlan;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * The host, OpenCL devices, cards in processes of their own, the K2H model and a reference device
 * in one run: the same bits as one kernel after the other over everything, and no byte moved but
 * the plan's. Without OpenCL, the others.
 */
class MixedDevicesTest {
    private static final int CASES = Boolean.getBoolean("anabranch.nightly") ? 1000 : 14;
    private static final int DEVICES = 6;
    private static EmbeddedDevices devices;
    private static List<Domain> openCl = List.of();
    private static List<Domain> cards = List.of();

    @BeforeAll
    static void start() {
        devices = new EmbeddedDevices(1);
        devices.plug(MicBackend.with(Map.of("cards", 2, "cores", 4)));
        devices.plug(new PacedBackend(Map.of("paced:0", new PacedBackend.Pace(150, 400_000, 0))));
        cards = List.of(devices.domain("mic:0"), devices.domain("mic:1"));
        openCl = devices.openCl();
    }

    @AfterAll
    static void stop() {
        devices.close();
    }

    @Test
    void ST15_ST20_sameBitsAndExactlyThePlannedBytesOnEveryKindOfDevice() throws Exception {
        Set<String> kinds = new HashSet<>();
        EnumSet<ElementType> types = EnumSet.noneOf(ElementType.class);
        for (long seed = 1; seed <= CASES; seed++) {
            try {
                RandomStencil drawn = RandomStencil.of(seed, DEVICES);
                types.add(drawn.stencil().grid().type());
                kinds.addAll(one(seed, drawn));
            } catch (Exception | AssertionError wrong) {
                throw new AssertionError("seed " + seed, wrong);
            }
        }
        assertTrue(kinds.containsAll(List.of("host", "mic", "k2h", "reference")), kinds.toString());
        assertTrue(openCl.isEmpty() || kinds.contains("opencl"), kinds.toString());
        assertTrue(types.size() == 3, types.toString());
    }

    private static Set<String> one(long seed, RandomStencil drawn) throws Exception {
        Random random = new Random(~seed);
        List<Domain> domains = new ArrayList<>(cards);
        domains.addAll(openCl);
        domains.add(devices.host());
        domains.add(devices.reference(0));
        domains.add(devices.domain("k2h:0"));
        Collections.shuffle(domains, random);
        Stencil stencil = PointSource.with(drawn.stencil());
        Map<String, MemorySegment> arrays = Sequential.arrays(stencil, random);
        Map<String, MemorySegment> expected = Sequential.copy(arrays);
        PointKernel code = new PointKernel(stencil);
        Sequential.run(stencil, code, expected);
        RunOptions options = RunOptions.DEFAULT.with(RunOptions.Order.values()[random.nextInt(2)]);
        List<DomainReport> before = domains.stream().map(devices::report).toList();
        Kernel kernel = StencilKernels.of(stencil, code);
        new StencilRun(devices.platform(), drawn.plan(), domains, kernel, options).run(arrays);
        RandomStencilTest.compare(stencil, expected, arrays);
        RandomStencilTest.compareBytes(devices, drawn.plan(), domains, before);
        Set<String> used = new HashSet<>();
        drawn.plan().zones().forEach(zone -> used.add(domains.get(zone.device()).kind()));
        return used;
    }

    @Test
    void ST20_ST30_movedZonesGoOnWithTheSameBitsOnEveryKindOfDevice() throws Exception {
        List<Domain> domains = new ArrayList<>(cards);
        domains.add(devices.host());
        domains.add(devices.domain("k2h:0"));
        domains.add(openCl.isEmpty() ? devices.reference(0) : openCl.getFirst());
        int moved = 0;
        for (long seed = 1; seed <= CASES; seed++) {
            try {
                moved += CutAgainTest.one(devices, domains, seed) ? 1 : 0;
            } catch (Exception | AssertionError wrong) {
                throw new AssertionError("seed " + seed, wrong);
            }
        }
        assertTrue(moved > CASES / 4, moved + " of " + CASES + " changed their zones");
    }

    @Test
    void ST16_ST20_jacobiOnHostOpenClCardAndASlowDeviceInOneRunHasTheBitsOfOneDevice()
            throws Exception {
        assumeFalse(openCl.isEmpty(), "no OpenCL device here");
        Stencil stencil = jacobi(50);
        List<Domain> three = List.of(devices.host(), openCl.getFirst(), cards.getFirst());
        List<Domain> four = new ArrayList<>(three);
        four.add(1, devices.domain("paced:0"));
        List<List<Domain>> mixtures = new ArrayList<>(List.of(three, four));
        three.forEach(alone -> mixtures.add(List.of(alone)));
        for (List<Domain> where : mixtures) {
            for (int depth : where.size() == 1 ? new int[] {1} : new int[] {1, 3}) {
                PlanOptions options = PlanOptions.devices(where.size()).deep(depth);
                StencilPlan plan = Planner.plan(stencil, options);
                assertEquals(where.size(), plan.zones().size());
                for (RunOptions.Order order : RunOptions.Order.values()) {
                    checkJacobi(plan, where, RunOptions.DEFAULT.with(order));
                }
            }
        }
    }

    /** A card copies by itself; what its zones send each other does not cross its link. */
    @Test
    void ST14_zonesOfOneCardCopyThereAndThoseOfTwoThroughTheHostWithTheSameResult()
            throws Exception {
        Stencil stencil = jacobi(6);
        StencilPlan plan = Planner.grid(stencil, new Point(1, 2, 1), 1);
        Domain card = cards.getFirst();
        DomainReport before = devices.report(card);
        checkJacobi(plan, List.of(card, card), RunOptions.DEFAULT);
        long in = plan.bytesOf(0) + plan.bytesOf(1);
        long out = stencil.useful().cells() * stencil.grid().type().bytes();
        RandomStencilTest.awaitCounts(devices, card, before, in, out);
        assertEquals(in, devices.report(card).bytesIn() - before.bytesIn());
        assertEquals(out, devices.report(card).bytesOut() - before.bytesOut());
        List<DomainReport> both = cards.stream().map(devices::report).toList();
        checkJacobi(plan, cards, RunOptions.DEFAULT);
        RandomStencilTest.compareBytes(devices, plan, cards, both);
    }

    private static Stencil jacobi(long iterations) {
        Kernel shipped = ShippedStencils.KERNELS.getFirst();
        return ShippedStencils.resized(ShippedStencils.read(shipped), iterations, 1024, 256);
    }

    private static void checkJacobi(StencilPlan plan, List<Domain> where, RunOptions how)
            throws Exception {
        Kernel shipped = ShippedStencils.KERNELS.getFirst();
        ShippedStencils.Example example = ShippedStencils.example(plan.stencil(), shipped);
        Map<String, MemorySegment> arrays = Sequential.copy(example.begin());
        Kernel kernel = StencilKernels.of(plan.stencil(), ShippedStencils.java(shipped));
        new StencilRun(devices.platform(), plan, where, kernel, how).run(arrays);
        RandomStencilTest.compare(plan.stencil(), example.expected(), arrays);
    }
}
