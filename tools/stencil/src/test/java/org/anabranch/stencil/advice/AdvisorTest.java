package org.anabranch.stencil.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Domain;
import org.anabranch.api.Kernel;
import org.anabranch.stencil.EmbeddedDevices;
import org.anabranch.stencil.Examples;
import org.anabranch.stencil.PacedBackend;
import org.anabranch.stencil.advice.Advisor.Advice;
import org.anabranch.stencil.advice.Advisor.Choice;
import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.plan.PlanOptions;
import org.anabranch.stencil.plan.Planner;
import org.anabranch.stencil.plan.StencilPlan;
import org.anabranch.stencil.plan.Zone;
import org.anabranch.stencil.run.StencilKernels;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

class AdvisorTest {
    private static EmbeddedDevices devices;

    @BeforeAll
    static void start() {
        devices = new EmbeddedDevices(0);
        devices.plug(
                new PacedBackend(
                        Map.of(
                                "paced:0", new PacedBackend.Pace(4000, 100_000, 1),
                                "paced:1", new PacedBackend.Pace(4000, 100_000, 1),
                                "paced:2", new PacedBackend.Pace(4000, 20_000_000, 10))));
    }

    @AfterAll
    static void stop() {
        devices.close();
    }

    private static List<Choice> predicted(Stencil stencil, DomainSpeed... speeds) {
        return Advisor.predict(stencil, List.of(speeds), PlanOptions.devices(1));
    }

    private static int best(List<Choice> choices) {
        int best = 0;
        for (int i = 1; i < choices.size(); i++) {
            best = choices.get(i).predicted() < choices.get(best).predicted() ? i : best;
        }
        return best + 1;
    }

    @Test
    void ST33_smallDataUsesOneDeviceAndLargeDataAll() {
        Domain any = devices.host();
        DomainSpeed gpu = new DomainSpeed(any, 2e-5, 1e-10, 2e-5, 1e-10);
        Stencil small = Examples.jacobi(256, 64, 256, 16, 64, 4).build();
        assertEquals(1, best(predicted(small, gpu, gpu, gpu, gpu)));
        Stencil large = Examples.jacobi(16384, 16384, 16384, 4096, 64, 16).build();
        assertEquals(4, best(predicted(large, gpu, gpu, gpu, gpu)));
    }

    @Test
    void ST30_ST33_weightsAreTheMeasuredSpeeds() {
        Domain any = devices.host();
        DomainSpeed fast = new DomainSpeed(any, 0, 1e-9, 0, 0);
        DomainSpeed slow = new DomainSpeed(any, 0, 3e-9, 0, 0);
        List<Choice> choices = predicted(Examples.worked(), slow, fast);
        List<Zone> zones = choices.get(1).plan().zones();
        assertEquals(768, zones.get(0).write().size().y());
        assertEquals(256, zones.get(1).write().size().y());
    }

    @Test
    void ST33_measuredSpeedsLeadToTheRightNumber() {
        Stencil stencil = Examples.jacobi(64, 64, 64, 64, 8, 8).iterations(20).build();
        Kernel jacobi = StencilKernels.of(stencil, (piece, arguments) -> {});
        List<Domain> near = List.of(devices.domain("paced:0"), devices.domain("paced:1"));
        Advice both =
                Advisor.advise(devices.platform(), stencil, jacobi, near, PlanOptions.devices(1));
        assertEquals(2, both.best().plan().zones().size(), both.toString());
        List<Domain> far = List.of(devices.domain("paced:0"), devices.domain("paced:2"));
        Advice one =
                Advisor.advise(devices.platform(), stencil, jacobi, far, PlanOptions.devices(1));
        assertEquals(1, one.best().plan().zones().size(), one.toString());
        assertEquals("paced:0", one.best().domains().getFirst().id());
    }

    @Test
    void ST33_noIterationNeedsNoSpeeds() {
        Stencil none = Examples.jacobi(64, 64, 64, 64, 8, 8).iterations(0).build();
        Kernel jacobi = StencilKernels.of(none, (piece, arguments) -> {});
        List<Domain> near = List.of(devices.domain("paced:0"), devices.domain("paced:1"));
        Advice advice =
                Advisor.advise(devices.platform(), none, jacobi, near, PlanOptions.devices(1));
        assertTrue(advice.best().predicted() >= 0, advice.toString());
        assertEquals(2, advice.considered().size());
    }

    @Test
    void ST30_ST33_zonesAreForTheSpeedsThatDomainsHaveTogether() {
        StencilPlan plan = Planner.plan(Examples.worked(), PlanOptions.devices(2));
        Choice choice = new Choice(plan, List.of(devices.host(), devices.host()), 1);
        List<Zone> zones = choice.weighed(List.of(3e8, 1e8)).plan().zones();
        assertEquals(768, zones.get(0).write().size().y());
        assertEquals(256, zones.get(1).write().size().y());
        assertEquals(plan, choice.weighed(List.of(3e8, 0.0)).plan());
    }
}
