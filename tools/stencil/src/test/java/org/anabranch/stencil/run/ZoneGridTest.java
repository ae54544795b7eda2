package org.anabranch.stencil.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Domain;
import org.anabranch.stencil.EmbeddedDevices;
import org.anabranch.stencil.Examples;
import org.anabranch.stencil.PointKernel;
import org.anabranch.stencil.Sequential;
import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.geometry.Point;
import org.anabranch.stencil.plan.Planner;
import org.anabranch.stencil.plan.StencilPlan;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Random;

class ZoneGridTest {
    private static final int ITERATIONS = 400;

    @Test
    void ST23_measurementsOfEndedLaunchesAreNotKept() {
        Stencil stencil =
                Examples.points(2, new long[] {16, 16}, new long[] {4, 4}, new long[] {0, 1})
                        .iterations(ITERATIONS)
                        .build();
        StencilPlan plan = Planner.grid(stencil, new Point(1, 2, 1), 1);
        try (EmbeddedDevices devices = new EmbeddedDevices(2)) {
            List<Domain> where = List.of(devices.reference(0), devices.reference(1));
            var kernel = StencilKernels.of(stencil, new PointKernel(stencil));
            try (ZoneGrid grid = new ZoneGrid(devices.platform(), plan, where, kernel)) {
                grid.upload(Sequential.arrays(stencil, new Random(1)));
                for (long t = 0; t < ITERATIONS; t++) {
                    grid.launch(t, 0);
                    grid.exchange(t);
                    grid.events.next();
                    grid.awaitOldest();
                }
                for (ZoneClock clock : grid.clocks) {
                    assertTrue(clock.open() < ITERATIONS / 4, clock.open() + " are kept");
                }
                grid.awaitAll();
                grid.clocks.forEach(clock -> assertTrue(clock.speed() > 0));
            }
            assertEquals(List.of(), devices.anabranch().monitor().streams());
        }
    }
}
