package org.anabranch.scheduler.count;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The count of actions in flight: only the thread that ends the last one learns that it was the
 * last.
 */
@Timeout(60)
class InFlightTest {

    @Test
    void theLastOneLearnsThatItIs() {
        InFlight count = new InFlight();
        count.begin();
        assertTrue(count.end());
        count.begin();
        count.begin();
        assertEquals(2, count.now());
        assertFalse(count.end());
        assertEquals(1, count.now());
        assertTrue(count.end());
        assertEquals(0, count.now());
    }

    @Test
    void ofSeveralThatEndAtOnceExactlyOneIsTheLast() throws Exception {
        int rounds = 20_000;
        InFlight count = new InFlight();
        AtomicInteger last = new AtomicInteger();
        CyclicBarrier together = new CyclicBarrier(2);
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            Future<?> one = threads.submit(() -> end(count, last, together, rounds));
            Future<?> other = threads.submit(() -> end(count, last, together, rounds));
            one.get();
            other.get();
        }
        assertEquals(rounds, last.get());
        assertEquals(0, count.now());
    }

    private static Void end(InFlight count, AtomicInteger last, CyclicBarrier together, int rounds)
            throws Exception {
        for (int round = 0; round < rounds; round++) {
            count.begin();
            count.begin();
            together.await();
            count.end();
            if (count.end()) {
                last.incrementAndGet();
            }
            together.await();
        }
        return null;
    }
}
