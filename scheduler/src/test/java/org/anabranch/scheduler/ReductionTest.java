package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.ActionFailedException;
import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Kernel;
import org.anabranch.api.Parameter;
import org.anabranch.api.Stream;
import org.anabranch.api.StreamOptions;
import org.anabranch.api.UndefinedDataException;
import org.anabranch.scheduler.event.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

/**
 * Reductions that fail (F1): they run in any order, and one that runs after the failure must not be
 * done.
 */
@Timeout(120)
class ReductionTest {
    private static final Kernel FAIL_AFTER_READING =
            Kernel.of("fail after reading", Parameter.inOut("to"), Parameter.in("from"))
                    .java(
                            (piece, arguments) -> {
                                throw new IllegalStateException("as planned");
                            });

    @ParameterizedTest
    @CsvSource({"0, 0", "0, 1", "1, 0", "1, 1"})
    void F1_a_reduction_that_waited_for_one_that_failed_is_cancelled(int first, int second) {
        try (House house = House.devices(1)) {
            List<Domain> domains = house.platform.domains();
            Gate gate = new Gate();
            Buffer x = house.platform.buffer(JAVA_LONG, 20);
            Stream stream = domains.get(first).stream();
            Stream other = first == second ? stream : domains.get(second).stream();
            Event failed = stream.run(gate.fail, x.all().reduce());
            gate.awaitEntered();
            Event waits = other.run(Kernels.ADD, x.all().reduce(), Argument.of(1L));
            gate.open();
            assertThrows(ActionFailedException.class, stream::await);
            assertThrows(ActionCancelledException.class, waits::await);
            assertEquals(Event.State.FAILED, failed.state());
            assertEquals(Event.State.CANCELLED, waits.state());
            assertSame(rootOf(failed), rootOf(waits));
            assertThrows(UndefinedDataException.class, x::read);
            stream.run(Kernels.FILL, x.all().out(), Argument.of(5L)).await();
            assertEquals(5, Kernels.content(x)[19]);
        }
    }

    @Test
    void F1_a_reduction_waits_under_a_stream_that_failed() {
        try (House house = House.host()) {
            Gate gate = new Gate();
            Buffer x = house.platform.buffer(JAVA_LONG, 20);
            Stream stream =
                    house.host0().stream(
                            StreamOptions.DEFAULT.with(StreamOptions.OnFailure.FAIL_STREAM));
            Event failed = stream.run(gate.fail, x.elements(0, 10).reduce());
            gate.awaitEntered();
            Event waits = stream.run(Kernels.ADD, x.elements(5, 10).reduce(), Argument.of(1L));
            gate.open();
            assertThrows(ActionFailedException.class, stream::await);
            assertEquals(Event.State.CANCELLED, waits.state());
            assertSame(rootOf(failed), rootOf(waits));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void F1_a_later_reduction_may_be_done_before_one_that_fails(int domain) {
        try (House house = House.devices(1)) {
            Stream stream = house.platform.domains().get(domain).stream();
            Gate gate = new Gate();
            Buffer x = house.platform.buffer(JAVA_LONG, 20);
            Buffer y = house.platform.buffer(JAVA_LONG, 20);
            stream.run(gate.fill, y.all().out(), Argument.of(1L));
            Event fails = stream.run(FAIL_AFTER_READING, x.all().reduce(), y.all().in());
            Event done = stream.run(Kernels.ADD, x.all().reduce(), Argument.of(1L));
            done.await();
            Event reads = stream.run(Kernels.LOOK, x.elements(3, 1).in());
            gate.open();
            assertThrows(ActionFailedException.class, stream::await);
            Event afterwards = stream.run(Kernels.ADD, x.all().reduce(), Argument.of(1L));
            assertThrows(ActionCancelledException.class, afterwards::await);
            assertEquals(Event.State.DONE, done.state());
            assertEquals(Event.State.FAILED, fails.state());
            assertEquals(Event.State.CANCELLED, reads.state());
            assertSame(rootOf(fails), rootOf(reads));
            assertThrows(UndefinedDataException.class, x::read);
        }
    }

    private static Throwable rootOf(Event event) {
        return Outcome.rootOf(event.failure().orElseThrow());
    }
}
