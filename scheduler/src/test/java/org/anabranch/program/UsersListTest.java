package org.anabranch.program;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.ActionFailedException;
import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.ClosedException;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.IndexBody;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArgumentException;
import org.anabranch.api.Loop;
import org.anabranch.api.LoopException;
import org.anabranch.api.Mapping;
import org.anabranch.api.Monitor;
import org.anabranch.api.Parameter;
import org.anabranch.api.Platform;
import org.anabranch.api.Promise;
import org.anabranch.api.RangeException;
import org.anabranch.api.Stream;
import org.anabranch.api.Streams;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Requests of users for the interface, each in the words that they would write: here, and in a
 * project outside of this build, which starts its platform in another way.
 */
@Timeout(60)
class UsersListTest {
    private static final Kernel COPY =
            Kernel.of("copy", Parameter.in("from"), Parameter.out("to"))
                    .java(
                            (piece, arguments) ->
                                    arguments.segment(1).copyFrom(arguments.segment(0)));

    private static final Kernel ADD =
            Kernel.of("add", Parameter.inOut("x"), Parameter.scalar("amount"))
                    .java(
                            (piece, arguments) -> {
                                MemorySegment x = arguments.segment(0);
                                for (long i = 0; i < arguments.columns(0); i++) {
                                    x.setAtIndex(
                                            JAVA_INT,
                                            i,
                                            x.getAtIndex(JAVA_INT, i) + (int) arguments.longAt(1));
                                }
                            });

    /** Numbers the elements of a box by slice, row and column. */
    private static final Kernel NUMBER =
            Kernel.of("number", Parameter.out("box"))
                    .java(
                            (piece, arguments) -> {
                                MemorySegment box = arguments.segment(0);
                                for (long s = 0; s < arguments.slices(0); s++) {
                                    for (long r = 0; r < arguments.rows(0); r++) {
                                        for (long c = 0; c < arguments.columns(0); c++) {
                                            long at =
                                                    s * arguments.slicePitch(0)
                                                            + r * arguments.pitch(0)
                                                            + c;
                                            box.setAtIndex(JAVA_LONG, at, 100 * s + 10 * r + c);
                                        }
                                    }
                                }
                            });

    private static final Map<Boolean, Started> STARTED = new HashMap<>();

    @BeforeAll
    static void start() {
        for (boolean checked : new boolean[] {false, true}) {
            STARTED.put(checked, Started.with(checked));
        }
    }

    @AfterAll
    static void stop() {
        STARTED.values().forEach(Started::close);
        STARTED.clear();
    }

    private static void in(boolean checked, Consumer<Platform> program) {
        program.accept(STARTED.get(checked).platform());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void c18_a_range_takes_the_mode_of_its_parameter(boolean checked) {
        in(
                checked,
                platform -> {
                    try (Buffer x = platform.buffer(JAVA_INT, 4);
                            Buffer y = platform.buffer(JAVA_INT, 4);
                            Stream stream = platform.host().stream()) {
                        x.set(1, 2, 3, 4);
                        stream.run(COPY, x.all(), y.all());
                        stream.run(ADD, y.elements(1, 2), Argument.of(10));
                        stream.run(ADD, y.all().reduce(), Argument.of(100));
                        stream.await();
                        assertArrayEquals(
                                new int[] {101, 112, 113, 104}, y.read().toArray(JAVA_INT));
                        platform.finish(finish -> finish.async(ADD, x.all(), Argument.of(5)));
                        Loop one = Loop.of(0, 4).tile(4);
                        platform.finish(
                                finish ->
                                        finish.forasync(
                                                one, COPY, x.all(), y.out(Mapping.whole())));
                        assertArrayEquals(new int[] {6, 7, 8, 9}, y.read().toArray(JAVA_INT));
                    }
                });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void c18_a_range_for_a_number_is_refused_and_undeclared_overlap_is_seen(boolean checked) {
        in(
                checked,
                platform -> {
                    try (Buffer x = platform.buffer(JAVA_INT, 4);
                            Stream stream = platform.host().stream()) {
                        assertEquals(
                                "argument 1 of kernel add, amount, is a scalar, not memory",
                                assertThrows(
                                                KernelArgumentException.class,
                                                () -> stream.run(ADD, x.all(), x.all()))
                                        .getMessage());
                        assertThrows(
                                KernelArgumentException.class,
                                () -> stream.run(COPY, x.all(), x.elements(1, 3)));
                        assertThrows(
                                KernelArgumentException.class,
                                () -> stream.run(COPY, x.all(), x.all(), x.all()));
                    }
                });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void c18_tasks_have_names_and_events(boolean checked) {
        in(
                checked,
                platform -> {
                    AtomicReference<Event> fails = new AtomicReference<>();
                    ActionFailedException failure =
                            assertThrows(
                                    ActionFailedException.class,
                                    () ->
                                            platform.finish(
                                                    finish -> {
                                                        Event done = finish.async("left", () -> {});
                                                        done.await();
                                                        assertEquals(
                                                                Event.State.DONE, done.state());
                                                        fails.set(
                                                                finish.async(
                                                                        "right half",
                                                                        () -> {
                                                                            throw new IllegalStateException(
                                                                                    "as planned");
                                                                        }));
                                                    }));
                    assertTrue(
                            failure.getMessage().contains("task right half"), failure::getMessage);
                    assertEquals(Event.State.FAILED, fails.get().state());
                    try (Finish finish = platform.finish()) {
                        assertEquals(7, finish.call("seven", () -> 7).get());
                    }
                });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void c18_a_task_that_runs_is_listed_by_its_name(boolean checked) throws Exception {
        Started started = STARTED.get(checked);
        try (Finish finish = started.platform().finish()) {
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch listed = new CountDownLatch(1);
            finish.async(
                    "assembly",
                    () -> {
                        begun.countDown();
                        try {
                            listed.await();
                        } catch (InterruptedException ended) {
                            Thread.currentThread().interrupt();
                        }
                    });
            begun.await();
            List<String> running =
                    started.monitor().workers().stream()
                            .map(Monitor.WorkerReport::activity)
                            .toList();
            listed.countDown();
            assertTrue(running.contains("task assembly"), running::toString);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void c18_a_scope_as_a_lambda_waits_and_cannot_leak(boolean checked) {
        in(
                checked,
                platform -> {
                    AtomicLong ran = new AtomicLong();
                    AtomicReference<Finish> leaked = new AtomicReference<>();
                    platform.finish(
                            finish -> {
                                leaked.set(finish);
                                for (int i = 0; i < 100; i++) {
                                    finish.async(ran::getAndIncrement);
                                }
                            });
                    assertEquals(100, ran.get());
                    assertThrows(ClosedException.class, () -> leaked.get().async(() -> {}));
                    IllegalStateException thrown =
                            assertThrows(
                                    IllegalStateException.class,
                                    () ->
                                            platform.finish(
                                                    finish -> {
                                                        finish.async(ran::getAndIncrement);
                                                        throw new IllegalStateException("body");
                                                    }));
                    assertEquals("body", thrown.getMessage());
                    assertEquals(101, ran.get());
                });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void c18_a_box_of_three_extents_has_slices_on_host_and_device(boolean checked) {
        Started started = STARTED.get(checked);
        for (Domain domain : List.of(started.platform().host(), started.device())) {
            try (Buffer x = started.platform().buffer(JAVA_LONG, 4, 5, 6);
                    Stream stream = domain.stream()) {
                stream.run(NUMBER, x.box(1, 2, 3, 2, 3, 2));
                stream.run(NUMBER, x.box(3, 1, 1, 1, 2, 2));
                stream.await();
                assertNumbered(x.read());
                assertThrows(RangeException.class, () -> x.box(3, 0, 0, 2, 1, 1));
            }
        }
    }

    private static void assertNumbered(MemorySegment data) {
        for (long s = 0; s < 4; s++) {
            for (long r = 0; r < 5; r++) {
                for (long c = 0; c < 6; c++) {
                    long one = numbered(s - 1, r - 2, c - 3, 2, 3, 2);
                    long other = numbered(s - 3, r - 1, c - 1, 1, 2, 2);
                    assertEquals(
                            Math.max(one, other),
                            data.getAtIndex(JAVA_LONG, (s * 5 + r) * 6 + c),
                            s + " " + r + " " + c);
                }
            }
        }
    }

    private static long numbered(long s, long r, long c, long slices, long rows, long columns) {
        boolean inside = s >= 0 && r >= 0 && c >= 0 && s < slices && r < rows && c < columns;
        return inside ? 100 * s + 10 * r + c : 0;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void c18_arrays_go_in_and_come_out_by_one_call(boolean checked) {
        in(
                checked,
                platform -> {
                    Buffer ints = platform.buffer(JAVA_INT, 2, 2);
                    ints.set(new int[] {1, 2, 3, 4});
                    assertArrayEquals(new int[] {1, 2, 3, 4}, ints.read().toArray(JAVA_INT));
                    Buffer longs = platform.buffer(JAVA_LONG, 2);
                    longs.set(1L << 40, 2);
                    assertArrayEquals(new long[] {1L << 40, 2}, longs.read().toArray(JAVA_LONG));
                    Buffer floats = platform.buffer(JAVA_FLOAT, 2);
                    floats.set(0.5f, 2);
                    assertArrayEquals(new float[] {0.5f, 2}, floats.read().toArray(JAVA_FLOAT));
                    Buffer doubles = platform.buffer(JAVA_DOUBLE, 2);
                    doubles.set(new double[] {0.1, 2});
                    assertArrayEquals(new double[] {0.1, 2}, doubles.read().toArray(JAVA_DOUBLE));
                    assertTrue(
                            assertThrows(RangeException.class, () -> ints.set(1, 2, 3))
                                    .getMessage()
                                    .endsWith(
                                            "4 elements of type int, and is not set to 3 of type"
                                                    + " int"));
                    assertThrows(RangeException.class, () -> floats.set(1, 2));
                    assertThrows(RangeException.class, () -> doubles.set(1L, 2L));
                });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void c18_streams_are_closed_together(boolean checked) {
        in(
                checked,
                platform -> {
                    Buffer x = platform.buffer(JAVA_INT, 4);
                    Buffer y = platform.buffer(JAVA_INT, 4);
                    Streams left;
                    try (Streams streams = Streams.in(List.of(platform.host(), platform.host()))) {
                        left = streams;
                        streams.get(0).run(ADD, x.all(), Argument.of(1));
                        streams.get(1).run(ADD, y.all(), Argument.of(2));
                        assertEquals(2, streams.size());
                    }
                    assertEquals(1, x.read().get(JAVA_INT, 0));
                    assertEquals(2, y.read().get(JAVA_INT, 0));
                    for (Stream stream : left) {
                        assertThrows(
                                ClosedException.class,
                                () -> stream.run(ADD, x.all(), Argument.of(1)));
                    }
                });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void c18_streams_closed_together_are_all_closed_whatever_fails(boolean checked) {
        Kernel fails =
                Kernel.of("fails", Parameter.inOut("x"))
                        .java(
                                (piece, arguments) -> {
                                    throw new IllegalStateException("as planned");
                                });
        in(
                checked,
                platform -> {
                    Buffer x = platform.buffer(JAVA_INT, 4);
                    Buffer y = platform.buffer(JAVA_INT, 4);
                    Buffer z = platform.buffer(JAVA_INT, 4);
                    Domain host = platform.host();
                    Streams three = Streams.in(List.of(host, host, host));
                    three.get(0).run(fails, x.all());
                    three.get(1).run(fails, y.all());
                    three.get(2).run(ADD, z.all(), Argument.of(3));
                    ActionFailedException failure =
                            assertThrows(ActionFailedException.class, three::close);
                    assertEquals(1, failure.getSuppressed().length);
                    assertEquals(3, z.read().get(JAVA_INT, 0));
                });
    }

    /** What was there before this list was gone through. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void c18_promises_and_loops_say_what_is_wrong(boolean checked) {
        in(
                checked,
                platform -> {
                    Promise<Integer> promise = platform.promise();
                    AtomicLong sum = new AtomicLong();
                    platform.finish(
                            finish -> {
                                finish.async(() -> sum.addAndGet(promise.get()));
                                finish.async(() -> promise.complete(7));
                                Loop loop = Loop.of(-3, 9).stride(2).tile(2).by(5, 8).tile(3);
                                finish.forasync(loop, (IndexBody.Two) (i, j) -> sum.addAndGet(100));
                                assertThrows(
                                        LoopException.class,
                                        () -> finish.forasync(loop, (IndexBody) i -> {}));
                            });
                    assertEquals(7 + 100 * 6 * 3, sum.get());
                    assertThrows(LoopException.class, () -> Loop.of(0, 9).by(0, 3).stride(0));
                });
    }
}
