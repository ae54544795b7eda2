package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Finish;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArgumentException;
import org.anabranch.api.Loop;
import org.anabranch.api.Parameter;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.RaceException;
import org.anabranch.api.Stream;
import org.anabranch.api.StreamOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** C14: the number of workers and checked mode change under programs that run. */
@Timeout(120)
class LiveSettingsTest {
    private static final int CHANGES = 100;
    private static final int TASKS = 64;

    private static final Kernel LIAR =
            Kernel.of("liar", Parameter.in("x"))
                    .java(
                            (piece, arguments) -> {
                                MemorySegment x = arguments.segment(0);
                                x.set(JAVA_LONG, 0, x.get(JAVA_LONG, 0) + 1);
                            });

    private static House workers(int count) {
        return House.of(EngineSettings.defaults().withWorkers(count));
    }

    private static void set(House house, int workers) {
        house.engine.follow(house.engine.settings().withWorkers(workers));
    }

    private static long workers(House house) {
        return house.engine.monitor().workers().stream()
                .filter(worker -> worker.worker().startsWith("worker-"))
                .count();
    }

    private static void tree(House house, AtomicLong leaves, int depth) {
        if (depth == 0) {
            leaves.getAndIncrement();
            return;
        }
        house.platform.forkJoin(
                () -> tree(house, leaves, depth - 1), () -> tree(house, leaves, depth - 1));
    }

    /** Everything that can be queued at the same time; counts what was asked for. */
    private static void work(House house, Buffer x, Stream anywhere, Stream part, AtomicLong ran) {
        try (Finish finish = house.platform.finish()) {
            for (int i = 0; i < TASKS; i++) {
                finish.async(ran::getAndIncrement);
                anywhere.run(Kernels.ADD, x.elements(0, 10).inOut(), Argument.of(1L));
                part.run(Kernels.ADD, x.elements(10, 10).inOut(), Argument.of(1L));
            }
            finish.async(() -> tree(house, ran, 6));
            finish.forasync(Loop.of(0, TASKS), i -> ran.getAndIncrement());
        }
    }

    @Test
    void c14_nothing_is_lost_while_workers_come_and_go() throws Exception {
        try (House house = workers(4)) {
            Domain part = house.host0().part(ProcessorMask.of(2, 3));
            Buffer x = house.platform.buffer(JAVA_LONG, 20);
            AtomicLong ran = new AtomicLong();
            long rounds = 0;
            try (Stream anywhere = house.platform.stream();
                    Stream inPart = part.stream()) {
                Thread operator = new Thread(() -> change(house, ran));
                operator.start();
                while (operator.isAlive()) {
                    work(house, x, anywhere, inPart, ran);
                    rounds++;
                }
                operator.join();
            }
            assertEquals(rounds * 3 * TASKS, ran.get());
            assertArrayEquals(Kernels.filled(20, rounds * TASKS), Kernels.content(x));
            House.until("one worker is left", () -> workers(house) == 1);
            assertEquals(1, house.host0().processors().count());
        }
    }

    /** From one to four and back, each time after some more work has begun. */
    private static void change(House house, AtomicLong ran) {
        for (int i = 0; i < 2 * CHANGES; i++) {
            long before = ran.get();
            set(house, i % 2 == 0 ? 4 : 1);
            House.until("work goes on", () -> ran.get() > before);
        }
    }

    @Test
    void c14_idle_workers_leave_and_come() {
        try (House house = workers(1)) {
            for (int count : new int[] {4, 1, 3, 2, 64, 1}) {
                set(house, count);
                House.until("there are so many", () -> workers(house) == count);
                assertEquals(ProcessorMask.range(0, count), house.platform.host().processors());
                assertEquals(count, house.engine.settings().workers());
            }
        }
    }

    @Test
    void c14_what_waits_for_a_worker_gets_a_new_one() {
        try (House house = workers(1);
                Finish finish = house.platform.finish()) {
            Gate gate = new Gate();
            AtomicLong ran = new AtomicLong();
            finish.async(gate::pass);
            gate.awaitEntered();
            finish.async(ran::getAndIncrement);
            assertEquals(0, ran.get());
            set(house, 2);
            House.until("it runs", () -> ran.get() == 1);
            gate.open();
        }
    }

    @Test
    void c14_a_worker_that_is_to_leave_ends_what_it_runs_and_others_take_the_rest() {
        try (House house = workers(2);
                Finish finish = house.platform.finish()) {
            Gate[] begun = {new Gate(), new Gate()};
            Gate[] pushed = {new Gate(), new Gate()};
            AtomicLong ran = new AtomicLong();
            for (int i = 0; i < 2; i++) {
                int number = i;
                finish.async(
                        () -> {
                            begun[number].pass();
                            for (int task = 0; task < 100; task++) {
                                finish.async(ran::getAndIncrement);
                            }
                            pushed[number].pass();
                        });
            }
            List.of(begun).forEach(Gate::awaitEntered);
            List.of(begun).forEach(Gate::open);
            List.of(pushed).forEach(Gate::awaitEntered);
            set(house, 1);
            assertEquals(2, workers(house));
            assertEquals(0, ran.get());
            List.of(pushed).forEach(Gate::open);
            House.until("it leaves", () -> workers(house) == 1);
            House.until("all ran", () -> ran.get() == 200);
        }
    }

    @Test
    void c14_a_part_whose_processors_have_no_workers_any_more_is_served_all_the_same() {
        try (House house = workers(4);
                Finish finish = house.platform.finish()) {
            Domain part = house.host0().part(ProcessorMask.of(2, 3));
            Buffer x = house.platform.buffer(JAVA_LONG, 10);
            Gate gate = new Gate();
            set(house, 1);
            House.until("one worker is left", () -> workers(house) == 1);
            finish.async(gate::pass);
            gate.awaitEntered();
            try (Stream stream = part.stream()) {
                for (int i = 0; i < 100; i++) {
                    stream.run(Kernels.ADD, x.all().inOut(), Argument.of(1L)).await();
                }
            }
            gate.open();
            assertArrayEquals(Kernels.filled(10, 100), Kernels.content(x));
        }
    }

    private static void runsLiar(boolean isFound, Stream stream, Buffer x) {
        if (isFound) {
            KernelArgumentException failure =
                    assertThrows(
                            KernelArgumentException.class, stream.run(LIAR, x.all().in())::await);
            assertTrue(
                    failure.getMessage().contains("does not declare as written"),
                    failure::getMessage);
        } else {
            stream.run(LIAR, x.all().in()).await();
        }
    }

    private static boolean findsRaces(BundlePlatform program) {
        Kernel set = Kernel.of("set", Parameter.out("x")).java((piece, arguments) -> {});
        Buffer x = program.buffer(JAVA_LONG, 10);
        Stream one = program.host().stream();
        Stream other = program.host().stream();
        one.run(set, x.all().out());
        try {
            other.run(set, x.all().out());
            return false;
        } catch (RaceException found) {
            return true;
        }
    }

    @Test
    void c14_checked_mode_begins_and_ends_under_a_program() {
        EngineSettings plain = EngineSettings.defaults().withWorkers(2);
        try (House house = House.of(plain)) {
            Buffer x = house.platform.buffer(JAVA_LONG, 10);
            Stream deferred = house.platform.host().stream();
            Stream inline = house.platform.host().stream(StreamOptions.DEFAULT.undeferred());
            for (boolean checked : new boolean[] {false, true, false}) {
                house.engine.follow(checked ? plain.inCheckedMode() : plain);
                for (int i = 0; i < 20; i++) {
                    runsLiar(checked, i % 2 == 0 ? deferred : inline, x);
                }
                assertFalse(findsRaces(house.platform), "its past is not known");
            }
            house.engine.follow(plain.inCheckedMode());
            BundlePlatform watched = house.engine.platform("watched");
            assertTrue(findsRaces(watched));
            house.engine.follow(plain);
            assertTrue(findsRaces(watched), "as long as it is there");
            Buffer y = watched.buffer(JAVA_LONG, 10);
            runsLiar(true, watched.host().stream(), y);
            runsLiar(true, watched.host().stream(StreamOptions.DEFAULT.undeferred()), y);
            assertFalse(findsRaces(house.engine.platform("plain")));
            assertFalse(findsRaces(house.platform));
        }
    }
}
