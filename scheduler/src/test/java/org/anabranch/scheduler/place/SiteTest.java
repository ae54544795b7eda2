package org.anabranch.scheduler.place;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** The measured costs of links and lanes. */
class SiteTest {
    private long now = 1_000;

    private void copy(Link link, long bytes, long nanos) {
        link.take(bytes, now);
        now += nanos;
        link.give(bytes, nanos, now);
    }

    @Test
    void aLinkIsALineThroughItsCopies() {
        Link link = new Link();
        for (int i = 0; i < 200; i++) {
            long bytes = 1_000L * (1 + i % 7);
            copy(link, bytes, 5_000 + bytes / 2);
        }
        assertEquals(5_000 + 500_000, link.nanos(1_000_000), 10);
        assertEquals(0, link.nanos(0), 0);
        for (int i = 0; i < 500; i++) {
            copy(link, 4_000, 100_000);
        }
        assertEquals(100_000, link.nanos(4_000), 500, "it has changed");
    }

    @Test
    void whatIsUnderWayIsWaitedFor() {
        Link link = new Link();
        assertEquals(0, link.triedFor(now), 0);
        link.take(1_000, now);
        now += 300;
        assertEquals(300, link.triedFor(now), 0);
        link.give(1_000, 300, now);
        assertEquals(0, link.triedFor(now), 0);
        link.take(1_000, now);
        link.take(1_000, now);
        assertEquals(600, link.waiting(now), 1);
        assertEquals(500, link.waiting(now + 100), 1);
        link.give(1_000, 0, now + 300);
        assertEquals(300, link.waiting(now + 300), 1);
        link.give(1_000, 0, now + 300);
        assertEquals(0, link.waiting(now + 300), 0);
    }

    @Test
    void copiesThatWaitForEachOtherAreNotSlower() {
        Link link = new Link();
        for (int i = 0; i < 8; i++) {
            link.take(1_000, now);
        }
        for (long i = 1; i <= 8; i++) {
            link.give(1_000, 100 * i, now + 100 * i);
        }
        assertEquals(100, link.nanos(1_000), 1);
    }

    /** Four at a time, all handed over at once; returns what they would have taken alone. */
    private double four(ComputeUnits silicon, boolean beside) {
        double sum = 0;
        long start = now;
        for (int i = 0; i < 4; i++) {
            silicon.take(1_000, now);
        }
        for (long i = 1; i <= 4; i++) {
            now = start + (beside ? 1_000 : 1_000 * i);
            sum += silicon.alone(start, now - start, 1_000, now);
            silicon.give(1_000, now);
        }
        return sum / 4;
    }

    @Test
    void lanesThatTakeTurnsAndLanesThatWorkAtTheSameTimeAreToldApart() {
        ComputeUnits turns = new ComputeUnits(4, 0);
        ComputeUnits beside = new ComputeUnits(4, 0);
        for (int i = 0; i < 50; i++) {
            four(turns, false);
            four(beside, true);
        }
        assertEquals(1_000, four(turns, false), 1);
        assertEquals(1_000, four(beside, true), 20);
        for (int i = 0; i < 8; i++) {
            turns.take(1_000, now);
            beside.take(1_000, now);
        }
        assertEquals(8_000, turns.waiting(now), 1);
        assertEquals(2_000, beside.waiting(now), 50);
        assertTrue(beside.waiting(now + 10_000) == 0);
    }
}
