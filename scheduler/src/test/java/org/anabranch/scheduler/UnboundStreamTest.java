package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Kernel;
import org.anabranch.api.Parameter;
import org.anabranch.api.Stream;
import org.anabranch.reference.ReferenceBackend;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Actions that are bound to no domain (HST-2): what is kept until more is known of its kernel goes
 * on, whatever happens. The first two calls of the kernel, one in each domain, last until they may
 * end.
 */
@Timeout(60)
class UnboundStreamTest {
    private static final int CALLS = 40;

    private final ReferenceBackend backend = House.reference(1);
    private final House house = House.of(House.SETTINGS).plug(backend, 1);
    private final AtomicInteger begun = new AtomicInteger();
    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private final Kernel kernel =
            Kernel.of("mark", Parameter.out("to"))
                    .java(
                            (piece, arguments) -> {
                                if (begun.getAndIncrement() < 2) {
                                    mayEnd.await();
                                }
                                arguments.segment(0).set(JAVA_LONG, 0, 7);
                            });
    private final Buffer marks = house.platform.buffer(JAVA_LONG, CALLS);

    @AfterEach
    void close() {
        mayEnd.countDown();
        house.close();
    }

    /** The others come when the first two have begun: on a busy machine one might be overtaken. */
    private List<Event> enqueue(Stream stream) {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            events.add(stream.run(kernel, marks.elements(i, 1).out()));
            if (i == 1) {
                House.until("the first two begin", () -> begun.get() == 2);
            }
        }
        return events;
    }

    private void checkMarks() {
        for (int i = 0; i < CALLS; i++) {
            assertEquals(7, marks.read().getAtIndex(JAVA_LONG, i), "call " + i);
        }
    }

    @Test
    void HST_2_an_unknown_kernel_is_tried_once_in_each_domain_and_waits_for_nobody_for_ever() {
        try (Stream stream = house.platform.stream()) {
            List<Event> events = enqueue(stream);
            assertTrue(events.get(2).await(Duration.ofSeconds(30)), "nothing ended before it");
            assertFalse(events.get(0).isSettled() || events.get(1).isSettled());
            Set<Domain> tried = new HashSet<>();
            tried.add(events.get(0).domain().orElseThrow());
            tried.add(events.get(1).domain().orElseThrow());
            assertEquals(2, tried.size());
            mayEnd.countDown();
        }
        checkMarks();
    }

    @Test
    void HST_2_kept_actions_end_with_their_stream_and_one_by_one() throws InterruptedException {
        Stream stream = house.platform.stream();
        List<Event> events = enqueue(stream);
        boolean cancelled = events.getLast().cancel();
        assertTrue(events.getLast().isSettled());
        assertEquals(cancelled, events.getLast().state() == Event.State.CANCELLED);
        Thread closing = Thread.ofPlatform().start(stream::closeNow);
        House.until(
                "kept actions end though nothing that runs has ended",
                () -> events.subList(2, CALLS).stream().allMatch(Event::isSettled));
        mayEnd.countDown();
        closing.join();
        assertTrue(events.stream().allMatch(Event::isSettled));
    }

    @Test
    void HST_2_kept_actions_go_on_where_there_is_a_domain_left() throws InterruptedException {
        try (Stream stream = house.platform.stream()) {
            List<Event> events = enqueue(stream);
            Thread unplugging = Thread.ofPlatform().start(() -> house.engine.remove(backend));
            House.until("the device drains", () -> house.platform.domains().size() == 1);
            mayEnd.countDown();
            unplugging.join();
            for (Event event : events.subList(2, CALLS)) {
                event.await();
            }
        }
        checkMarks();
    }
}
