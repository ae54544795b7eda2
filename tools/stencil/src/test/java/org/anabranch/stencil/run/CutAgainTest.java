package org.anabranch.stencil.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Domain;
import org.anabranch.api.Monitor.DomainReport;
import org.anabranch.stencil.EmbeddedDevices;
import org.anabranch.stencil.Examples;
import org.anabranch.stencil.PointKernel;
import org.anabranch.stencil.PointSource;
import org.anabranch.stencil.RandomStencil;
import org.anabranch.stencil.Sequential;
import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.description.StencilArgument;
import org.anabranch.stencil.plan.CutAgain;
import org.anabranch.stencil.plan.CutChange;
import org.anabranch.stencil.plan.PlanOptions;
import org.anabranch.stencil.plan.Planner;
import org.anabranch.stencil.plan.StencilPlan;
import org.anabranch.stencil.plan.Zone;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** When zones are cut again, and that only what changes hands moves. */
class CutAgainTest {
    private static final int CASES = Boolean.getBoolean("anabranch.nightly") ? 3000 : 80;
    private static final int DEVICES = 5;
    private static EmbeddedDevices devices;

    @BeforeAll
    static void start() {
        devices = new EmbeddedDevices(DEVICES);
    }

    @AfterAll
    static void stop() {
        devices.close();
    }

    private static StencilPlan better(List<Double> speeds, long left, double secondsPerByte) {
        StencilPlan plan = Planner.plan(Examples.worked(), PlanOptions.devices(2));
        return CutAgain.better(plan, speeds, left, secondsPerByte);
    }

    @Test
    void ST30_equalSpeedsOrNoneAreNoReason() {
        assertNull(better(List.of(1e6, 1e6), 1_000_000, 0));
        assertNull(better(List.of(1.05e6, 1e6), 1_000_000, 0));
        assertNull(better(List.of(3e6, 0.0), 1_000_000, 0));
    }

    @Test
    void ST30_savingMustPayForMoving() {
        StencilPlan plan = better(List.of(3e6, 1e6), 1_000_000, 1e-9);
        assertNotNull(plan);
        List<Long> rows = plan.zones().stream().map(zone -> zone.write().size().y()).toList();
        assertEquals(List.of(768L, 256L), rows);
        assertNull(better(List.of(3e6, 1e6), 1, 1));
    }

    @Test
    void ST30_equalPartsOfThePaperStay() {
        StencilPlan plan = Planner.plan(Examples.worked(), PlanOptions.paper(2));
        assertNull(CutAgain.better(plan, List.of(3e6, 1e6), 1_000_000, 0));
    }

    @Test
    void ST30_unusedDeviceIsTakenInWhenAnotherBecomesSlow() {
        List<Double> weights = List.of(1.0, 1.0, 0.06);
        StencilPlan plan = Planner.plan(Examples.worked(), PlanOptions.weighted(weights));
        assertEquals(2, plan.zones().size());
        StencilPlan better = CutAgain.better(plan, List.of(1e6, 1e5), 1_000_000, 0);
        assertEquals(List.of(0, 1, 2), better.zones().stream().map(Zone::device).toList());
    }

    @Test
    void ST30_rowsThatChangeHandsAndNothingElseMove() {
        Stencil worked = Examples.worked();
        StencilPlan before = Planner.plan(worked, PlanOptions.weighted(List.of(8.0, 8.0)));
        StencilPlan after = Planner.plan(worked, PlanOptions.weighted(List.of(10.0, 6.0)));
        CutChange change = CutChange.of(before, after);
        long rows = after.zones().get(0).write().high().y() - 513;
        assertEquals(128, rows);
        long values = 4096 * (rows + 1) - 4096; // with the new ghost, without the old one
        long borders = 2 * 20 * rows; // of both arrays, left and right
        long beyond = 4096; // the new ghost row of the other array: not read, but touched
        assertEquals(4 * (values + borders + beyond), change.bytes());
    }

    /** A random plan, another one for the same stencil, and the middle between them. */
    @Test
    void ST20_ST30_movedZonesGoOnWithTheSameBitsAndMoveNoMoreThanIsSaid() throws Exception {
        int moved = 0;
        for (long seed = 1; seed <= CASES; seed++) {
            try {
                List<Domain> domains = new ArrayList<>();
                for (int i = 0; i < DEVICES; i++) {
                    domains.add(devices.reference(i));
                }
                domains.set((int) (seed % DEVICES), devices.host());
                moved += one(devices, domains, seed) ? 1 : 0;
            } catch (Exception | AssertionError wrong) {
                throw new AssertionError("seed " + seed, wrong);
            }
        }
        assertTrue(moved > CASES / 4, moved + " of " + CASES + " changed their zones");
    }

    /** Returns true if the zones were different in the second part of the run. */
    static boolean one(EmbeddedDevices devices, List<Domain> all, long seed) throws Exception {
        Random random = new Random(~seed);
        RandomStencil drawn = RandomStencil.of(seed, DEVICES);
        int depth = drawn.plan().options().depth();
        Stencil stencil = drawn.stencil().iterating(2L * depth * (1 + random.nextInt(3)) + 1);
        StencilPlan first = other(stencil, random, depth);
        StencilPlan second = other(stencil, random, depth);
        List<Domain> domains = new ArrayList<>(all);
        Collections.shuffle(domains, random);
        Map<String, MemorySegment> arrays = Sequential.arrays(stencil, random);
        Map<String, MemorySegment> expected = Sequential.copy(arrays);
        PointKernel code = new PointKernel(stencil);
        Sequential.run(stencil, code, expected);
        long at = depth * (1L + random.nextInt((int) (stencil.iterations() / depth)));
        at = Math.min(at, (stencil.iterations() - 1) / depth * depth);
        Halves halves = new Halves(devices, stencil, domains, at, stencil.iterations());
        halves.run(first, second, code, arrays);
        for (String name : arrays.keySet()) {
            if (!name.equals("A")
                    || stencil.argument(name).orElseThrow().property()
                            == StencilArgument.Property.INOUT) {
                assertEquals(-1, expected.get(name).mismatch(arrays.get(name)), name);
            }
        }
        return !first.zones().equals(second.zones());
    }

    private static StencilPlan other(Stencil stencil, Random random, int depth) {
        List<Double> weights = new ArrayList<>();
        int count = 1 + random.nextInt(DEVICES);
        for (int i = 0; i < count; i++) {
            weights.add(0.1 + random.nextDouble());
        }
        return Planner.plan(
                stencil,
                PlanOptions.weighted(weights)
                        .deep(depth)
                        .with(PlanOptions.Cut.values()[random.nextInt(3)])
                        .with(PlanOptions.Policy.values()[random.nextInt(2)]));
    }

    /** A run whose zones change at an iteration. */
    private record Halves(
            EmbeddedDevices devices, Stencil stencil, List<Domain> domains, long at, long all) {
        void run(
                StencilPlan first,
                StencilPlan second,
                PointKernel code,
                Map<String, MemorySegment> arrays)
                throws Exception {
            var kernel = StencilKernels.of(PointSource.with(stencil), code);
            boolean swapped = stencil.swaps() && at % 2 == 1;
            ZoneGrid moved;
            try (ZoneGrid grid = new ZoneGrid(devices.platform(), first, domains, kernel)) {
                grid.upload(arrays);
                iterate(grid, at, false);
                Map<String, MemorySegment> names = new HashMap<>(arrays);
                if (swapped) {
                    names.put("A", arrays.get("B"));
                    names.put("B", arrays.get("A"));
                }
                List<DomainReport> before = domains.stream().map(devices::report).toList();
                moved = grid.moved(second, domains, swapped, names);
                compareBytes(CutChange.of(first, second), second, before);
            }
            try (moved) {
                iterate(moved, all - at, true);
                gather(moved, arrays);
            }
        }

        private void iterate(ZoneGrid grid, long count, boolean last) {
            int depth = grid.plan.options().depth();
            for (long t = 0; t < count; t++) {
                long period = last ? Math.min(depth, count - (t - t % depth)) : depth;
                int step = (int) (depth - period + t % depth);
                grid.launch(t, step);
                if (step == depth - 1 && !(last && t + 1 == count)) {
                    grid.exchange(t);
                }
                grid.events.next();
            }
            grid.awaitAll();
        }

        private void gather(ZoneGrid grid, Map<String, MemorySegment> arrays) {
            boolean late = stencil.swaps() && (all - at) % 2 == 1;
            for (String name : List.of("A", "B")) {
                if (name.equals("B") && !stencil.swaps()) {
                    continue;
                }
                MemorySegment whole =
                        java.lang.foreign.Arena.ofAuto()
                                .allocate(arrays.get(name).byteSize(), 128)
                                .copyFrom(arrays.get(name));
                grid.gather(name, late, whole);
                arrays.put(name, whole);
            }
        }

        private void compareBytes(CutChange change, StencilPlan plan, List<DomainReport> before)
                throws Exception {
            for (Zone zone : plan.zones()) {
                if (domains.get(zone.device()).isHost()) {
                    continue;
                }
                long in = 0;
                for (CutChange.Move move : change.moves()) {
                    in += move.to() == zone.id() && !move.stays() ? move.bytes() : 0;
                }
                long now = 0;
                for (int i = 0; i < 2000 && now < in; i++) {
                    DomainReport report = devices.report(domains.get(zone.device()));
                    now = report.bytesIn() - before.get(zone.device()).bytesIn();
                    Thread.sleep(now < in ? 1 : 0);
                }
                assertEquals(in, now, "bytes to zone " + zone.id());
            }
        }
    }
}
