package org.anabranch.k2h.run;

import org.anabranch.k2h.board.Board;
import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.board.Cores;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The states of each core in time, from the start of the main function to its end. The spans of a
 * core are adjacent and do not overlap. Empty if times were not recorded. Immutable.
 */
public final class Timeline {
    private final List<Span> spans;
    private final double from;
    private final double to;
    private final Map<Core, Map<CoreState, Double>> sums = new LinkedHashMap<>();

    /**
     * Creates a timeline.
     *
     * @param cores all that worked, in order
     * @param spans core by core, each in order; clipped to the interval
     * @param from when main began
     * @param to when it ended
     */
    public Timeline(List<Core> cores, List<Span> spans, double from, double to) {
        this.from = from;
        this.to = to;
        this.spans =
                spans.stream()
                        .filter(span -> span.to() > from && span.from() < to)
                        .map(this::within)
                        .toList();
        cores.forEach(core -> sums.put(core, new EnumMap<>(CoreState.class)));
        this.spans.forEach(
                span -> sums.get(span.core()).merge(span.state(), span.nanos(), Double::sum));
    }

    private Span within(Span span) {
        return new Span(
                span.core(),
                span.state(),
                span.task(),
                Math.max(from, span.from()),
                Math.min(to, span.to()));
    }

    /** {@return all spans, core by core, each in order} */
    public List<Span> spans() {
        return spans;
    }

    /** {@return the cores that worked, ARM first} */
    public List<Core> cores() {
        return List.copyOf(sums.keySet());
    }

    /** {@return when main began, in nanoseconds} */
    public double from() {
        return from;
    }

    /** {@return when main ended, in nanoseconds} */
    public double to() {
        return to;
    }

    /** {@return the nanoseconds that a core was in a state} */
    public double nanos(Core core, CoreState state) {
        return sums.getOrDefault(core, Map.of()).getOrDefault(state, 0.0);
    }

    /** {@return the fraction of the time in which a core was in a state, from 0 to 1} */
    public double share(Core core, CoreState state) {
        return to > from ? nanos(core, state) / (to - from) : 0;
    }

    /**
     * Returns the energy used by a core.
     *
     * @param board that has the power figures
     * @return joules
     */
    public double joules(Board board, Core core) {
        Cores kind = board.cores(core.side());
        double busy = nanos(core, CoreState.TASK) + nanos(core, CoreState.SEARCH);
        return (busy * kind.busyWatts()
                        + nanos(core, CoreState.FLUSH) * kind.flushWatts()
                        + nanos(core, CoreState.IDLE) * kind.idleWatts())
                / 1e9;
    }

    /**
     * Returns the energy used by the whole board: its cores, with those that did not work as idle
     * ones, and the rest.
     *
     * @param board that has the power figures
     * @return joules
     */
    public double joules(Board board) {
        double watts = board.watts();
        long arms = sums.keySet().stream().filter(core -> !core.isDsp()).count();
        watts += (board.arm().count() - arms) * board.arm().idleWatts();
        watts += (board.dsp().count() - (sums.size() - arms)) * board.dsp().idleWatts();
        double cores = sums.keySet().stream().mapToDouble(core -> joules(board, core)).sum();
        return cores + watts * (to - from) / 1e9;
    }
}
