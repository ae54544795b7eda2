package org.anabranch.stencil.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Domain;
import org.anabranch.faulty.FaultPlan;
import org.anabranch.faulty.FaultyBackend;
import org.anabranch.reference.ReferenceBackend;
import org.anabranch.stencil.EmbeddedDevices;
import org.anabranch.stencil.Examples;
import org.anabranch.stencil.PointKernel;
import org.anabranch.stencil.Sequential;
import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.geometry.Point;
import org.anabranch.stencil.plan.Planner;
import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A device that vanishes at any of its operations: in the upload, the loop or the gathering. */
class LostDeviceTest {
    private static final int LATEST = 40; // a platform has 63 devices at most

    @Test
    void ST21_lossIsToldWithZoneAndDomainWheneverItComes() {
        Stencil stencil =
                Examples.points(
                                2,
                                new long[] {16, 16},
                                new long[] {4, 4},
                                new long[] {0, 1},
                                new long[] {0, -1})
                        .iterations(6)
                        .build();
        try (EmbeddedDevices devices = new EmbeddedDevices(1)) {
            int lost = 0;
            for (int at = 1; at <= LATEST; at++) {
                lost += lostAt(at, stencil, devices) ? 1 : 0;
            }
            assertTrue(lost >= 12, "only " + lost + " runs met the loss");
        }
    }

    private static boolean lostAt(int at, Stencil stencil, EmbeddedDevices devices) {
        devices.plug(
                new FaultyBackend(
                        new ReferenceBackend(
                                List.of(
                                        EmbeddedDevices.info(
                                                "reference:" + (100 + at), 1 << 20, false)),
                                false),
                        FaultPlan.parse("lose at " + at)));
        Domain vanishing = devices.domain("faulty:" + (100 + at));
        Map<String, MemorySegment> arrays = Sequential.arrays(stencil, new Random(at));
        Map<String, MemorySegment> before = Sequential.copy(arrays);
        StencilRun run =
                new StencilRun(
                        devices.platform(),
                        Planner.grid(stencil, new Point(1, 2, 1), 1),
                        List.of(devices.reference(0), vanishing),
                        StencilKernels.of(stencil, new PointKernel(stencil)),
                        RunOptions.DEFAULT.with(
                                at % 2 == 0
                                        ? RunOptions.Order.PHASED
                                        : RunOptions.Order.OVERLAPPED));
        boolean lost = false;
        try {
            run.run(arrays);
        } catch (StencilFailedException failed) {
            lost = true;
            String where = "lost at " + at + ": " + failed.getMessage();
            assertEquals(vanishing.id(), failed.domain(), where);
            assertEquals(1, failed.zone(), where);
            before.forEach(
                    (name, memory) -> assertEquals(-1, memory.mismatch(arrays.get(name)), where));
        }
        assertEquals(List.of(), devices.anabranch().monitor().streams());
        assertEquals(List.of(), devices.anabranch().monitor().buffers());
        return lost;
    }
}
