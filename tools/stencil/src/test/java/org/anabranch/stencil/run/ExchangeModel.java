package org.anabranch.stencil.run;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * Two zones whose ends are told late, as a discrete-event model: what to expect of an iteration if
 * nothing else were in the way. A processor and a link of each device do one thing at a time, in
 * order of arrival. In each iteration a zone computes its border, for which it needs the other's,
 * and its inside, for which it needs its own last iteration; a border is then read over the one
 * link and written over the other.
 */
final class ExchangeModel {
    private static final int ITERATIONS = 40;
    private static final double BORDER = 4.0 / 128;
    private static final int SAMPLES = 41;

    private enum Part {
        BORDER,
        INSIDE,
        GHOST
    }

    private record End(double time, long number, Runnable action) {}

    private record Place(Part part, int zone, int iteration) {}

    private final PriorityQueue<End> ends =
            new PriorityQueue<>(
                    Comparator.comparingDouble(End::time).thenComparingLong(End::number));
    private final Map<String, Double> freeAt = new HashMap<>();
    private final Map<Place, Boolean> state = new HashMap<>();
    private final double compute;
    private final double link;
    private final double late;
    private final Random random;

    /** Of each zone, the first iteration that has not wholly started. */
    private final int[] next = {1, 1};

    private double now;
    private long number;

    private ExchangeModel(double compute, double exchange, double late, long seed) {
        this.compute = compute;
        this.link = exchange / 2;
        this.late = late;
        this.random = new Random(seed);
    }

    /**
     * Time of an iteration over the longer of computing and exchanging: the median of some runs.
     */
    static double ratio(double compute, double exchange, double late) {
        double[] ratios = new double[late == 0 ? 1 : SAMPLES]; // nothing random where none is late
        for (int seed = 0; seed < ratios.length; seed++) {
            double all = new ExchangeModel(compute, exchange, late, seed).run();
            ratios[seed] = all / ITERATIONS / Math.max(compute, exchange);
        }
        Arrays.sort(ratios);
        return ratios[ratios.length / 2];
    }

    private double run() {
        for (int zone = 0; zone < 2; zone++) {
            for (Part part : Part.values()) {
                state.put(new Place(part, zone, 0), true);
            }
        }
        start();
        double last = 0;
        while (!ends.isEmpty()) {
            End end = ends.poll();
            now = end.time();
            last = isEnded(Part.INSIDE, 0) && isEnded(Part.INSIDE, 1) ? last : now;
            end.action().run();
        }
        return last;
    }

    private boolean isEnded(Part part, int zone) {
        return has(part, zone, ITERATIONS) && has(Part.BORDER, zone, ITERATIONS);
    }

    private boolean has(Part part, int zone, int iteration) {
        return state.getOrDefault(new Place(part, zone, iteration), false);
    }

    private void occupy(String resource, double time, Runnable then) {
        double end = Math.max(now, freeAt.getOrDefault(resource, 0.0)) + time;
        freeAt.put(resource, end);
        double told = end - late * Math.log(1 - random.nextDouble());
        ends.add(new End(told, number++, then));
    }

    /** Starts what can start; a place that is in the map, but false, has started. */
    private void start() {
        for (int zone = 0; zone < 2; zone++) {
            for (int t = next[zone]; t <= ITERATIONS; t++) {
                if (!has(Part.BORDER, zone, t - 1) || !has(Part.INSIDE, zone, t - 1)) {
                    break;
                }
                Place border = new Place(Part.BORDER, zone, t);
                if (has(Part.GHOST, zone, t - 1) && state.putIfAbsent(border, false) == null) {
                    occupy("processor" + zone, compute * BORDER, () -> border(border));
                }
                Place inside = new Place(Part.INSIDE, zone, t);
                if (state.putIfAbsent(inside, false) == null) {
                    occupy("processor" + zone, compute * (1 - BORDER), () -> ended(inside));
                }
                next[zone] += state.containsKey(border) ? 1 : 0;
            }
        }
    }

    private void border(Place border) {
        int other = 1 - border.zone();
        Place ghost = new Place(Part.GHOST, other, border.iteration());
        occupy(
                "link" + border.zone(),
                link,
                () -> occupy("link" + other, link, () -> ended(ghost)));
        ended(border);
    }

    private void ended(Place place) {
        state.put(place, true);
        start();
    }
}
