package org.anabranch.examples.halo;

import static org.anabranch.examples.halo.WaveKernel.RADIUS;

import org.anabranch.api.Argument;
import org.anabranch.api.Event;
import org.anabranch.api.Range;
import org.anabranch.api.Stream;

import java.util.ArrayList;
import java.util.List;

/**
 * The wave over several ranks, in one of two schemes. In each step a rank computes the slabs next
 * to its neighbours first, sends their outermost four planes into the neighbours' ghosts, and
 * computes the rest meanwhile.
 *
 * <p>{@link Scheme#TWO_STREAMS}: slabs in one stream, the rest in another, tied by events; a
 * barrier separates slabs from exchanges, so that a slab that is ready first waits for the other
 * one.
 *
 * <p>{@link Scheme#ONE_STREAM}: one stream executed out of order. An exchange follows from the slab
 * that it sends and from nothing else, by its operands; no events are needed within a rank.
 *
 * <p>Between ranks, that is between streams, there are always two events: ghosts are used after
 * they have arrived, and overwritten after they have been used. Not thread-safe.
 */
final class Propagation implements AutoCloseable {
    /** The distribution of actions over streams. */
    enum Scheme {
        /** Slabs and interior in streams of their own, a barrier before the exchange. */
        TWO_STREAMS,
        /** All in one stream, out of order. */
        ONE_STREAM
    }

    private static final int LOWER = 0;
    private static final int UPPER = 1;

    private final Scheme scheme;
    private final Grid grid;
    private final List<Rank> ranks;
    private final int[] thickness;
    private final ActionTimeline timeline;
    private final List<Stream> halo = new ArrayList<>();
    private final List<Stream> bulk = new ArrayList<>();
    private Event[][] slabs;
    private Event[][] slabsBefore;
    private final Event[] interiors;
    private final List<Arrival> arrivals = new ArrayList<>();

    /** Planes being sent to a rank. */
    private record Arrival(Rank to, Range ghosts, Event sent, String name) {}

    /**
     * Opens the streams.
     *
     * @param lower planes of the slab next to the previous rank
     * @param upper planes of the slab next to the following rank
     */
    Propagation(
            Scheme scheme,
            Grid grid,
            List<Rank> ranks,
            int lower,
            int upper,
            ActionTimeline timeline) {
        this.scheme = scheme;
        this.grid = grid;
        this.ranks = ranks;
        this.thickness = new int[] {lower, upper};
        this.timeline = timeline;
        this.interiors = new Event[ranks.size()];
        this.slabs = new Event[ranks.size()][2];
        this.slabsBefore = new Event[ranks.size()][2];
        for (Rank rank : ranks) {
            Stream stream = rank.domain.stream();
            halo.add(stream);
            bulk.add(scheme == Scheme.ONE_STREAM ? stream : rank.domain.stream());
        }
    }

    /** Enqueues a step of all ranks. */
    void step(int step) {
        Event[][] oldest = slabsBefore;
        slabsBefore = slabs;
        slabs = oldest;
        for (Rank rank : ranks) {
            if (scheme == Scheme.ONE_STREAM) {
                for (int side = LOWER; side <= UPPER; side++) {
                    slab(rank, side, step);
                    exchange(rank, side, step);
                }
            } else {
                tie(rank.number, step);
                slab(rank, LOWER, step);
                slab(rank, UPPER, step);
                halo.get(rank.number).barrier();
                exchange(rank, LOWER, step);
                exchange(rank, UPPER, step);
            }
            interior(rank, step);
        }
        for (Arrival arrival : arrivals) {
            Stream stream = halo.get(arrival.to().number);
            stream.waitFor(List.of(arrival.sent()), arrival.ghosts());
            timeline.add(
                    arrival.to().number, arrival.name(), stream.prefetch(arrival.ghosts()), null);
        }
        arrivals.clear();
    }

    /** Orders the two streams of a rank, which use each other's planes of the previous step. */
    private void tie(int rank, int step) {
        if (step > 0) {
            halo.get(rank).waitFor(interiors[rank]);
            for (Event slab : slabsBefore[rank]) {
                if (slab != null) {
                    bulk.get(rank).waitFor(slab);
                }
            }
        }
    }

    private void slab(Rank rank, int side, int step) {
        if (neighbour(rank, side) == null) {
            return;
        }
        int count = thickness[side];
        int from = side == LOWER ? RADIUS : RADIUS + rank.planes - count;
        slabs[rank.number][side] = wave(halo.get(rank.number), rank, step, from, count);
        timeline.add(
                rank.number, side == LOWER ? "lower" : "upper", slabs[rank.number][side], null);
    }

    private void interior(Rank rank, int step) {
        int lower = neighbour(rank, LOWER) == null ? 0 : thickness[LOWER];
        int upper = neighbour(rank, UPPER) == null ? 0 : thickness[UPPER];
        int count = rank.planes - lower - upper;
        interiors[rank.number] = wave(bulk.get(rank.number), rank, step, RADIUS + lower, count);
        timeline.add(rank.number, "interior", interiors[rank.number], null);
    }

    private Event wave(Stream stream, Rank rank, int step, int from, int count) {
        return stream.run(
                WaveKernel.WAVE,
                rank.now(step, from - RADIUS, count + 2 * RADIUS).in(),
                rank.next(step, from, count).inOut(),
                Argument.of(grid.rows()),
                Argument.of(grid.columns()));
    }

    private void exchange(Rank rank, int side, int step) {
        Rank to = neighbour(rank, side);
        if (to == null) {
            return;
        }
        Stream stream = halo.get(rank.number);
        Range planes = rank.next(step, side == LOWER ? RADIUS : rank.planes, RADIUS);
        Range ghosts = to.next(step, side == LOWER ? RADIUS + to.planes : 0, RADIUS);
        if (step > 0) {
            stream.waitFor(List.of(slabsBefore[to.number][UPPER - side]), ghosts);
        }
        Event sent = stream.copy(planes, ghosts);
        Event slab = slabs[rank.number][side];
        timeline.add(rank.number, side == LOWER ? "send down" : "send up", sent, slab);
        String name = side == LOWER ? "from above" : "from below";
        arrivals.add(new Arrival(to, ghosts, sent, name));
    }

    private Rank neighbour(Rank rank, int side) {
        int number = rank.number + (side == LOWER ? -1 : 1);
        return number < 0 || number >= ranks.size() ? null : ranks.get(number);
    }

    /** Waits for all actions; throws the first failure. */
    void await() {
        halo.forEach(Stream::await);
        bulk.forEach(Stream::await);
    }

    @Override
    public void close() {
        halo.forEach(Stream::closeNow);
        bulk.forEach(Stream::closeNow);
    }
}
