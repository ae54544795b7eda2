package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.Parameter;
import org.anabranch.api.Region;
import org.anabranch.api.Stream;
import org.anabranch.faulty.FaultPlan;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/** Random programs in which every call of foreign code misbehaves now and then. */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StormTest {
    private static final int PROGRAMS = Boolean.getBoolean("anabranch.nightly") ? 10_000 : 200;
    private static final int WORKERS = 3;
    private static final int RANGES = 8;
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final ClassLoader OTHER = new URLClassLoader(new URL[0]);

    /** What a body does wrong. */
    private enum Misdeed {
        THROWS_EXCEPTION(() -> sneak(new Exception("planned"))),
        THROWS_RUNTIME_EXCEPTION(() -> sneak(new IllegalStateException("planned"))),
        THROWS_ERROR(() -> sneak(new AssertionError("planned"))),
        THROWS_LINKAGE_ERROR(() -> sneak(new NoClassDefFoundError("planned"))),
        THROWS_OUT_OF_MEMORY(() -> sneak(new OutOfMemoryError("planned"))),
        THROWS_INTERRUPTED(() -> sneak(new InterruptedException("planned"))),
        THROWS_BARE_THROWABLE(() -> sneak(new Throwable("planned"))),
        THROWS_WITHOUT_MESSAGE(() -> sneak(new IllegalStateException())),
        THROWS_HOSTILE(() -> sneak(new ForeignCodeTest.Hostile())),
        THROWS_HOSTILE_OF_OURS(() -> sneak(new ForeignCodeTest.HostileOfOurs())),
        THROWS_OURS(() -> sneak(new AnabranchException("planned"))),
        THROWS_IN_ITS_CONSTRUCTOR(() -> sneak(new ForeignCodeTest.NoStack())),
        THROWS_A_RING_OF_CAUSES(StormTest::ringOfCauses),
        THROWS_MANY_SUPPRESSED(StormTest::manySuppressed),
        OVERFLOWS_THE_STACK(() -> sneak(new IllegalStateException("" + deep(1)))),
        INTERRUPTS_ITSELF(() -> Thread.currentThread().interrupt()),
        INTERRUPTS_AND_THROWS(
                () -> {
                    Thread.currentThread().interrupt();
                    sneak(new IllegalStateException("planned"));
                }),
        CHANGES_THE_LOADER(() -> Thread.currentThread().setContextClassLoader(OTHER)),
        LOSES_THE_LOADER(() -> Thread.currentThread().setContextClassLoader(null)),
        SLEEPS(() -> House.pause(1)),
        SPINS(() -> deep(Integer.MAX_VALUE - 100)),
        YIELDS_A_PERMIT(() -> LockSupport.unpark(Thread.currentThread()));

        private final Runnable deed;

        Misdeed(Runnable deed) {
            this.deed = deed;
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void sneak(Throwable thrown) throws E {
        throw (E) thrown;
    }

    private static int deep(int depth) {
        return depth == Integer.MAX_VALUE ? 0 : 1 + deep(depth + 1);
    }

    private static void ringOfCauses() {
        Exception one = new Exception("one");
        Exception other = new Exception("other", one);
        one.initCause(other);
        sneak(one);
    }

    private static void manySuppressed() {
        Exception one = new Exception("planned");
        for (int i = 0; i < 40; i++) {
            one.addSuppressed(new ForeignCodeTest.Hostile());
        }
        sneak(one);
    }

    /** One random program. */
    private static final class Program {
        final House house;
        final SplittableRandom random;
        final List<Event> events = new ArrayList<>();
        final Set<Thread> threads = ConcurrentHashMap.newKeySet();
        final List<Stream> streams = new ArrayList<>();
        final Buffer b;

        Program(House house, long seed) {
            this.house = house;
            this.random = new SplittableRandom(seed);
            this.b = house.platform.buffer(JAVA_INT, RANGES * 16L);
            for (Domain domain : house.platform.domains()) {
                streams.add(domain.stream());
            }
            streams.add(house.platform.stream());
        }

        private Runnable body() {
            Misdeed misdeed =
                    random.nextInt(3) == 0
                            ? Misdeed.values()[random.nextInt(Misdeed.values().length)]
                            : null;
            return () -> {
                threads.add(Thread.currentThread());
                if (misdeed != null) {
                    misdeed.deed.run();
                }
            };
        }

        private Kernel kernel() {
            Runnable body = body();
            return Kernel.of("storm", Parameter.inOut("b")).java((piece, arguments) -> body.run());
        }

        void run() {
            Finish finish = house.platform.finish();
            for (int step = 0; step < 24; step++) {
                try {
                    enqueue(finish);
                } catch (AnabranchException refused) {
                    continue; // a device may be lost, or a mapping throw
                }
            }
            end(finish::close);
            streams.forEach(stream -> end(stream::close));
            end(b::close);
        }

        private void enqueue(Finish finish) {
            long from = random.nextInt(RANGES) * 16L;
            Stream stream = streams.get(random.nextInt(streams.size()));
            switch (random.nextInt(9)) {
                case 0 -> finish.async(body());
                case 1 -> {
                    Runnable body = body();
                    events.add(
                            finish.call(
                                    () -> {
                                        body.run();
                                        return 1;
                                    }));
                }
                case 2 -> events.add(finish.async(some(), body()));
                case 3 -> nest(finish);
                case 4 -> {
                    Runnable body = body();
                    finish.forasync(Loop.of(0, 16).tile(3), i -> body.run());
                }
                case 5 -> events.add(finish.async(kernel(), b.elements(from, 16).inOut()));
                case 6 -> loop(finish);
                default -> events.add(stream.run(kernel(), b.elements(from, 16).inOut()));
            }
            if (!events.isEmpty() && random.nextInt(3) == 0) {
                Runnable callback = body();
                Thread enqueues = Thread.currentThread();
                events.getLast()
                        .onSettled(
                                settled -> {
                                    if (Thread.currentThread() != enqueues) {
                                        callback.run();
                                    }
                                });
            }
        }

        private List<Event> some() {
            return events.isEmpty()
                    ? List.of()
                    : List.of(events.get(random.nextInt(events.size())), events.getLast());
        }

        /** A task with a scope of its own, which is closed or left open. */
        private void nest(Finish finish) {
            Runnable first = body();
            Runnable second = body();
            boolean closes = random.nextBoolean();
            finish.async(
                    () -> {
                        Finish nested = house.platform.finish();
                        nested.async(first);
                        nested.async(() -> house.platform.forkJoin(second, first));
                        if (closes) {
                            nested.close();
                        }
                    });
        }

        private void loop(Finish finish) {
            boolean broken = random.nextInt(3) == 0;
            events.add(
                    finish.forasync(
                            Loop.of(0, RANGES * 16).tile(16),
                            kernel(),
                            b.inOut(
                                    (piece, shape) -> {
                                        if (broken && piece.count(0) < 64) {
                                            throw new AssertionError("planned");
                                        }
                                        return Region.of(
                                                piece.low0() * 4,
                                                (piece.high0() - piece.low0()) * 4);
                                    })));
        }

        private static void end(Runnable closing) {
            try {
                closing.run();
            } catch (AnabranchException told) {
                assertFalse(told.getMessage().isEmpty());
            }
        }
    }

    private static House house(int number) {
        return switch (number % 3) {
            case 0 -> House.host();
            case 1 -> House.devices(2);
            default -> House.faulty(FaultPlan.seeded(number).failSometimes(0.05), 2);
        };
    }

    @Test
    @DisplayName("issue 20: after a storm all events have come and the pool is as before")
    void storm_leaves_nothing_behind() {
        for (int base = 0; base < 3; base++) {
            try (House house = house(base)) {
                for (int number = base; number < PROGRAMS; number += 3) {
                    Program program = new Program(house, number);
                    program.run();
                    check(house, program, number);
                }
            }
        }
    }

    private static void check(House house, Program program, int number) {
        String what = "program " + number;
        for (Event event : program.events) {
            assertTrue(event.await(LONG), () -> what + ": an event never came: " + event);
            assertEquals(
                    event.state() == Event.State.DONE, event.failure().isEmpty(), "has a cause");
        }
        try (Finish healthy = house.platform.finish()) {
            assertEquals(42, healthy.call(() -> 42).get(), what);
        }
        assertFalse(Thread.currentThread().isInterrupted(), what);
        House.until(
                what + ": no flag is left",
                () ->
                        program.threads.stream()
                                .noneMatch(thread -> thread.isAlive() && thread.isInterrupted()));
        House.until(what + ": as many workers as before", () -> workers(house) == WORKERS);
        House.until(what + ": all sleep", () -> program.threads.stream().allMatch(StormTest::idle));
    }

    private static int workers(House house) {
        return house.engine.monitor().workers().size();
    }

    private static boolean idle(Thread thread) {
        return switch (thread.getState()) {
            case WAITING, TIMED_WAITING, TERMINATED -> true;
            default -> thread == Thread.currentThread();
        };
    }
}
