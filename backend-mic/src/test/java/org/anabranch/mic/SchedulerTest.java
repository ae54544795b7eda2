package org.anabranch.mic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.BufferOptions;
import org.anabranch.api.Domain;
import org.anabranch.api.DomainLostException;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelTimeoutException;
import org.anabranch.api.Loop;
import org.anabranch.api.Mapping;
import org.anabranch.api.MemoryExhaustedException;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Monitor;
import org.anabranch.api.Parameter;
import org.anabranch.api.Place;
import org.anabranch.api.Platform;
import org.anabranch.api.Stream;
import org.anabranch.api.StreamOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Cards as domains of the scheduler. */
@Timeout(600)
class SchedulerTest {
    private static final Kernel ADD = Rig.ADD;
    private static final Kernel ENDLESS =
            Kernel.of("endless", Parameter.inOut("data"))
                    .java((piece, arguments) -> Thread.sleep(Long.MAX_VALUE));

    private final Cards cards = new Cards();
    private final Platform platform = cards.platform;

    @AfterEach
    void close() {
        cards.close();
    }

    @Test
    void D5_aStreamWith70000BuffersIsSynchronisedAsAWhole() throws Exception {
        int count = Boolean.getBoolean("anabranch.nightly") ? 70_000 : 7_000;
        Stream stream = cards.open(Map.of()).getFirst().stream();
        List<Buffer> buffers = new ArrayList<>();
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Buffer buffer = platform.buffer(JAVA_LONG, 1);
            buffers.add(buffer);
            events.add(stream.run(ADD, buffer.all().inOut(), Argument.of((long) i)));
        }
        stream.await();
        for (Event event : events) {
            assertEquals(Event.State.DONE, event.state());
        }
        for (int i = 0; i < count; i += 997) {
            assertEquals(i, buffers.get(i).read().getAtIndex(JAVA_LONG, 0));
        }
    }

    @Test
    void D6_aWaitOnOneStreamDoesNotDelayAnother(@TempDir Path folder) throws Exception {
        Domain card = cards.open(Map.of()).getFirst();
        String gate = folder.resolve("gate").toString();
        Kernel waits = Rig.until(gate);
        try (Buffer slow = platform.buffer(JAVA_LONG, 1);
                Buffer quick = platform.buffer(JAVA_LONG, 1)) {
            Stream waiting = card.stream();
            Event end = waiting.run(waits, slow.all().inOut());
            Thread waiter = Thread.ofPlatform().start(waiting::await);
            Stream other = card.stream();
            for (int i = 0; i < 100; i++) {
                other.run(ADD, quick.all().inOut(), Argument.of(1L)).await();
            }
            assertEquals(100, quick.read().getAtIndex(JAVA_LONG, 0));
            assertFalse(end.isSettled());
            Files.createFile(Path.of(gate));
            waiter.join();
            assertEquals(Event.State.DONE, end.state());
        }
    }

    @Test
    void HST10_memoryOfHighBandwidthIsUsedUntilItIsFull() throws Exception {
        Stream stream = cards.open(Map.of("highBandwidthMemory", 1L << 20)).getFirst().stream();
        BufferOptions strict = new BufferOptions("near", MemoryKind.HIGH_BANDWIDTH, true);
        try (Buffer small = platform.buffer(strict, JAVA_LONG, 1000);
                Buffer large = platform.buffer(strict, JAVA_LONG, 1 << 18)) {
            stream.run(ADD, Loop.of(0, 1000), small.all().inOut(), Argument.of(1L)).await();
            Event event = stream.run(ADD, Loop.of(0, 1000), large.all().inOut(), Argument.of(1L));
            Throwable refused = assertThrows(Throwable.class, event::await);
            assertTrue(
                    refused instanceof MemoryExhaustedException
                            || refused.getCause() instanceof MemoryExhaustedException,
                    refused::toString);
            assertEquals(1, small.read().getAtIndex(JAVA_LONG, 99));
        }
    }

    @Test
    void HST10_aPreferenceForMemoryThatIsFullIsServedFromOrdinaryMemory() throws Exception {
        Stream stream = cards.open(Map.of("highBandwidthMemory", 1L << 20)).getFirst().stream();
        BufferOptions preferred = new BufferOptions("near", MemoryKind.HIGH_BANDWIDTH, false);
        try (Buffer small = platform.buffer(preferred, JAVA_LONG, 1000);
                Buffer large = platform.buffer(preferred, JAVA_LONG, 1 << 18)) {
            for (Buffer buffer : List.of(small, large)) {
                stream.run(ADD, Loop.of(0, 1000), buffer.all().inOut(), Argument.of(1L)).await();
                assertEquals(1, buffer.read().getAtIndex(JAVA_LONG, 99));
            }
        }
    }

    @Test
    void HST10_aCardWithoutMemoryOfHighBandwidthTakesOrdinaryIfThatIsAllowed() throws Exception {
        Stream stream = cards.open(Map.of("highBandwidthMemory", 0L)).getFirst().stream();
        for (boolean strict : new boolean[] {false, true}) {
            BufferOptions options = new BufferOptions("near", MemoryKind.HIGH_BANDWIDTH, strict);
            try (Buffer buffer = platform.buffer(options, JAVA_LONG, 1000)) {
                Event event =
                        stream.run(ADD, Loop.of(0, 1000), buffer.all().inOut(), Argument.of(1L));
                if (strict) {
                    assertThrows(AnabranchException.class, event::await);
                } else {
                    event.await();
                    assertEquals(1, buffer.read().getAtIndex(JAVA_LONG, 99));
                }
            }
        }
    }

    @Test
    void aLostCardComesBackAsANewGeneration() throws Exception {
        Domain first = cards.open(Map.of()).getFirst();
        try (Buffer buffer = platform.buffer(JAVA_LONG, 100)) {
            Stream stream = first.stream();
            stream.run(ADD, buffer.all().inOut(), Argument.of(1L)).await();
            Event event = stream.run(ENDLESS, buffer.all().inOut());
            Thread.sleep(500);
            cards.kill();
            AnabranchException lost = assertThrows(AnabranchException.class, event::await);
            assertTrue(
                    lost instanceof DomainLostException
                            || lost.getCause() instanceof DomainLostException,
                    lost::toString);
        }
        Domain second = cards.await(1, 2).getFirst();
        assertEquals(2, second.generation());
        try (Buffer buffer = platform.buffer(JAVA_LONG, 100)) {
            second.stream()
                    .run(ADD, Loop.of(0, 100), buffer.all().inOut(), Argument.of(5L))
                    .await();
            assertEquals(5, buffer.read().getAtIndex(JAVA_LONG, 42));
        }
    }

    @Test
    void HST15_aLoopIsSharedByHostAndTwoCards() throws Exception {
        cards.open(Map.of("cards", 2));
        long elements = 1 << 18;
        try (Buffer buffer = platform.buffer(JAVA_LONG, elements)) {
            for (int round = 1; round <= 5; round++) {
                try (Finish finish = platform.finish()) {
                    finish.forasync(
                            Place.anywhere(),
                            Loop.of(0, elements).tile(1024),
                            ADD,
                            buffer.inOut(Mapping.each()),
                            Argument.of(1L));
                }
                MemorySegment seen = buffer.read();
                for (long i = 0; i < elements; i++) {
                    assertEquals(round, seen.getAtIndex(JAVA_LONG, i));
                }
            }
        }
    }

    @Test
    void HST11_aCardIsDividedEvenlyOrByMask() throws Exception {
        Domain card = cards.open(Map.of()).getFirst();
        try (Buffer buffer = platform.buffer(JAVA_LONG, 100)) {
            for (Domain part : card.split(3)) {
                part.stream()
                        .run(ADD, Loop.of(0, 100), buffer.all().inOut(), Argument.of(1L))
                        .await();
            }
            assertEquals(3, buffer.read().getAtIndex(JAVA_LONG, 42));
        }
        assertTrue(cards.report().contains("oversubscription 2"));
    }

    @Test
    @Timeout(60)
    void b4_anIdleCardThatDiesIsGoneAndComesBack() throws Exception {
        Domain first = cards.open(Map.of()).getFirst();
        cards.kill();
        Domain next = cards.await(1, 2).getFirst();
        assertEquals(Domain.State.GONE, first.state());
        try (Stream stream = next.stream();
                Buffer buffer = platform.buffer(JAVA_LONG, 10)) {
            stream.run(ADD, buffer.all().inOut(), Argument.of(3L)).await();
            assertEquals(3, buffer.read().getAtIndex(JAVA_LONG, 0));
        }
    }

    @Test
    @Timeout(60)
    void b4_anIdleCardThatStopsIsGoneAfterItsPatienceAndComesBack() throws Exception {
        Domain first = cards.open(Map.of("beat", 100L, "patience", 2_000L)).getFirst();
        LossTest.signal("STOP", cards.pid());
        cards.await(1, 2);
        assertEquals(Domain.State.GONE, first.state());
    }

    @Test
    @Timeout(60)
    void b9_aCardThatIsKilledWhileAnotherStartsIsShownUntilItIsBack() throws Exception {
        cards.open(Map.of("cards", 2));
        cards.kill();
        assertEquals(
                2,
                cards.engine.monitor().domains().stream()
                        .map(Monitor.DomainReport::domain)
                        .filter(domain -> domain.kind().equals("mic"))
                        .filter(domain -> domain.state() != Domain.State.GONE)
                        .count());
        cards.await(1, 2);
        assertEquals(2, platform.domains("mic").size());
    }

    @Test
    @Timeout(120)
    void a9_anEndlessKernelEndsWithItsLimitAndTheCardComesBack() throws Exception {
        Domain card = cards.open(Map.of()).getFirst();
        try (Stream stream = card.stream(StreamOptions.DEFAULT.limitedTo(Duration.ofMillis(200)))) {
            Event endless =
                    stream.run(
                            NativeKernelTest.ENDLESS,
                            platform.buffer(JAVA_LONG, 1).all().inOut(),
                            Argument.of(0L));
            String message =
                    assertThrows(KernelTimeoutException.class, endless::await).getMessage();
            assertTrue(
                    message.contains("kernel endless")
                            && message.contains("enqueued at org.anabranch.mic.SchedulerTest")
                            && message.contains("ran on mic:0 for longer than its limit of 200 ms")
                            && message.contains("was abandoned"),
                    message);
            stream.closeNow();
        }
        try (Stream again = cards.await(1, 2).getFirst().stream()) {
            again.run(ADD, platform.buffer(JAVA_LONG, 1).all().inOut(), Argument.of(3L)).await();
        }
    }

    /** A handler of the application that throws at each record. */
    private static final class FullLog extends Handler {
        private final AtomicInteger refused = new AtomicInteger();

        @Override
        public void publish(LogRecord record) {
            refused.incrementAndGet();
            throw new IllegalStateException("a log that is full");
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    @Test
    @Timeout(120)
    void a2_aLogThatThrowsKeepsNoEventFromComing() throws Exception {
        Domain card = cards.open(Map.of()).getFirst();
        Logger log = Logger.getLogger("org.anabranch.mic");
        FullLog full = new FullLog();
        log.addHandler(full);
        try (Stream stream = card.stream(StreamOptions.DEFAULT.limitedTo(Duration.ofMillis(200)))) {
            Event endless =
                    stream.run(
                            NativeKernelTest.ENDLESS,
                            platform.buffer(JAVA_LONG, 1).all().inOut(),
                            Argument.of(0L));
            assertThrows(KernelTimeoutException.class, endless::await);
            stream.closeNow();
            cards.await(1, 2);
        } finally {
            log.removeHandler(full);
        }
        assertTrue(full.refused.get() > 0, "the loss was to be logged");
    }

    @Test
    @Timeout(120)
    void a9_closingAStreamAtOnceEndsItsEndlessKernelsAndTheCardComesBack() throws Exception {
        Domain card = cards.open(Map.of()).getFirst();
        List<Buffer> buffers = new ArrayList<>();
        List<Event> events = new ArrayList<>();
        try (Stream stream = card.stream()) {
            for (int i = 0; i < 9; i++) { // more than there are workers
                Buffer buffer = platform.buffer(JAVA_LONG, 1);
                buffers.add(buffer);
                events.add(
                        stream.run(
                                NativeKernelTest.ENDLESS, buffer.all().inOut(), Argument.of(0L)));
            }
            while (events.getFirst().state() == Event.State.QUEUED) {
                Thread.onSpinWait(); // a kernel that has not begun is cancelled, and costs nothing
            }
            stream.closeNow();
            List<String> told = new ArrayList<>();
            for (Event event : events) {
                assertTrue(event.isSettled());
                told.add(event.failure().orElseThrow().getMessage());
            }
            assertTrue(
                    told.stream()
                            .anyMatch(
                                    message ->
                                            message.contains("kernel endless")
                                                    && message.contains("cost mic:0 its device")
                                                    && message.contains("was abandoned")),
                    told::toString);
            assertEquals(Domain.State.GONE, card.state());
        }
        try (Stream again = cards.await(1, 2).getFirst().stream()) {
            again.run(ADD, platform.buffer(JAVA_LONG, 1).all().inOut(), Argument.of(3L)).await();
        }
    }
}
