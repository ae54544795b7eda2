package org.anabranch.scheduler.log;

import org.anabranch.events.Clock;
import org.anabranch.events.Dictionary;
import org.anabranch.events.Events;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

import java.time.Instant;

/** Test: a ring is read while its events are overwritten. */
@JCStressTest
@Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "whole events, all counted")
@Outcome(expect = Expect.FORBIDDEN, desc = "parts of two events, or a wrong count")
@State
public class RingReadTest {
    private static final Clock CLOCK = new Clock(true, "stress", 0, Instant.EPOCH);

    private final Ring ring = new Ring(2);
    private static final Dictionary NAMES = new Dictionary();

    private final Events events = new Events(NAMES, CLOCK, 8);
    private final long[] room = new long[2 * Ring.WORDS];

    @Actor
    public void writes() {
        for (long n = 1; n <= 100; n++) {
            ring.put(n, n, n, n, n);
        }
    }

    @Actor
    public void reads(ZZ_Result result) {
        long next = 0;
        for (int i = 0; i < 8; i++) {
            next = ring.read(next, events, room, new long[1]);
        }
        result.r1 = true;
        for (int i = 0; i < events.size(); i++) {
            long n = events.time(i);
            result.r1 &= n == events.subject(i) && n == events.other(i) && n == events.amount(i);
        }
        result.r2 = next == events.size() + events.lost();
    }
}
