package org.anabranch.mic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.Mapping;
import org.anabranch.api.Monitor;
import org.anabranch.api.Parameter;
import org.anabranch.api.Platform;
import org.anabranch.api.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;

/** Parts of a card share its memory, as ALIASED buffers of hStreams do. */
@Timeout(300)
class PartsTest {
    private static final int ELEMENTS = 1000;
    private static final Kernel ENDLESS =
            Kernel.of("endless", Parameter.inOut("data"))
                    .java((piece, arguments) -> Thread.sleep(Long.MAX_VALUE));

    private final Cards cards = new Cards();
    private final Platform platform = cards.platform;

    @AfterEach
    void close() {
        cards.close();
    }

    private static Event add(Stream stream, Buffer buffer, long amount) {
        return add(stream, buffer, 0, ELEMENTS, amount);
    }

    private static Event add(Stream stream, Buffer buffer, long from, long to, long amount) {
        return stream.run(
                Rig.ADD, Loop.of(from, to), buffer.inOut(Mapping.each()), Argument.of(amount));
    }

    /** A sum over the card and its parts. */
    private long onCard(ToLongFunction<Monitor.DomainReport> figure) {
        return cards.engine.monitor().domains().stream()
                .filter(report -> !report.domain().isHost())
                .mapToLong(figure)
                .sum();
    }

    @Test
    void HST_14_nothing_moves_between_parts_and_order_is_kept() throws Exception {
        Domain card = cards.open(Map.of()).getFirst();
        List<Domain> parts = card.split(3);
        try (Buffer buffer = platform.buffer(JAVA_LONG, ELEMENTS)) {
            Event last = null;
            for (int round = 0; round < 30; round++) {
                Stream stream = parts.get(round % 3).stream();
                if (last != null) {
                    stream.waitFor(last);
                }
                last = add(stream, buffer, round);
                stream.close();
            }
            last.await();
            assertEquals(ELEMENTS * 8L, onCard(Monitor.DomainReport::bytesIn));
            assertEquals(0, onCard(Monitor.DomainReport::bytesOut));
            assertEquals(ELEMENTS * 8L, onCard(Monitor.DomainReport::instanceBytes));
            assertTrue(card.holds(buffer));
            assertEquals(29 * 30 / 2, buffer.read().getAtIndex(JAVA_LONG, 77));
        }
        assertEquals(0, onCard(Monitor.DomainReport::instanceBytes));
    }

    /** The same random program, on parts and on the whole, against a sequential model. */
    @Test
    void HST_14_random_programs_over_parts_whole_and_host_agree_with_a_model() throws Exception {
        Domain card = cards.open(Map.of()).getFirst();
        List<Domain> domains = new ArrayList<>(card.split(2));
        domains.add(card);
        domains.add(platform.host());
        SplittableRandom random = new SplittableRandom(14);
        for (int program = 0; program < 40; program++) {
            long[] model = new long[ELEMENTS];
            List<Stream> streams = domains.stream().map(Domain::stream).toList();
            try (Buffer buffer = platform.buffer(JAVA_LONG, ELEMENTS)) {
                Event last = null;
                for (int step = 0; step < 25; step++) {
                    Stream stream = streams.get(random.nextInt(streams.size()));
                    int from = random.nextInt(ELEMENTS);
                    int to = random.nextInt(from + 1, ELEMENTS + 1);
                    if (last != null) {
                        stream.waitFor(last);
                    }
                    last = add(stream, buffer, from, to, step);
                    for (int i = from; i < to; i++) {
                        model[i] += step;
                    }
                }
                last.await();
                MemorySegment seen = buffer.read();
                for (int i = 0; i < ELEMENTS; i++) {
                    assertEquals(model[i], seen.getAtIndex(JAVA_LONG, i), "element " + i);
                }
            }
            streams.forEach(Stream::close);
        }
    }

    @Test
    void HST_14_what_a_part_wrote_stays_when_the_part_goes() throws Exception {
        Domain card = cards.open(Map.of()).getFirst();
        List<Domain> parts = card.split(2);
        try (Buffer buffer = platform.buffer(JAVA_LONG, ELEMENTS)) {
            add(parts.get(0).stream(), buffer, 5).await();
            parts.get(0).remove();
            add(parts.get(1).stream(), buffer, 6).await();
            assertEquals(0, onCard(Monitor.DomainReport::bytesOut));
            assertEquals(11, buffer.read().getAtIndex(JAVA_LONG, 999));
        }
    }

    @Test
    void HST_14_parts_whose_workers_are_bound_have_memory_of_their_own() throws Exception {
        Domain card = cards.open(Map.of("affinity", "compact")).getFirst();
        List<Domain> parts = card.split(2);
        try (Buffer buffer = platform.buffer(JAVA_LONG, ELEMENTS)) {
            add(parts.get(0).stream(), buffer, 5).await();
            add(parts.get(1).stream(), buffer, 6).await();
            parts.forEach(part -> assertTrue(part.holds(buffer), part.id()));
            assertEquals(ELEMENTS * 8L, onCard(Monitor.DomainReport::bytesOut));
            assertEquals(11, buffer.read().getAtIndex(JAVA_LONG, 999));
        }
    }

    @Test
    void HST_14_parts_are_lost_with_the_card_and_what_was_only_there_is_said_to_be()
            throws Exception {
        Domain card = cards.open(Map.of()).getFirst();
        List<Domain> parts = card.split(2);
        try (Buffer buffer = platform.buffer(JAVA_LONG, ELEMENTS);
                Buffer other = platform.buffer(JAVA_LONG, ELEMENTS)) {
            add(parts.get(0).stream(), buffer, 5).await();
            Event endless = parts.get(1).stream().run(ENDLESS, other.all().inOut());
            Thread.sleep(300);
            cards.kill();
            assertThrows(AnabranchException.class, endless::await);
            AnabranchException lost = assertThrows(AnabranchException.class, buffer::read);
            assertTrue(lost.toString().contains("lost"), lost::toString);
        }
        Domain second = cards.await(1, 2).getFirst();
        try (Buffer buffer = platform.buffer(JAVA_LONG, ELEMENTS)) {
            for (Domain part : second.split(2)) {
                add(part.stream(), buffer, 2).await();
            }
            assertEquals(4, buffer.read().getAtIndex(JAVA_LONG, 0));
        }
    }
}
