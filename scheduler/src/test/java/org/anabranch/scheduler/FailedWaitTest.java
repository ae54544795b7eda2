package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Event;
import org.anabranch.api.Promise;
import org.anabranch.api.Range;
import org.anabranch.api.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

/** R3: a wait writes nothing, so a wait that fails or is cancelled makes no data undefined. */
@Timeout(60)
class FailedWaitTest {
    /** Ways in which a wait does not end well. */
    enum End {
        FAILED {
            @Override
            void of(Promise<Integer> promise, Event wait) {
                promise.fail(new IllegalStateException("no"));
            }
        },
        CANCELLED {
            @Override
            void of(Promise<Integer> promise, Event wait) {
                promise.cancel();
            }
        },
        WAIT_CANCELLED {
            @Override
            void of(Promise<Integer> promise, Event wait) {
                wait.cancel();
            }
        };

        abstract void of(Promise<Integer> promise, Event wait);
    }

    private static void assertEnds(Event.State end, Event event) {
        House.until("it settles", event::isSettled);
        assertEquals(end, event.state(), event::toString);
    }

    @ParameterizedTest
    @EnumSource(End.class)
    void r3_a_wait_with_a_range_that_fails_leaves_the_data_valid(End end) {
        try (House house = House.host()) {
            Buffer x = filled(house);
            Promise<Integer> promise = house.platform.promise();
            Stream stream = house.host0().stream();
            Stream other = house.host0().stream();
            Event wait = stream.waitFor(List.of(promise), x.elements(0, 10));
            Event before = stream.run(Kernels.LOOK, x.elements(5, 2).in());
            end.of(promise, wait);
            Event after = stream.run(Kernels.LOOK, x.elements(9, 2).in());
            Event written = stream.run(Kernels.LOOK, x.elements(0, 1).in());
            Event beyond = stream.run(Kernels.ADD, x.elements(10, 10).inOut(), Argument.of(1L));
            Event elsewhere = other.run(Kernels.LOOK, x.all().in());
            for (Event event : List.of(wait, before, after, written)) {
                assertEnds(Event.State.CANCELLED, event);
            }
            assertEnds(Event.State.DONE, beyond);
            assertEnds(Event.State.DONE, elsewhere);
            long[] content = Kernels.content(x);
            assertEquals(1, content[0]);
            assertEquals(2, content[19]);
            assertThrows(ActionCancelledException.class, stream::await);
            stream.run(Kernels.ADD, x.all().inOut(), Argument.of(1L)).await();
            assertEquals(2, Kernels.content(x)[0]);
            stream.close();
            other.close();
        }
    }

    @ParameterizedTest
    @EnumSource(End.class)
    void r3_a_wait_without_a_range_that_fails_cancels_all_that_comes_after_it(End end) {
        try (House house = House.host()) {
            Buffer x = filled(house);
            Promise<Integer> promise = house.platform.promise();
            Stream stream = house.host0().stream();
            Event wait = stream.waitFor(promise);
            Event before = stream.run(Kernels.LOOK, x.all().in());
            end.of(promise, wait);
            Event after = stream.run(Kernels.LOOK, x.all().in());
            for (Event event : List.of(wait, before, after)) {
                assertEnds(Event.State.CANCELLED, event);
            }
            assertArrayEquals(Kernels.filled(20, 1), Kernels.content(x));
            assertThrows(ActionCancelledException.class, stream::await);
            stream.run(Kernels.LOOK, x.all().in()).await();
            stream.close();
        }
    }

    /** The stream forgets what it is idle after, and sweeps when there is much: not such waits. */
    @ParameterizedTest
    @ValueSource(ints = {1, 1000})
    void r3_a_failed_wait_is_remembered_until_it_is_thrown(int boxes) {
        try (House house = House.host()) {
            Buffer x = house.platform.buffer(JAVA_LONG, 2000);
            x.write().fill((byte) 0);
            Stream stream = house.host0().stream();
            Range range = x.elements(0, 1);
            stream.waitFor(List.of(house.platform.promise()), range).cancel();
            for (int i = 1; i <= boxes; i++) {
                stream.run(Kernels.ADD, x.elements(i, 1).inOut(), Argument.of(1L)).await();
            }
            Event same = stream.run(Kernels.FILL, range.out(), Argument.of(1L));
            Event again = stream.run(Kernels.FILL, range.out(), Argument.of(1L));
            assertEnds(Event.State.CANCELLED, same);
            assertEnds(Event.State.CANCELLED, again);
            assertThrows(ActionCancelledException.class, stream::close);
        }
    }

    private static Buffer filled(House house) {
        Buffer x = house.platform.buffer(JAVA_LONG, 20);
        for (int i = 0; i < 20; i++) {
            x.write().setAtIndex(JAVA_LONG, i, 1);
        }
        return x;
    }
}
