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
 * A record of the cores' activity: their states in time, and events in order. Thread-safe, but only
 * a core itself reports its states.
 */
public final class CoreTrace {
    private final RuntimeOptions.Tracing tracing;
    private final List<TraceEvent> events = new ArrayList<>();
    private final Map<Core, CoreLog> logs = new ConcurrentHashMap<>();
    private volatile ToDoubleFunction<Core> clock = core -> 0;

    /**
     * Creates a trace.
     *
     * @param tracing the level of detail
     */
    public CoreTrace(RuntimeOptions.Tracing tracing) {
        this.tracing = tracing;
    }

    /**
     * Begins when the cores start.
     *
     * @param nanos their clock
     */
    public void start(ToDoubleFunction<Core> nanos) {
        clock = nanos;
    }

    /** {@return true if it records events} */
    public boolean on() {
        return tracing == RuntimeOptions.Tracing.EVENTS;
    }

    /** {@return true if it records times} */
    public boolean timed() {
        return tracing != RuntimeOptions.Tracing.OFF;
    }

    /**
     * Records an event.
     *
     * @param detail queue, victim or function; converted to text only if events are recorded
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
     * Begins a state of a core, on top of its current one.
     *
     * @param task function that runs, empty if none does
     */
    public void begin(Core core, CoreState state, String task) {
        if (timed()) {
            log(core).begin(state, task, clock.applyAsDouble(core));
        }
    }

    /** Ends the state of a core on top. */
    public void end(Core core) {
        if (timed()) {
            log(core).end(clock.applyAsDouble(core));
        }
    }

    /** Records a past state of a core, within its current one. */
    void mark(Core core, CoreState state, double from, double to) {
        log(core).mark(state, from, to);
    }

    /**
     * Returns the recording, after all cores have ended.
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
