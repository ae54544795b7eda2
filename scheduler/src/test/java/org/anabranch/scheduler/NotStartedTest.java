package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.ActionFailedException;
import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Event;
import org.anabranch.api.Kernel;
import org.anabranch.api.Parameter;
import org.anabranch.api.Stream;
import org.anabranch.api.StreamOptions;
import org.anabranch.reference.ReferenceBackend;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.List;

/**
 * Rule 2.7: an operation that an ordering device did not start, because an earlier one failed, is
 * submitted again if that failure does not concern it. Its successors must not run meanwhile.
 */
@Timeout(120)
class NotStartedTest {
    private static final Kernel FILL_TWO =
            Kernel.of("fill two", Parameter.out("x"), Parameter.out("y"), Parameter.scalar("value"))
                    .java(
                            (piece, arguments) -> {
                                Kernels.each(arguments, 0, old -> arguments.longAt(2));
                                Kernels.each(arguments, 1, old -> arguments.longAt(2));
                            });
    private static final Kernel MOVE_TWO =
            Kernel.of("move two", Parameter.in("from"), Parameter.in("also"), Parameter.out("to"))
                    .java(
                            (piece, arguments) ->
                                    Kernels.each(
                                            arguments,
                                            2,
                                            old ->
                                                    arguments.segment(0).getAtIndex(JAVA_LONG, 0)
                                                            + arguments
                                                                    .segment(1)
                                                                    .getAtIndex(JAVA_LONG, 0)));

    private final Gate failure = new Gate();
    private final Gate second = new Gate();

    @Test
    void S2_7_what_is_enqueued_behind_an_operation_that_is_submitted_again_waits_for_it() {
        try (House house = ordering()) {
            Stream stream =
                    house.device(0).stream(StreamOptions.DEFAULT.with(StreamOptions.Order.STRICT));
            Buffer a = buffer(house);
            Buffer b = buffer(house);
            Buffer c = buffer(house);
            Buffer d = buffer(house);
            Event fails = stream.run(failure.fail, a.all().inOut());
            Event again = stream.run(second.fill, b.all().out(), Argument.of(5L));
            Event alsoAgain = stream.run(Kernels.FILL, c.all().out(), Argument.of(7L));
            failThenStandAtSecond();
            stream.run(Kernels.MOVE, c.all().in(), d.all().out());
            House.pause(100);
            second.open();
            assertThrows(ActionFailedException.class, stream::await);
            assertEquals(Event.State.FAILED, fails.state());
            assertEquals(Event.State.DONE, again.state());
            assertEquals(Event.State.DONE, alsoAgain.state());
            assertArrayEquals(Kernels.filled(20, 7), Kernels.content(d));
        }
    }

    @Test
    void S2_7_what_was_ordered_behind_an_operation_follows_it_when_it_is_submitted_again() {
        try (House house = ordering()) {
            Stream stream = house.device(0).stream();
            Gate late = new Gate();
            Buffer a = buffer(house);
            Buffer c = buffer(house);
            Buffer d = buffer(house);
            Buffer e = buffer(house);
            Event filled = house.host0().stream().run(late.fill, e.all().out(), Argument.of(1L));
            late.awaitEntered();
            Event fails = stream.run(failure.fail, a.all().inOut());
            stream.run(second.fill, a.all().out(), Argument.of(5L));
            stream.run(FILL_TWO, a.all().out(), c.all().out(), Argument.of(7L));
            stream.waitFor(List.of(filled), e.all());
            Event last = stream.run(MOVE_TWO, c.all().in(), e.all().in(), d.all().out());
            failThenStandAtSecond();
            late.open();
            House.pause(100);
            second.open();
            assertThrows(ActionFailedException.class, stream::await);
            assertEquals(Event.State.FAILED, fails.state());
            assertEquals(Event.State.DONE, last.state());
            assertArrayEquals(Kernels.filled(20, 8), Kernels.content(d));
            assertArrayEquals(Kernels.filled(20, 7), Kernels.content(a));
        }
    }

    /** Gives all that comes after the failure the time to be submitted, and to be refused. */
    private void failThenStandAtSecond() {
        failure.awaitEntered();
        House.pause(100);
        failure.open();
        second.awaitEntered();
        House.pause(100);
    }

    private static House ordering() {
        return House.of(House.SETTINGS)
                .plug(
                        new ReferenceBackend(
                                List.of(House.info(0, 64 * House.MEGABYTE, true)), false),
                        1);
    }

    private static Buffer buffer(House house) {
        return house.platform.buffer(JAVA_LONG, 20);
    }
}
