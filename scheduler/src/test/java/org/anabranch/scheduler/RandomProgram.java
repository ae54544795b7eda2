package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.ActionFailedException;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Kernel;
import org.anabranch.api.Mode;
import org.anabranch.api.Platform;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Range;
import org.anabranch.api.Stream;
import org.anabranch.api.StreamOptions;
import org.anabranch.api.UndefinedDataException;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A random program over streams, checked against running its actions one after another. Each buffer
 * belongs to one stream at a time; it is handed on by a wait for a mark, as programs must. After
 * each round everything has ended, and every event and every byte is compared.
 */
final class RandomProgram {
    private static final int ROUND = 2_000;

    private final Platform platform;
    private final SplittableRandom random;
    private final boolean faults;
    private final List<Stream> streams = new ArrayList<>();
    private final List<StreamOptions> options = new ArrayList<>();
    private final List<List<ModelledBuffer>> owned = new ArrayList<>();
    private final Map<List<Mode>, Kernel> kernels = new HashMap<>();
    private List<ModelledAction> round = new ArrayList<>();
    private final long seed;

    /**
     * Makes the streams and buffers.
     *
     * @param faults whether devices fail on their own, so that the model follows what happened
     *     instead of knowing it
     */
    RandomProgram(Platform platform, long seed, boolean faults) {
        this.platform = platform;
        this.seed = seed;
        this.random = new SplittableRandom(seed);
        this.faults = faults;
        int count = 1 + random.nextInt(8);
        for (int i = 0; i < count; i++) {
            StreamOptions.Order order = StreamOptions.Order.values()[random.nextInt(3)];
            StreamOptions chosen = StreamOptions.DEFAULT.with(order);
            options.add(random.nextBoolean() ? chosen : chosen.undeferred());
            streams.add(open(options.getLast()));
            owned.add(new ArrayList<>());
            for (int b = 0; b <= random.nextInt(4); b++) {
                owned.get(i).add(new ModelledBuffer(platform, random));
            }
        }
    }

    private Stream open(StreamOptions chosen) {
        List<Domain> domains = platform.domains();
        int choice = random.nextInt(domains.size() + 2);
        if (choice < domains.size()) {
            return domains.get(choice).stream(chosen);
        }
        return choice == domains.size()
                ? platform
                        .host()
                        .part(
                                ProcessorMask.of(
                                        random.nextInt(platform.host().processors().count())))
                        .stream(chosen)
                : platform.stream(chosen);
    }

    void run(int actions) {
        for (int i = 0; i < actions; i++) {
            enqueue(random.nextInt(streams.size()));
            if (round.size() >= ROUND || i == actions - 1) {
                check();
            }
        }
        for (Stream stream : streams) {
            stream.closeNow();
        }
        owned.forEach(buffers -> buffers.forEach(modelled -> modelled.buffer.close()));
    }

    private void enqueue(int at) {
        Stream stream = streams.get(at);
        if (random.nextInt(50) == 0) {
            handOn(at);
        }
        if (random.nextInt(100) == 0) {
            stream.barrier();
            owned.get(at).forEach(ModelledBuffer::endReductions);
        }
        if (owned.get(at).isEmpty()) {
            return;
        }
        if (random.nextInt(20) == 0) {
            Range range = pick(at).range(random);
            Event moved =
                    random.nextBoolean() || stream.domain().isEmpty()
                            ? stream.fetch(range)
                            : stream.prefetch(range);
            assertFalse(moved == null);
        }
        ModelledAction action = action(at);
        action.enqueued(options.get(at).order() == StreamOptions.Order.OPERANDS);
        List<Mode> modes = action.uses.stream().map(ModelledAction.Use::mode).toList();
        action.event =
                stream.run(
                        kernels.computeIfAbsent(modes, ModelledAction::kernel), action.arguments());
        if (random.nextInt(100) == 0) {
            action.cancel();
        }
        if (options.get(at).order() == StreamOptions.Order.NONE) {
            stream.barrier();
        }
        round.add(action);
    }

    private ModelledBuffer pick(int at) {
        return owned.get(at).get(random.nextInt(owned.get(at).size()));
    }

    /** Gives a buffer to another stream, which waits for all that was enqueued here. */
    private void handOn(int from) {
        int to = random.nextInt(streams.size());
        if (to != from && !owned.get(from).isEmpty()) {
            ModelledBuffer given = owned.get(from).remove(random.nextInt(owned.get(from).size()));
            streams.get(to).waitFor(List.of(streams.get(from).mark()), given.buffer.all());
            given.endReductions();
            owned.get(to).add(given);
        }
    }

    private ModelledAction action(int at) {
        List<ModelledAction.Use> uses = new ArrayList<>();
        if (random.nextInt(10) == 0) {
            ModelledBuffer all = pick(at);
            uses.add(new ModelledAction.Use(all, all.buffer.all(), Mode.REDUCE));
            return new ModelledAction(uses, random.nextLong(), random.nextInt(100) == 0);
        }
        for (int i = 0; i <= random.nextInt(2); i++) {
            uses.add(use(at, Mode.READ));
        }
        for (int i = 0; i <= random.nextInt(2); i++) {
            ModelledAction.Use use = use(at, random.nextBoolean() ? Mode.WRITE : Mode.READ_WRITE);
            if (uses.stream().noneMatch(other -> overlap(use, other))) {
                uses.add(use);
            }
        }
        return new ModelledAction(uses, random.nextLong(), random.nextInt(100) == 0);
    }

    private ModelledAction.Use use(int at, Mode mode) {
        ModelledBuffer buffer = pick(at);
        return new ModelledAction.Use(buffer, buffer.range(random), mode);
    }

    private static boolean overlap(ModelledAction.Use a, ModelledAction.Use b) {
        return a.of() == b.of()
                && a.range().region().offset() < b.range().region().end()
                && b.range().region().offset() < a.range().region().end();
    }

    /** Waits for everything and compares events and bytes. */
    private void check() {
        for (Stream stream : streams) {
            assertTrue(
                    stream.await(Duration.ofSeconds(60)),
                    () -> "seed " + seed + ": stream " + stream.id() + " hangs");
        }
        int n = 0;
        for (ModelledAction action : round) {
            action.check(faults, describe(action, n++));
            action.replay();
        }
        round = new ArrayList<>();
        owned.forEach(buffers -> buffers.forEach(this::checkBytes));
    }

    private String describe(ModelledAction action, int n) {
        return "seed "
                + seed
                + ", action "
                + n
                + " of the round, "
                + action
                + ": "
                + action.event.failure().orElse(null);
    }

    private void checkBytes(ModelledBuffer modelled) {
        modelled.endReductions();
        modelled.usedBy(null);
        if (!faults && modelled.hasUndefined()) {
            assertThrows(UndefinedDataException.class, modelled.buffer::read);
        }
        MemorySegment memory = home(modelled.buffer);
        int difference = modelled.firstDifference(memory);
        assertEquals(
                -1,
                difference,
                () -> "seed " + seed + ": element " + difference + " of " + modelled.buffer.name());
        modelled.adopt(memory);
    }

    /** A transfer home that fails leaves the data where it is, so it may be asked for again. */
    private MemorySegment home(Buffer buffer) {
        while (true) {
            try {
                return buffer.write();
            } catch (ActionFailedException failed) {
                if (!faults) {
                    throw failed;
                }
            }
        }
    }
}
