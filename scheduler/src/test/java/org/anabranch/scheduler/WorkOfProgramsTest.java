package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Finish;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.Mapping;
import org.anabranch.api.Monitor.WorkReport;
import org.anabranch.api.Parameter;
import org.anabranch.api.Platform;
import org.anabranch.api.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The work of programs that run side by side is told apart. */
@DisplayName("B13: work is counted for each program")
@Timeout(120)
class WorkOfProgramsTest {
    private static final Kernel ADD =
            Kernel.of("add", Parameter.inOut("b")).java((piece, arguments) -> {});
    private static final Kernel FAIL =
            Kernel.of("fail", Parameter.inOut("b"))
                    .java(
                            (piece, arguments) -> {
                                throw new IllegalStateException("on purpose");
                            });

    private static WorkReport work(House house, Platform program, Domain domain) {
        return house.engine.monitor().work(program).stream()
                .filter(one -> one.domain().equals(domain))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void b13_actions_and_transfers_of_two_programs_side_by_side() {
        try (House house = House.devices(2);
                BundlePlatform other = house.engine.platform("other");
                Buffer ours = house.platform.buffer(JAVA_INT, 1000);
                Buffer theirs = other.buffer(JAVA_INT, 500);
                Stream first = house.device(0).stream();
                Stream second = other.domains().get(2).stream();
                Stream third = other.host().stream()) {
            ours.write();
            theirs.write();
            for (int i = 0; i < 30; i++) {
                first.run(ADD, ours.all().inOut());
                second.run(ADD, theirs.all().inOut());
            }
            first.await();
            second.await();
            theirs.read();
            for (int i = 0; i < 7; i++) {
                third.run(ADD, theirs.all().inOut());
            }
            third.await();

            requireApart(house, other);
        }
    }

    private static void requireApart(House house, Platform other) {
        WorkReport one = work(house, house.platform, house.device(0));
        assertEquals(30, one.actions());
        assertEquals(4000, one.bytesIn());
        assertEquals(1, one.transfersIn());
        assertEquals(0, one.bytesOut());
        assertTrue(one.busyNanos() > 0);
        WorkReport two = work(house, other, house.device(1));
        assertEquals(30, two.actions());
        assertEquals(2000, two.bytesIn());
        assertEquals(2000, two.bytesOut());
        assertEquals(1, two.transfersOut());
        assertEquals(7, work(house, other, house.host0()).actions());
        assertTrue(work(house, other, house.host0()).busyNanos() > 0);
        for (WorkReport nothing :
                new WorkReport[] {
                    work(house, house.platform, house.device(1)),
                    work(house, house.platform, house.host0()),
                    work(house, other, house.device(0))
                }) {
            assertEquals(0, nothing.actions() + nothing.bytesIn() + nothing.busyNanos());
        }
    }

    @Test
    void b13_two_programs_in_one_domain_add_up_to_what_the_domain_did() {
        try (House house = House.devices(1);
                BundlePlatform other = house.engine.platform("other")) {
            for (BundlePlatform program : new BundlePlatform[] {house.platform, other}) {
                Domain device = program.domains().get(1);
                try (Buffer b = program.buffer(JAVA_INT, program == other ? 20 : 10)) {
                    b.write();
                    Stream stream = device.stream();
                    for (int i = 0; i < 5; i++) {
                        stream.run(ADD, b.all().inOut());
                    }
                    stream.await();
                    if (program == other) {
                        stream.run(FAIL, b.all().inOut());
                        assertThrows(RuntimeException.class, stream::await);
                    }
                }
            }
            Domain device = house.device(0);
            WorkReport one = work(house, house.platform, device);
            WorkReport two = work(house, other, device);
            assertEquals(5, one.actions());
            assertEquals(0, one.failed());
            assertEquals(6, two.actions());
            assertEquals(1, two.failed());
            assertEquals(house.report(device).actions(), one.actions() + two.actions());
            assertEquals(house.report(device).bytesIn(), one.bytesIn() + two.bytesIn());
            assertEquals(house.report(device).busyNanos(), one.busyNanos() + two.busyNanos());
        }
    }

    @Test
    void b13_tasks_and_pieces_taken_are_those_of_the_program() {
        try (House house = House.devices(1);
                BundlePlatform other = house.engine.platform("other");
                Buffer b = other.buffer(JAVA_INT, 1 << 16)) {
            try (Finish finish = other.finish()) {
                finish.forasync(Loop.of(0, 1 << 16).tile(64), ADD, b.inOut(Mapping.each()));
            }
            try (Finish finish = other.finish()) {
                for (int i = 0; i < 4; i++) {
                    finish.async(() -> House.pause(20));
                }
            }
            WorkReport device = work(house, other, house.device(0));
            WorkReport host = work(house, other, house.host0());
            assertEquals(house.report(house.device(0)).stolenHere(), device.stolenHere());
            assertEquals(device.stolenHere(), host.stolenAway());
            assertEquals(house.report(house.host0()).stolenLocally(), host.stolenLocally());
            assertEquals(0, work(house, house.platform, house.host0()).stolenLocally());
            assertEquals(0, work(house, house.platform, house.device(0)).stolenHere());
        }
    }

    @Test
    void b13_domains_that_went_are_not_kept() {
        try (House house = House.of(House.SETTINGS)) {
            for (int round = 0; round < 20; round++) {
                var backend = House.reference(1);
                house.plug(backend, 1);
                try (Buffer b = house.platform.buffer(JAVA_INT, 10);
                        Stream stream = house.device(0).stream()) {
                    stream.run(ADD, b.all().inOut());
                    stream.await();
                }
                assertEquals(1, work(house, house.platform, house.device(0)).actions());
                house.engine.remove(backend);
            }
            assertEquals(1, house.engine.monitor().work(house.platform).size());
            assertTrue(house.platform.work.size() <= 2, "hosts and the last one at most");
        }
    }

    @Test
    void b13_work_of_a_stranger_is_refused() {
        try (House house = House.host();
                House elsewhere = House.host()) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> house.engine.monitor().work(elsewhere.platform));
        }
    }
}
