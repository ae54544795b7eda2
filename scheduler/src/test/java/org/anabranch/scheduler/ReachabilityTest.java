package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Buffer;
import org.anabranch.api.DeadlockException;
import org.anabranch.api.Event;
import org.anabranch.api.Kernel;
import org.anabranch.api.Parameter;
import org.anabranch.api.Stream;
import org.anabranch.api.StreamOptions;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;

/**
 * F9: an action that waits for what comes after it is refused, and one that waits for anything else
 * is not. What comes after what is told by a model of its own.
 */
@Timeout(120)
class ReachabilityTest {
    private static final int STEPS = 12;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Kernel MOVE =
            Kernel.of("move", Parameter.in("from"), Parameter.out("to"))
                    .java((piece, arguments) -> {});

    private final List<BitSet> before = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();
    private final List<OneStream> streams = new ArrayList<>();
    private List<String> refused;

    /** A stream, and what the model remembers of it. */
    private static final class OneStream {
        final Stream stream;
        final boolean strict;
        final List<Integer> all = new ArrayList<>();
        final int[] writer = {-1, -1, -1};
        final List<BitSet> readers = List.of(new BitSet(), new BitSet(), new BitSet());
        final List<Buffer> buffers;
        int gate = -1;

        /** The last one but marks. */
        int last = -1;

        OneStream(House house, StreamOptions.Order order) {
            stream = house.host0().stream(StreamOptions.DEFAULT.with(order));
            strict = order == StreamOptions.Order.STRICT;
            buffers =
                    java.util.stream.Stream.generate(() -> house.platform.buffer(JAVA_LONG, 1))
                            .limit(3)
                            .toList();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void F9_only_what_comes_after_is_refused(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int program = 0; program < 10; program++) {
            try (House house = House.host()) {
                runOne(house, random);
            }
        }
    }

    private void runOne(House house, SplittableRandom random) {
        before.clear();
        events.clear();
        streams.clear();
        for (int i = 0; i < 2; i++) {
            streams.add(
                    new OneStream(
                            house,
                            random.nextBoolean()
                                    ? StreamOptions.Order.STRICT
                                    : StreamOptions.Order.OPERANDS));
        }
        Gate gate = new Gate();
        int waiter = random.nextInt(3);
        for (int number = 0; number < STEPS; number++) {
            before.add(new BitSet());
            OneStream in = streams.get(random.nextInt(2));
            Kernel kernel = number == waiter ? waiting(gate) : MOVE;
            int kind = number == waiter ? 3 : random.nextInt(10);
            events.add(
                    switch (kind) {
                        case 0 -> barrier(in, number);
                        case 1 -> mark(in, number);
                        case 2 -> waitFor(in, number, random);
                        default -> kernel(in, number, random, kernel);
                    });
        }
        gate.open();
        for (OneStream one : streams) {
            one.stream.await();
        }
        List<String> expected = new ArrayList<>();
        for (int number = 0; number < STEPS; number++) {
            if (number == waiter || isAfter(number, waiter)) {
                expected.add("action " + number);
            }
        }
        assertEquals(expected, refused);
    }

    private boolean isAfter(int number, int first) {
        return before.get(number).stream()
                .anyMatch(between -> between == first || isAfter(between, first));
    }

    /** Tries to wait for everything. */
    private Kernel waiting(Gate gate) {
        return Kernel.of("waits", Parameter.in("from"), Parameter.out("to"))
                .java(
                        (piece, arguments) -> {
                            gate.pass();
                            List<String> found = new ArrayList<>();
                            for (int number = 0; number < STEPS; number++) {
                                try {
                                    assertTrue(events.get(number).await(PATIENCE));
                                } catch (DeadlockException after) {
                                    found.add("action " + number);
                                }
                            }
                            refused = found;
                        });
    }

    private Event barrier(OneStream in, int number) {
        in.all.forEach(before.get(number)::set);
        return gate(in, number, in.stream.barrier());
    }

    private Event mark(OneStream in, int number) {
        in.all.forEach(before.get(number)::set);
        return in.stream.mark();
    }

    private Event waitFor(OneStream in, int number, SplittableRandom random) {
        int other = number == 0 ? -1 : random.nextInt(number);
        follow(number, other);
        follow(number, in.gate);
        if (in.strict) {
            follow(number, in.last);
        }
        Event[] awaited = other < 0 ? new Event[0] : new Event[] {events.get(other)};
        return gate(in, number, in.stream.waitFor(awaited));
    }

    private Event gate(OneStream in, int number, Event event) {
        in.gate = number;
        in.last = number;
        in.all.add(number);
        return event;
    }

    private Event kernel(OneStream in, int number, SplittableRandom random, Kernel kernel) {
        int from = random.nextInt(3);
        int to = (from + 1 + random.nextInt(2)) % 3;
        follow(number, in.gate);
        if (in.strict) {
            follow(number, in.last);
        } else {
            follow(number, in.writer[from]);
            follow(number, in.writer[to]);
            before.get(number).or(in.readers.get(to));
        }
        in.readers.get(from).set(number);
        in.readers.get(to).clear();
        in.writer[to] = number;
        in.last = number;
        in.all.add(number);
        return in.stream.run(
                kernel, in.buffers.get(from).all().in(), in.buffers.get(to).all().out());
    }

    private void follow(int number, int other) {
        if (other >= 0) {
            before.get(number).set(other);
        }
    }
}
