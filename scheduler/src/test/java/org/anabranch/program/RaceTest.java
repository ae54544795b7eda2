package org.anabranch.program;

import static org.anabranch.api.Mapping.around;
import static org.anabranch.api.Mapping.each;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.ActionFailedException;
import org.anabranch.api.AnabranchException;
import org.anabranch.api.Buffer;
import org.anabranch.api.BufferOptions;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.IndexBody;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArgumentException;
import org.anabranch.api.Loop;
import org.anabranch.api.Mapping;
import org.anabranch.api.Parameter;
import org.anabranch.api.Promise;
import org.anabranch.api.RaceException;
import org.anabranch.api.RangeException;
import org.anabranch.api.Region;
import org.anabranch.api.Result;
import org.anabranch.api.Stream;
import org.anabranch.api.StreamOptions;
import org.anabranch.scheduler.BundlePlatform;
import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** B12, HST-7: checked mode finds uses of one range that nothing orders, and no others. */
@Timeout(60)
class RaceTest {
    private static final Kernel SET = Kernel.of("set", Parameter.out("x")).java(WholeWrites.to(0));
    private static final Kernel LOOK =
            Kernel.of("look", Parameter.in("x")).java((piece, arguments) -> {});
    private static final Kernel SUM =
            Kernel.of("sum", Parameter.inOut("x")).java((piece, arguments) -> {});

    private final Engine engine =
            Engine.start(EngineSettings.defaults().withWorkers(2).inCheckedMode());
    private final BundlePlatform platform = engine.platform("program");
    private final Buffer x = platform.buffer(BufferOptions.named("pressure"), JAVA_LONG, 10);
    private final Stream one = platform.host().stream();
    private final Stream other = platform.host().stream();

    @AfterEach
    void close() {
        engine.close();
    }

    private static int line() {
        return StackWalker.getInstance()
                .walk(frames -> frames.skip(1).findFirst().orElseThrow())
                .getLineNumber();
    }

    private static void races(Executable second) {
        assertThrows(RaceException.class, second);
    }

    @Test
    void b12_the_error_names_buffer_range_and_both_places() {
        one.run(SET, x.elements(2, 5).out());
        int first = line() - 1;
        RaceException race =
                assertThrows(RaceException.class, () -> other.run(LOOK, x.elements(6, 4).in()));
        int second = line() - 1;
        assertEquals(
                "a race on elements [6, 7) of pressure (bytes [48, 56)): kernel set in stream 1"
                        + " writes them, enqueued at org.anabranch.program.RaceTest"
                        + ".b12_the_error_names_buffer_range_and_both_places(RaceTest.java:"
                        + first
                        + "); kernel look in stream 2 reads them, enqueued at"
                        + " org.anabranch.program.RaceTest",
                race.getMessage().substring(0, race.getMessage().lastIndexOf(".lambda")));
        assertTrue(race.getMessage().contains("RaceTest.java:" + second), race.getMessage());
    }

    @Test
    void b12_a_plain_platform_does_not_look() {
        try (Engine plain = Engine.start(EngineSettings.defaults().withWorkers(2))) {
            BundlePlatform program = plain.platform("program");
            Buffer y = program.buffer(JAVA_LONG, 10);
            program.host().stream().run(SET, y.all().out());
            program.host().stream().run(SET, y.all().out()).await();
        }
    }

    @Test
    void b12_what_does_not_conflict_passes() {
        one.run(SET, x.elements(0, 5).out());
        other.run(SET, x.elements(5, 5).out());
        Buffer y = platform.buffer(JAVA_LONG, 10);
        one.run(LOOK, y.all().in());
        other.run(LOOK, y.all().in());
        Buffer z = platform.buffer(JAVA_LONG, 10);
        one.run(SUM, z.all().reduce());
        other.run(SUM, z.all().reduce());
        races(() -> one.run(LOOK, z.all().in()));
    }

    @Test
    void b12_every_kind_of_wait_orders() {
        Event first = one.run(SET, x.all().out());
        other.waitFor(first);
        first = other.run(SET, x.all().out());
        one.waitFor(List.of(first), x.all());
        one.run(SET, x.all().out());
        other.waitFor(one.mark());
        other.run(SET, x.all().out());
        one.waitFor(other.barrier());
        first = one.run(SET, x.all().out());
        first.await();
        first = other.run(SET, x.all().out());
        assertTrue(first.await(Duration.ofSeconds(60)));
        one.run(SET, x.all().out());
        one.await();
        first = other.run(SET, x.all().out());
        assertTrue(platform.awaitAll(List.of(first), Duration.ofSeconds(60)));
        first = one.run(SET, x.all().out());
        assertEquals(1, platform.awaitAny(List.of(first), Duration.ofSeconds(60)).size());
        first = other.run(SET, x.all().out());
        while (!first.isSettled()) {
            Thread.onSpinWait();
        }
        one.run(SET, x.all().out());
        one.close();
        x.write();
        first = other.run(SET, x.all().out());
        while (first.state() == Event.State.QUEUED) {
            Thread.onSpinWait(); // else it is cancelled, and writes nothing
        }
        other.closeNow();
        x.read();
    }

    @Test
    void b12_a_wait_for_another_range_orders_nothing_here() {
        Event first = one.run(SET, x.elements(0, 5).out());
        other.waitFor(List.of(first), x.elements(5, 5));
        races(() -> other.run(LOOK, x.elements(0, 1).in()));
        other.run(LOOK, x.elements(5, 5).in());
    }

    @Test
    void b12_a_wait_for_an_event_orders_what_comes_before_that_only() {
        Event first = one.run(SET, x.elements(0, 5).out());
        one.run(SET, x.elements(5, 5).out());
        other.waitFor(first);
        other.run(LOOK, x.elements(0, 5).in());
        races(() -> other.run(LOOK, x.elements(4, 2).in()));
    }

    @Test
    void b12_order_is_transitive_through_a_third_stream() {
        Buffer y = platform.buffer(JAVA_LONG, 10);
        Stream third = platform.stream();
        one.run(SET, x.all().out());
        one.run(
                Kernel.of("move", Parameter.in("x"), Parameter.out("y")).java(WholeWrites.to(1)),
                x.all().in(),
                y.all().out());
        third.waitFor(List.of(one.mark()), y.all());
        Event last = third.run(LOOK, y.all().in());
        other.waitFor(last);
        other.run(SET, y.all().out());
        other.run(LOOK, x.all().in());
        other.run(SET, y.all().out());
        races(() -> third.run(LOOK, y.all().in()));
    }

    /** In the stream with inferred order nothing is before the event but what shares its bytes. */
    @Test
    void b12_a_strict_stream_orders_what_shares_nothing() {
        Buffer y = platform.buffer(JAVA_LONG, 10);
        StreamOptions strict = StreamOptions.DEFAULT.with(StreamOptions.Order.STRICT);
        try (Stream first = platform.host().stream(strict)) {
            first.run(SET, x.all().out());
            other.waitFor(first.run(SET, y.all().out()));
            other.run(SET, x.all().out());
        }
        one.run(SET, y.all().out());
        Event last = one.run(SET, platform.buffer(JAVA_LONG, 10).all().out());
        other.waitFor(last);
        races(() -> other.run(SET, y.all().out()));
    }

    @Test
    void b12_within_a_stream_without_inferred_order() {
        Stream none = platform.host().stream(StreamOptions.DEFAULT.with(StreamOptions.Order.NONE));
        none.run(SET, x.all().out());
        races(() -> none.run(LOOK, x.all().in()));
        none.barrier();
        none.run(LOOK, x.all().in());
    }

    @Test
    void b12_the_programs_own_access_is_one() {
        one.run(SET, x.all().out());
        RaceException race = assertThrows(RaceException.class, x::read);
        assertTrue(race.getMessage().contains("the program's own access reads"), race::getMessage);
        races(x::write);
        one.await();
        x.write();
        other.run(LOOK, x.all().in());
        x.read();
        races(x::write);
    }

    @Test
    void b12_a_copy_and_a_transfer() {
        Buffer y = platform.buffer(JAVA_LONG, 10);
        one.run(SET, x.all().out());
        races(() -> other.copy(x.all(), y.all()));
        other.fetch(x.all()); // changes nothing
        Event fetched = one.fetch(x.all());
        fetched.await();
        other.copy(x.all(), y.all());
        races(() -> one.run(SET, x.all().out()));
    }

    @Test
    void b12_tasks_of_a_scope() {
        Finish finish = platform.finish();
        finish.async(SET, x.all().out());
        races(() -> finish.async(LOOK, x.all().in()));
        CountDownLatch ran = new CountDownLatch(1);
        Buffer y = platform.buffer(JAVA_LONG, 10);
        finish.async(
                () -> {
                    one.run(SET, y.all().out()).await();
                    ran.countDown();
                });
        finish.async(
                () -> {
                    try {
                        ran.await();
                    } catch (InterruptedException stop) {
                        Thread.currentThread().interrupt();
                    }
                    other.run(LOOK, y.all().in());
                });
        var failed = assertThrows(ActionFailedException.class, finish::close);
        assertInstanceOf(RaceException.class, failed.getCause());
        other.run(LOOK, y.all().in());
        other.run(LOOK, x.all().in());
    }

    @Test
    void b12_a_scope_orders_what_ran_in_it_and_in_those_within() {
        try (Finish finish = platform.finish()) {
            finish.async(
                    () -> {
                        try (Finish inner = platform.finish()) {
                            inner.async(SET, x.elements(0, 2).out());
                        }
                        one.run(SET, x.elements(0, 2).out()).await();
                        Finish left = platform.finish();
                        left.async(SET, x.elements(0, 2).out());
                    });
            finish.forasync(
                    Loop.of(2, 10), (IndexBody) i -> one.run(SET, x.elements(i, 1).out()).await());
        }
        other.run(SET, x.all().out());
    }

    @Test
    void b12_indices_of_a_loop_are_not_ordered() {
        Finish finish = platform.finish();
        finish.forasync(
                Loop.of(0, 2), (IndexBody) i -> platform.stream().run(SET, x.all().out()).await());
        var failed = assertThrows(ActionFailedException.class, finish::close);
        assertInstanceOf(RaceException.class, failed.getCause());
    }

    @Test
    void b12_a_result_a_task_after_events_and_a_callback_order() throws InterruptedException {
        try (Finish finish = platform.finish()) {
            Result<Event> result = finish.call(() -> one.run(SET, x.all().out()));
            Event set = result.get();
            races(() -> other.run(SET, x.all().out()));
            Event task = finish.async(List.of(set), () -> other.run(SET, x.all().out()).await());
            one.waitFor(task);
            Event last = one.run(SET, x.all().out());
            CountDownLatch called = new CountDownLatch(1);
            last.onSettled(
                    settled -> {
                        other.run(SET, x.all().out());
                        called.countDown();
                    });
            called.await();
        }
        races(() -> one.run(SET, x.all().out()));
    }

    @Test
    void b12_what_waits_for_a_promise_comes_after_what_came_before_it_was_given() {
        Promise<Event> set = platform.promise();
        Promise<Void> seen = platform.promise();
        Promise<Void> third = platform.promise();
        try (Finish finish = platform.finish()) {
            finish.async(() -> set.complete(one.run(SET, x.all().out())));
            finish.async(
                    () -> {
                        set.get().await();
                        other.run(SET, x.all().out()).await();
                        seen.complete(null);
                    });
            finish.async(
                    () -> {
                        seen.await();
                        one.run(SET, x.all().out()).await();
                        third.fail(new IllegalStateException("known"));
                    });
            finish.async(
                    () -> {
                        assertThrows(ActionFailedException.class, third::await);
                        other.run(SET, x.all().out());
                    });
        }
    }

    @Test
    void b12_a_promise_orders_nothing_that_came_after_it() {
        Promise<Void> early = platform.promise();
        early.complete(null);
        one.run(SET, x.all().out());
        early.await();
        other.waitFor(early);
        races(() -> other.run(SET, x.all().out()));
        assertFalse(early.complete(null));
        early.await();
        races(() -> other.run(SET, x.all().out()));
    }

    @Test
    void b12_a_promise_that_a_stream_waits_for_is_known_when_it_is_given() {
        Promise<Void> right = platform.promise();
        Promise<Void> wrong = platform.promise();
        other.waitFor(List.of(right), x.elements(0, 5));
        other.waitFor(List.of(wrong), x.elements(5, 5));
        Event good = other.run(SET, x.elements(0, 5).out());
        Event bad = other.run(SET, x.elements(5, 5).out());
        Event first = one.run(SET, x.elements(0, 5).out());
        one.run(SET, x.elements(5, 5).out());
        try (Finish finish = platform.finish()) {
            finish.async(() -> wrong.complete(null));
            finish.async(
                    () -> {
                        first.await();
                        right.complete(null);
                    });
        }
        good.await();
        assertThrows(RaceException.class, bad::await);
        Promise<Void> never = platform.promise();
        one.waitFor(never);
        Event after = one.run(SET, x.all().out());
        assertTrue(never.cancel());
        assertThrows(AnabranchException.class, after::await);
    }

    @Test
    void b12_fork_and_join() {
        platform.forkJoin(
                () -> one.run(SET, x.elements(0, 5).out()).await(),
                () -> other.run(SET, x.elements(5, 5).out()).await());
        one.run(SET, x.all().out()).await();
        var failed =
                assertThrows(
                        ActionFailedException.class,
                        () ->
                                platform.forkJoin(
                                        () -> one.run(SET, x.all().out()).await(),
                                        () -> other.run(SET, x.all().out()).await()));
        assertInstanceOf(RaceException.class, failed.getCause());
    }

    @Test
    void b12_what_is_known_late_is_found_late_and_told() {
        CountDownLatch go = new CountDownLatch(1);
        Finish finish = platform.finish();
        Event task =
                finish.async(
                        List.of(),
                        () -> {
                            try {
                                go.await();
                            } catch (InterruptedException stop) {
                                Thread.currentThread().interrupt();
                            }
                        });
        other.waitFor(task);
        Event right = other.run(SET, x.elements(0, 5).out());
        Event wrong = other.run(SET, x.elements(5, 5).out());
        one.run(SET, x.elements(4, 2).out()).await();
        other.run(LOOK, x.elements(0, 4).in());
        go.countDown();
        finish.close();
        assertThrows(RaceException.class, right::await);
        assertThrows(RaceException.class, wrong::await);
        assertEquals(Event.State.FAILED, wrong.state());
        assertThrows(RaceException.class, other::await);
        other.await();
    }

    @Test
    void b12_an_action_that_waits_for_a_task_comes_after_what_the_task_waited_for() {
        CountDownLatch go = new CountDownLatch(1);
        Event[] later = new Event[1];
        try (Finish finish = platform.finish()) {
            Event task =
                    finish.async(
                            List.of(),
                            () -> {
                                try {
                                    go.await();
                                } catch (InterruptedException stop) {
                                    Thread.currentThread().interrupt();
                                }
                                later[0].await();
                            });
            other.waitFor(task);
            Event first = other.run(SET, x.all().out());
            later[0] = one.run(SET, x.all().out()); // enqueued later, comes before
            go.countDown();
            first.await();
        }
        other.await();
    }

    @Test
    void b12_a_refused_or_cancelled_action_races_with_nobody() {
        CountDownLatch go = new CountDownLatch(1);
        Kernel gate =
                Kernel.of("gate", Parameter.inOut("x")).java((piece, arguments) -> go.await());
        Buffer y = platform.buffer(JAVA_LONG, 10);
        one.run(gate, y.all().inOut());
        one.barrier();
        Event cancelled = one.run(SET, x.all().out());
        assertTrue(cancelled.cancel());
        go.countDown();
        other.run(SET, x.elements(0, 5).out());
        Stream closed = platform.stream();
        closed.close();
        assertThrows(RuntimeException.class, () -> closed.run(SET, x.elements(5, 5).out()));
        Stream third = platform.stream();
        third.run(SET, x.elements(5, 5).out());
    }

    @Test
    void b12_each_of_many_readers_is_remembered() {
        Event first = platform.stream().run(LOOK, x.all().in());
        for (int i = 0; i < 50; i++) {
            one.waitFor(platform.stream().run(LOOK, x.all().in()));
        }
        races(() -> one.run(SET, x.all().out()));
        one.waitFor(first);
        one.run(SET, x.all().out());
    }

    @Test
    void b12_a_wait_for_a_range_lasts_when_others_write_there() {
        Buffer y = platform.buffer(JAVA_LONG, 10);
        one.waitFor(List.of(platform.stream().run(SET, y.all().out())), x.all());
        Event written = other.run(SET, x.all().out());
        one.waitFor(written);
        Kernel both = Kernel.of("both", Parameter.in("x"), Parameter.in("y")).java((p, a) -> {});
        one.run(both, x.all().in(), y.all().in());
    }

    @Test
    void b12_a_task_that_began_before_a_wait_does_not_come_after_it() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Finish finish = platform.finish();
        one.run(SET, x.all().out());
        finish.call(
                () -> {
                    begun.countDown();
                    go.await();
                    return other.run(LOOK, x.all().in());
                });
        begun.await();
        one.await();
        Buffer y = platform.buffer(JAVA_LONG, 10);
        for (int i = 0; i < 500; i++) {
            one.run(SET, y.all().out()).await();
        }
        go.countDown();
        var failed = assertThrows(ActionFailedException.class, finish::close);
        assertInstanceOf(RaceException.class, failed.getCause());
    }

    private static final Kernel NEXT =
            Kernel.of("next", Parameter.out("y"), Parameter.in("x")).java(WholeWrites.byIndexTo(0));

    @Test
    void b12_a_mark_does_not_order_what_its_own_task_did_before() {
        try (Finish finish = platform.finish()) {
            after(
                    finish.async(
                            List.of(),
                            () -> {
                                var _ = x.write();
                                one.mark();
                            }));
            Event second =
                    after(
                            finish.async(
                                    List.of(),
                                    () -> {
                                        one.barrier();
                                        races(() -> one.run(SET, x.all().out()));
                                    }));
            assertTrue(second.failure().isEmpty(), second::toString);
        }
    }

    /** Waits for it in a way that the platform does not see. */
    private static Event after(Event event) {
        CountDownLatch ended = new CountDownLatch(1);
        event.onSettled(settled -> ended.countDown());
        try {
            ended.await();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
        return event;
    }

    @Test
    void b12_what_is_known_late_is_not_forgotten_before() {
        Buffer y = platform.buffer(JAVA_LONG, 10);
        Promise<Integer> late = platform.promise();
        one.waitFor(late);
        one.run(SET, x.all().out());
        for (int i = 0; i < 1_000; i++) {
            other.run(SET, y.all().out());
        }
        late.complete(1);
        races(() -> other.run(SET, x.all().out()));
    }

    @Test
    void b12_a_loop_whose_pieces_use_what_others_write() {
        Mapping before = (piece, shape) -> Region.of((piece.low0() - 1) * 8, piece.count(0) * 8);
        Loop loop = Loop.of(1, 10).tile(3);
        try (Finish finish = platform.finish()) {
            RaceException race =
                    assertThrows(
                            RaceException.class,
                            () -> finish.forasync(loop, NEXT, x.out(each()), x.in(before)));
            assertTrue(race.getMessage().contains("kernel next"), race::getMessage);
            assertTrue(race.getMessage().contains("RaceTest.java:"), race::getMessage);
            assertTrue(
                    race.getMessage().contains("[1, 4) and of indices [4, 7)"), race::getMessage);
            assertTrue(race.getMessage().contains("of pressure"), race::getMessage);
            Buffer y = platform.buffer(JAVA_LONG, 10);
            finish.forasync(loop, NEXT, y.out(each()), x.in(before));
        }
        races(() -> one.run(NEXT, loop, x.out(Mapping.whole()), x.elements(0, 0).in()));
        Kernel sum = Kernel.of("sum", Parameter.inOut("x")).java((piece, arguments) -> {});
        one.run(sum, loop, x.inOut(each()));
        races(() -> one.run(sum, loop, x.inOut(around(1))));
    }

    @Test
    void b10_operands_of_one_kernel_that_overlap() {
        for (Executable wrong :
                List.<Executable>of(
                        () -> one.run(NEXT, x.elements(0, 5).out(), x.elements(4, 2).in()),
                        () -> platform.stream().run(NEXT, x.all().out(), x.all().in()))) {
            var refused = assertThrows(KernelArgumentException.class, wrong);
            assertTrue(refused.getMessage().contains("kernel next"), refused::getMessage);
            assertTrue(refused.getMessage().contains("pressure"), refused::getMessage);
        }
        one.run(NEXT, x.elements(0, 5).out(), x.elements(5, 5).in());
    }

    @Test
    void b10_elements_that_are_no_plain_numbers() {
        for (ValueLayout wrong :
                List.of(
                        JAVA_LONG.withOrder(
                                ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN
                                        ? ByteOrder.LITTLE_ENDIAN
                                        : ByteOrder.BIG_ENDIAN),
                        ValueLayout.JAVA_LONG_UNALIGNED,
                        ValueLayout.ADDRESS,
                        ValueLayout.JAVA_BOOLEAN)) {
            var refused = assertThrows(RangeException.class, () -> platform.buffer(wrong, 10));
            assertTrue(refused.getMessage().contains("native byte order"), refused::getMessage);
        }
        platform.buffer(ValueLayout.JAVA_BYTE, 10).close();
        platform.buffer(ValueLayout.JAVA_CHAR, 10).close();
        platform.buffer(ValueLayout.JAVA_DOUBLE, 10).close();
    }

    @Test
    void b12_memory_is_bounded_by_what_nothing_has_waited_for() {
        for (int round = 0; round < 200; round++) {
            for (int i = 0; i < 100; i++) {
                (i % 2 == 0 ? one : other).run(LOOK, x.elements(i % 10, 1).in());
            }
            one.await();
            other.await();
            one.run(SET, x.all().out()).await();
        }
        races(
                () -> {
                    one.run(SET, x.all().out());
                    other.run(LOOK, x.all().in());
                });
    }
}
