package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Kernel;
import org.anabranch.api.MemoryExhaustedException;
import org.anabranch.api.Parameter;
import org.anabranch.api.Range;
import org.anabranch.api.Stream;
import org.anabranch.faulty.FaultPlan;
import org.anabranch.faulty.FaultyBackend;
import org.anabranch.reference.ReferenceBackend;
import org.anabranch.spi.DeviceInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;

/** Programs with more data than the memory of a device has room for. */
@Timeout(120)
class RoomTest {
    private static final int KILOBYTE = 1024 / 8; // elements

    /** Two of these fit into a small device, three do not. */
    private static final int LARGE = 40 * KILOBYTE;

    private static DeviceInfo info(int number, int kilobytes, boolean ordersOperations) {
        return House.info(number, kilobytes * 1024L, ordersOperations);
    }

    private static House small(boolean ordersOperations) {
        List<DeviceInfo> infos = List.of(info(0, 100, ordersOperations));
        return House.of(House.SETTINGS).plug(new ReferenceBackend(infos, false), 1);
    }

    private static void requireFilled(Buffer buffer, long value, String what) {
        int length = (int) buffer.shape().elements();
        assertArrayEquals(Kernels.filled(length, value), Kernels.content(buffer), what);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void c4_tenStreamsShareADeviceThatHasRoomForOne(boolean ordersOperations) {
        try (House house = small(ordersOperations)) {
            List<Stream> streams = new ArrayList<>();
            List<Buffer> from = new ArrayList<>();
            List<Buffer> to = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                streams.add(house.device(0).stream());
                from.add(house.platform.buffer(JAVA_LONG, LARGE));
                to.add(house.platform.buffer(JAVA_LONG, LARGE));
            }
            List<Event> events = new ArrayList<>();
            for (int round = 0; round < 2; round++) {
                for (int i = 0; i < 10; i++) {
                    Argument value = Argument.of(i + 1L);
                    Stream stream = streams.get(i);
                    events.add(stream.run(Kernels.ADD, from.get(i).all().inOut(), value));
                    events.add(
                            stream.run(
                                    Kernels.MOVE, from.get(i).all().in(), to.get(i).all().out()));
                }
            }
            events.forEach(Event::await);
            for (int i = 0; i < 10; i++) {
                requireFilled(from.get(i), 2L * (i + 1), "source " + i);
                requireFilled(to.get(i), 2L * (i + 1), "target " + i);
            }
            streams.forEach(Stream::close);
        }
    }

    @Test
    void c4_buffersThatAreUsedAgainMakeRoomForOthersMeanwhile() {
        try (House house = small(false);
                Stream stream = house.device(0).stream()) {
            List<Buffer> buffers = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                buffers.add(house.platform.buffer(JAVA_LONG, LARGE));
            }
            for (int i = 0; i < 100; i++) {
                stream.run(Kernels.ADD, buffers.get(i % 5).all().inOut(), Argument.of(1L));
            }
            stream.await();
            buffers.forEach(buffer -> requireFilled(buffer, 20, buffer.name()));
        }
    }

    @Test
    void c4_operandsThatDoNotFitAloneFailWithTheLimitAndOthersGoOn() {
        try (House house = small(false);
                Stream bad = house.device(0).stream();
                Stream good = house.device(0).stream()) {
            Buffer a = house.platform.buffer(JAVA_LONG, LARGE);
            Buffer b = house.platform.buffer(JAVA_LONG, LARGE);
            Buffer large = house.platform.buffer(JAVA_LONG, 2 * LARGE);
            good.run(Kernels.ADD, a.all().inOut(), Argument.of(2L));
            Event failed = bad.run(Kernels.MOVE, large.all().in(), b.all().out());
            Event fine = good.run(Kernels.ADD, a.all().inOut(), Argument.of(1L));
            Throwable cause = assertThrows(AnabranchException.class, failed::await).getCause();
            assertInstanceOf(MemoryExhaustedException.class, cause);
            assertTrue(cause.getMessage().contains("whose memory has 102400 bytes"));
            fine.await();
            requireFilled(a, 3, "its content was brought home");
            assertThrows(AnabranchException.class, bad::await);
        }
    }

    private static Kernel holding(CountDownLatch begun, CountDownLatch held) {
        return Kernel.of("holds", Parameter.inOut("x"), Parameter.inOut("y"))
                .java(
                        (piece, arguments) -> {
                            begun.countDown();
                            held.await();
                        });
    }

    @Test
    void c4_anActionThatWaitsForRoomIsCancelledAtOnce() throws InterruptedException {
        try (House house = small(false)) {
            Domain device = house.device(0);
            List<Buffer> buffers = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                buffers.add(house.platform.buffer(JAVA_LONG, LARGE));
            }
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch held = new CountDownLatch(1);
            Stream first = device.stream();
            Event holds =
                    first.run(
                            holding(begun, held),
                            buffers.get(0).all().inOut(),
                            buffers.get(1).all().inOut());
            begun.await();
            Stream second = device.stream();
            Event waits = second.run(Kernels.ADD, buffers.get(2).all().inOut(), Argument.of(1L));
            Event after = second.run(Kernels.ADD, buffers.get(3).all().inOut(), Argument.of(1L));
            Stream third = device.stream();
            Event goesOn = third.run(Kernels.ADD, buffers.get(4).all().inOut(), Argument.of(1L));
            assertFalse(waits.isSettled() || goesOn.isSettled());
            assertTrue(waits.cancel());
            assertEquals(Event.State.CANCELLED, waits.state());
            second.closeNow(); // returns while the first kernel has the memory
            assertTrue(after.isSettled());
            assertFalse(holds.isSettled());
            held.countDown();
            goesOn.await();
            requireFilled(buffers.get(4), 1, "went on");
            first.close();
            third.close();
            buffers.forEach(Buffer::close);
            assertEquals(0, house.report(device).instanceBytes());
        }
    }

    /** A kernel may not wait behind actions that wait for it: there it finds room, or fails. */
    @Test
    @Timeout(20)
    void c4_aKernelThatAnotherOneWaitsForDoesNotQueueForRoom() throws InterruptedException {
        try (House house = small(false);
                Stream first = house.platform.host().stream();
                Stream second = house.device(0).stream();
                Stream inner = house.device(0).stream()) {
            Buffer b = house.platform.buffer(JAVA_LONG, LARGE);
            Buffer to = house.platform.buffer(JAVA_LONG, LARGE);
            Buffer c = house.platform.buffer(JAVA_LONG, LARGE);
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch full = new CountDownLatch(1);
            List<Throwable> thrown = Collections.synchronizedList(new ArrayList<>());
            Kernel outer =
                    Kernel.of("outer", Parameter.inOut("x"))
                            .java(
                                    (piece, arguments) -> {
                                        begun.countDown();
                                        full.await();
                                        Argument one = Argument.of(1L);
                                        try {
                                            inner.run(Kernels.ADD, c.all().inOut(), one).await();
                                        } catch (AnabranchException failed) {
                                            thrown.add(failed.getCause());
                                        }
                                    });
            second.run(Kernels.ADD, b.all().inOut(), Argument.of(1L)).await();
            Event outermost = first.run(outer, b.all().inOut());
            begun.await();
            Event after = second.run(Kernels.MOVE, b.all().in(), to.all().out());
            while (house.report(house.device(0)).instanceBytes() < 2 * 8 * LARGE) {
                Thread.onSpinWait();
            }
            full.countDown();
            outermost.await();
            after.await();
            assertEquals(1, thrown.size());
            assertInstanceOf(MemoryExhaustedException.class, thrown.getFirst());
            assertThrows(AnabranchException.class, inner::await);
        }
    }

    /** Each program's actions are ordered by events alone, on streams of any domain. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void c4_randomProgramsEndAsInSequence(long seed) throws InterruptedException {
        List<DeviceInfo> infos = List.of(info(0, 100, seed % 2 == 0), info(1, 96, seed % 4 < 2));
        try (House house = House.of(House.SETTINGS).plug(new ReferenceBackend(infos, false), 2)) {
            runPrograms(house, seed, false);
        }
    }

    /** Whatever fails, all of it ends, and no memory is left in use. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void c4_randomProgramsEndOnDevicesThatFail(long seed) throws InterruptedException {
        List<DeviceInfo> infos = List.of(info(0, 100, seed % 2 == 0), info(1, 96, seed % 4 < 2));
        FaultPlan plan = FaultPlan.parse("seed " + seed + "; fail 0.02");
        FaultyBackend faulty = new FaultyBackend(new ReferenceBackend(infos, false), plan);
        try (House house = House.of(House.SETTINGS).plug(faulty, 2)) {
            runPrograms(house, seed, true);
            assertEquals(0, house.report(house.device(0)).instanceBytes());
            assertEquals(0, house.report(house.device(1)).instanceBytes());
        }
    }

    private static void runPrograms(House house, long seed, boolean fails)
            throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        for (int thread = 0; thread < 3; thread++) {
            SplittableRandom random = new SplittableRandom(100 * seed + thread);
            threads.add(
                    Thread.ofPlatform()
                            .daemon()
                            .uncaughtExceptionHandler((at, thrown) -> failures.add(thrown))
                            .start(() -> new Program(house, random, fails).run()));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(List.of(), failures);
    }

    private static final class Program {
        private static final int STREAMS = 6;
        private static final int STEPS = 80;

        private final House house;
        private final SplittableRandom random;
        private final boolean fails;
        private final List<Stream> streams = new ArrayList<>();
        private final List<Buffer> buffers = new ArrayList<>();
        private final List<long[]> expected = new ArrayList<>();
        private final Event[] last = new Event[8]; // the last action on a buffer
        private final List<Event> all = new ArrayList<>();

        Program(House house, SplittableRandom random, boolean fails) {
            this.house = house;
            this.random = random;
            this.fails = fails;
            for (int i = 0; i < STREAMS; i++) {
                int place = random.nextInt(7);
                streams.add(
                        place == 0
                                ? house.host0().stream()
                                : place == 1
                                        ? house.platform.stream()
                                        : house.device(place % 2).stream());
            }
            for (int i = 0; i < last.length; i++) {
                int size = (1 + random.nextInt(47)) * KILOBYTE;
                buffers.add(house.platform.buffer(JAVA_LONG, size));
                expected.add(new long[size]);
            }
        }

        void run() {
            for (int step = 0; step < STEPS; step++) {
                step(streams.get(random.nextInt(STREAMS)), random.nextInt(last.length));
            }
            for (Event event : all) {
                assertTrue(event.await(Duration.ofSeconds(60)), "it ends: " + event);
            }
            for (int i = 0; i < last.length && !fails; i++) {
                assertArrayEquals(expected.get(i), Kernels.content(buffers.get(i)), "buffer " + i);
            }
            close();
        }

        private void step(Stream stream, int one) {
            Buffer buffer = buffers.get(one);
            int kind = random.nextInt(10);
            if (kind == 0) {
                readNow(one);
                return;
            }
            order(stream, one);
            if (kind == 1) {
                add(one, stream.fetch(buffer.all()));
            } else if (kind == 2) {
                cancelOne(stream, buffer);
            } else if (kind < 6) {
                copy(stream, one, random.nextInt(last.length));
            } else {
                long value = random.nextInt(100);
                add(one, stream.run(Kernels.ADD, buffer.all().inOut(), Argument.of(value)));
                Arrays.setAll(expected.get(one), at -> expected.get(one)[at] + value);
            }
        }

        /** Enqueues an action that waits, and cancels it. */
        private void cancelOne(Stream stream, Buffer buffer) {
            Event never = stream.waitFor(house.platform.promise());
            stream.run(Kernels.LOOK, buffer.all().in());
            never.cancel();
            try {
                stream.await();
            } catch (AnabranchException planned) {
                // of the cancelled wait, or of a device that fails
            }
        }

        private void copy(Stream stream, int one, int other) {
            if (one == other) {
                return;
            }
            order(stream, other);
            int length = Math.min(expected.get(one).length, expected.get(other).length);
            Range from = buffers.get(one).elements(0, length);
            Range to = buffers.get(other).elements(0, length);
            Event event =
                    random.nextBoolean()
                            ? stream.copy(from, to)
                            : stream.run(Kernels.MOVE, from.in(), to.out());
            add(one, event);
            add(other, event);
            System.arraycopy(expected.get(one), 0, expected.get(other), 0, length);
        }

        /** Later actions of the stream come after the actions of all streams on a buffer. */
        private void order(Stream stream, int one) {
            if (last[one] != null) {
                stream.waitFor(last[one]);
            }
        }

        private void add(int one, Event event) {
            last[one] = event;
            all.add(event);
        }

        private void readNow(int one) {
            try {
                if (last[one] != null) {
                    last[one].await();
                }
                buffers.get(one).read();
            } catch (AnabranchException planned) {
                requirePlanned(planned);
            }
        }

        private void close() {
            for (Stream stream : streams) {
                try {
                    stream.close();
                } catch (AnabranchException planned) {
                    requirePlanned(planned);
                }
            }
            buffers.forEach(Buffer::close);
        }

        private void requirePlanned(AnabranchException thrown) {
            if (!fails) {
                throw thrown;
            }
        }
    }
}
