package org.anabranch.scheduler.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.events.Clock;
import org.anabranch.events.Dictionary;
import org.anabranch.events.Events;
import org.anabranch.events.Kind;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Rings are read whole or not at all, and what is not read is counted. */
@Timeout(60)
class RingTest {
    private static final int EVENTS = 200_000;
    private static final int READS = 20_000;

    private static Events batch() {
        Clock clock = new Clock(true, "test", 0, Instant.EPOCH);
        return new Events(new Dictionary(), clock, Integer.MAX_VALUE);
    }

    /** Every word says which event it is of. */
    private static void check(Events events) {
        for (int i = 0; i < events.size(); i++) {
            long number = events.subject(i);
            assertEquals(number, events.other(i));
            assertEquals(number, events.amount(i));
            assertEquals(number, events.time(i));
            assertEquals((int) number & 0xFFFF, events.nameNumber(i));
        }
    }

    private static long head(long number) {
        return Events.head(Kind.READY, 0, 0, 0, (int) number & 0xFFFF);
    }

    @RepeatedTest(5)
    void issue_24_aReaderBesideAWriterSeesWholeEventsAndCountsTheOthers() throws Exception {
        Ring ring = new Ring(16);
        AtomicBoolean goesOn = new AtomicBoolean(true);
        Thread writer =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    for (long n = 0; goesOn.get(); n++) {
                                        ring.put(n, head(n), n, n, n);
                                    }
                                });
        Events events = batch();
        long[] room = new long[16 * Ring.WORDS];
        long next = 0;
        for (int read = 0; read < READS; read++) {
            next = ring.read(next, events, room, new long[1]);
        }
        goesOn.set(false);
        writer.join();
        next = ring.read(next, events, room, new long[1]);
        check(events);
        assertEquals(ring.written(), next);
        assertEquals(next, events.made());
        assertEquals(next, events.size() + events.lost());
        for (int i = 1; i < events.size(); i++) {
            assertTrue(events.subject(i - 1) < events.subject(i));
        }
    }

    @RepeatedTest(5)
    void issue_24_threadsThatShareRingsLoseNothingThatIsNotCounted() throws Exception {
        RingSet rings = new RingSet(0, 2, 1 << 12, false);
        int threads = 4;
        AtomicInteger running = new AtomicInteger(threads);
        RingReader reader = new RingReader(rings, 0, true);
        for (int i = 0; i < threads; i++) {
            var _ =
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        for (long n = 0; n < EVENTS / 4; n++) {
                                            rings.put(n, head(n), n, n, n);
                                        }
                                        running.decrementAndGet();
                                    });
        }
        Events events = batch();
        long[] room = new long[LogTuning.COPIED_EVENTS * Ring.WORDS];
        while (running.get() > 0) {
            reader.read(events, room);
        }
        reader.read(events, room);
        check(events);
        assertEquals(EVENTS, events.made());
        assertEquals(EVENTS, events.size() + events.lost());
    }

    @Test
    void issue_24_aRingKeepsItsNewestEvents() {
        Ring ring = new Ring(8);
        for (long n = 0; n < 20; n++) {
            ring.put(n, head(n), n, n, n);
        }
        Events events = batch();
        assertEquals(20, ring.read(3, events, new long[3 * Ring.WORDS], new long[1]));
        assertEquals(7, events.size());
        assertEquals(13, events.subject(0));
        assertEquals(10, events.lost());
    }
}
