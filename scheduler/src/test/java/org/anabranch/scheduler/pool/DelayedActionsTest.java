package org.anabranch.scheduler.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Delayed tasks: each runs once, at its time, with any amount of memory. */
@Timeout(60)
class DelayedActionsTest {
    private static final long LONG = 3_600_000_000_000L;

    private final AtomicInteger refusals = new AtomicInteger();
    private final List<Thread> made = new ArrayList<>();
    private final DelayedActions alarms = new DelayedActions(this::thread);

    /** As the virtual machine does if there is no memory for one. */
    private Thread thread(Runnable body) {
        if (refusals.getAndDecrement() > 0) {
            throw new OutOfMemoryError("as planned");
        }
        Thread thread = ForeignCode.thread("alarms of a test", body);
        made.add(thread);
        return thread;
    }

    @AfterEach
    void stop() throws InterruptedException {
        alarms.stop();
        for (Thread thread : made) {
            thread.join();
        }
    }

    @Test
    @DisplayName("issue 20: an alarm that was refused for want of memory does not ring later")
    void a_refused_alarm_does_not_ring() throws InterruptedException {
        AtomicInteger rung = new AtomicInteger();
        refusals.set(1);
        assertThrows(OutOfMemoryError.class, () -> alarms.after(1_000_000, rung::incrementAndGet));
        CountDownLatch later = new CountDownLatch(1);
        var _ = alarms.after(50_000_000, later::countDown); // and the next one has a thread
        later.await();
        assertEquals(0, rung.get());
    }

    @Test
    @DisplayName("issue 20: an alarm that throws does not keep the next one from ringing")
    void what_throws_harms_nobody_else() throws InterruptedException {
        CountDownLatch later = new CountDownLatch(1);
        var _ =
                alarms.after(
                        0,
                        () -> {
                            throw new OutOfMemoryError("as planned");
                        });
        var _ = alarms.after(1, later::countDown);
        later.await();
        assertEquals(1, made.size());
    }

    @Test
    void alarms_ring_in_the_order_of_their_times() throws InterruptedException {
        StringBuffer rung = new StringBuffer();
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch last = new CountDownLatch(1);
        var _ = alarms.after(-LONG, () -> awaitFor(gate));
        var _ = alarms.after(LONG, () -> rung.append("never"));
        var _ = alarms.after(0, last::countDown);
        var _ = alarms.after(-LONG / 4, () -> rung.append("b"));
        DelayedActions.Alarm cancelled = alarms.after(-LONG / 3, () -> rung.append("cancelled"));
        var _ = alarms.after(-LONG / 2, () -> rung.append("a"));
        cancelled.cancel();
        gate.countDown();
        last.await();
        assertEquals("ab", rung.toString());
    }

    private static void awaitFor(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    @Test
    void its_thread_ends_when_nothing_is_to_be_done() throws InterruptedException {
        CountDownLatch rung = new CountDownLatch(2);
        var _ = alarms.after(0, rung::countDown);
        made.getFirst().join();
        assertEquals(1, rung.getCount());
        var _ = alarms.after(0, rung::countDown);
        rung.await();
        assertEquals(2, made.size());
    }

    @Test
    void nothing_rings_after_the_end() throws InterruptedException {
        AtomicInteger rung = new AtomicInteger();
        var _ = alarms.after(LONG, rung::incrementAndGet);
        alarms.stop();
        made.getFirst().join();
        var _ = alarms.after(0, rung::incrementAndGet);
        assertEquals(0, rung.get());
        assertTrue(made.size() == 1, "no thread is made any more");
    }
}
