package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.Monitor.StallReport;
import org.anabranch.api.Stream;
import org.anabranch.faulty.FaultPlan;
import org.anabranch.faulty.FaultyBackend;
import org.anabranch.scheduler.action.ExecutingDomain;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;

/** A9: what does not end is said, once. */
@Timeout(60)
class WatchdogTest {
    private static final EngineSettings QUICK =
            House.SETTINGS.inTracedMode().sayingStallsAfter(40_000_000);

    private static List<StallReport> stalls(House house) {
        return house.engine.monitor().stalls();
    }

    @Test
    void a9_a_kernel_on_the_host_that_does_not_end_is_said_once() {
        try (Said said = new Said();
                House house = House.of(QUICK);
                Stream stream = house.host0().stream()) {
            Gate gate = new Gate();
            House.until("it rests", () -> !house.engine.watchdog.anythingRuns());
            House.pause(60); // no timer is left
            Buffer x = house.platform.buffer(JAVA_LONG, 1);
            Event endless = stream.run(gate.fill, x.all().out(), Argument.of(1L));
            House.until("it is said", () -> said.has("nothing has completed on host for "));
            String line = said.with("nothing has completed on host").getFirst();
            assertTrue(line.contains("kernel gated fill (action 1 of stream "), line);
            assertTrue(line.contains(", enqueued at "), line);
            assertTrue(line.contains(", now at "), line);
            StallReport stall = stalls(house).getFirst();
            assertEquals("host", stall.domain().id());
            assertTrue(stall.what().contains("kernel gated fill"), stall::what);
            assertTrue(stall.nanos() >= 40_000_000);
            House.until(
                    "it has looked again", () -> stalls(house).getFirst().nanos() > 200_000_000);
            gate.open();
            endless.await();
            House.until("it is over", () -> stalls(house).isEmpty());
            assertEquals(
                    1, said.with("has not completed").size() + said.with("nothing has").size());
        }
    }

    @Test
    void a9_a_device_that_does_not_complete_is_said_once() {
        FaultyBackend backend = new FaultyBackend(House.reference(1), FaultPlan.parse("hang at 1"));
        try (Said said = new Said();
                House house = House.of(QUICK).plug(backend, 1)) {
            Stream stream = house.device(0).stream();
            Buffer x = house.platform.buffer(JAVA_LONG, 1);
            House.until("it rests", () -> !house.engine.watchdog.anythingRuns());
            Event hung = stream.run(Kernels.FILL, x.all().out(), Argument.of(1L));
            House.until("it is said", () -> said.has("nothing has completed on faulty:0 for "));
            assertTrue(said.has(": kernel fill (action 1 of stream "));
            assertEquals("faulty:0", stalls(house).getFirst().domain().id());
            backend.device("faulty:0").orElseThrow().resume();
            hung.await();
            House.until("it is over", () -> stalls(house).isEmpty());
            assertEquals(1, said.with("kernel fill").size());
        }
    }

    @Test
    void a9_a_body_that_waits_for_something_else_is_named() throws Exception {
        try (Said said = new Said();
                House house = House.of(QUICK)) {
            CountDownLatch never = new CountDownLatch(1);
            try (Finish finish = house.platform.finish()) {
                var waiting =
                        finish.call(
                                () -> {
                                    never.await();
                                    return 1;
                                });
                House.until("it is said", () -> said.has("a task of a finish scope, now at "));
                never.countDown();
                assertEquals(1, waiting.get());
            }
        }
    }

    @Test
    void a9_who_waits_for_others_is_no_stall() {
        try (Said said = new Said();
                House house = House.of(QUICK);
                Stream stream = house.host0().stream()) {
            Gate gate = new Gate();
            Buffer x = house.platform.buffer(JAVA_LONG, 1);
            Event endless = stream.run(gate.fill, x.all().out(), Argument.of(1L));
            try (Finish finish = house.platform.finish()) {
                finish.async(endless::await);
                House.until("it is said", () -> said.has("kernel gated fill"));
                assertTrue(
                        stalls(house).stream().allMatch(one -> one.what().contains("gated fill")));
                gate.open();
            }
        }
    }

    /** Looks of the test's own, between which a worker goes from one kernel to the next. */
    @Test
    void a9_a_worker_that_gets_on_is_no_stall() {
        try (House house = House.of(House.SETTINGS.withWorkers(1).sayingStallsAfter(0));
                Stream stream = house.host0().stream()) {
            Buffer x = house.platform.buffer(JAVA_LONG, 1);
            Gate first = new Gate();
            Gate second = new Gate();
            Watchdog dog = new Watchdog(house.engine.pool, house.engine.domains, 1, () -> {});
            Function<ExecutingDomain, Domain> view =
                    domain -> new BundleDomain(house.engine, null, domain);
            stream.run(first.fill, x.all().out(), Argument.of(1L));
            Event last = stream.run(second.fill, x.all().out(), Argument.of(2L));
            first.awaitEntered();
            assertTrue(dog.look());
            first.open();
            second.awaitEntered();
            assertTrue(dog.look());
            List<StallReport> once = dog.report(view);
            assertTrue(dog.look());
            List<StallReport> twice = dog.report(view);
            second.open();
            last.await();
            assertEquals(List.of(), once, "it has begun another kernel");
            assertTrue(twice.getFirst().what().contains("(action 2 of stream "), twice::toString);
        }
    }

    @Test
    void a9_a_platform_at_rest_has_no_timer() {
        try (House house = House.of(QUICK)) {
            House.until(
                    "nothing is due",
                    () ->
                            Thread.getAllStackTraces().keySet().stream()
                                    .noneMatch(one -> one.getName().equals("anabranch-alarms")));
            try (Finish finish = house.platform.finish()) {
                finish.async(() -> {});
            }
        }
    }
}
