package org.anabranch.k2h.machine;

import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.run.CoreState;
import org.anabranch.k2h.run.RuntimeOptions;
import org.anabranch.k2h.run.Span;
import org.anabranch.k2h.run.Timeline;
import org.anabranch.k2h.run.TraceEvent;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;

/**
 * Records what the cores do: their states in time, and events in order. For any thread, but a
 * core's states are told by that core only.
 */
public final class Trace {
    private final RuntimeOptions.Tracing tracing;
    private final List<TraceEvent> events = new ArrayList<>();
    private final Map<Core, CoreLog> logs = new ConcurrentHashMap<>();
    private volatile ToDoubleFunction<Core> clock = core -> 0;

    /**
     * Makes a trace.
     *
     * @param tracing what it records
     */
    public Trace(RuntimeOptions.Tracing tracing) {
        this.tracing = tracing;
    }

    /**
     * The cores start.
     *
     * @param nanos their clock
     */
    public void start(ToDoubleFunction<Core> nanos) {
        clock = nanos;
    }

    /** {@return whether it records events} */
    public boolean on() {
        return tracing == RuntimeOptions.Tracing.EVENTS;
    }

    /** {@return whether it records times} */
    public boolean timed() {
        return tracing != RuntimeOptions.Tracing.OFF;
    }

    /**
     * Records an event.
     *
     * @param detail queue, victim or function; its text is taken only if events are recorded
     */
    public void add(Core core, TraceEvent.What what, Object detail) {
        if (on()) {
            double now = clock.applyAsDouble(core);
            synchronized (events) {
                events.add(new TraceEvent(core, what, String.valueOf(detail), now));
            }
        }
    }

    /** {@return the events so far} */
    public List<TraceEvent> events() {
        synchronized (events) {
            return List.copyOf(events);
        }
    }

    private CoreLog log(Core core) {
        return logs.computeIfAbsent(core, CoreLog::new);
    }

    /**
     * A core enters a state, on top of the one that it is in.
     *
     * @param task function that runs, empty if none does
     */
    public void begin(Core core, CoreState state, String task) {
        if (timed()) {
            log(core).begin(state, task, clock.applyAsDouble(core));
        }
    }

    /** A core goes back to the state that it was in before. */
    public void end(Core core) {
        if (timed()) {
            log(core).end(clock.applyAsDouble(core));
        }
    }

    /** A core was in a state for a while, within the one that it is in. */
    void mark(Core core, CoreState state, double from, double to) {
        log(core).mark(state, from, to);
    }

    /**
     * What was recorded, when all cores have ended.
     *
     * @param cores in order
     * @param from when main began
     * @param to when it ended
     */
    public Timeline timeline(List<Core> cores, double from, double to) {
        List<Span> spans = new ArrayList<>();
        if (timed()) {
            cores.forEach(core -> spans.addAll(log(core).spans(to)));
        }
        return new Timeline(cores, spans, from, to);
    }
}
