package org.anabranch.k2h.protocol;

import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.board.Cost;
import org.anabranch.k2h.machine.CoreTrace;
import org.anabranch.k2h.program.Function;
import org.anabranch.k2h.program.LoopTask;
import org.anabranch.k2h.run.CoreState;
import org.anabranch.k2h.run.CoreStatistics;
import org.anabranch.k2h.run.TraceEvent;

/** The tasks on a core's stack: charged, counted, traced and watched. For that core. */
public final class TaskFrames {
    private final MemoryCpu cpu;
    private final Core core;
    private final CoreStatistics statistics;
    private final CoreTrace trace;
    private final TaskWatch watch;
    private int stacked;

    /**
     * Creates an empty stack.
     *
     * @param instruments receive tasks
     */
    public TaskFrames(MemoryCpu cpu, Instruments instruments) {
        this.cpu = cpu;
        this.core = cpu.core();
        this.statistics = cpu.statistics();
        this.trace = instruments.trace();
        this.watch = instruments.watch();
    }

    /**
     * Begins a task.
     *
     * @param arguments of it
     * @param scope number of the operands declared around it
     */
    public void enter(Function function, long[] arguments, int scope) {
        cpu.work(Cost.TASK, 1);
        statistics.tasks++;
        statistics.deepest = Math.max(statistics.deepest, ++stacked);
        trace.add(core, TraceEvent.What.TASK, function);
        if (trace.timed()) {
            int body = LoopTask.measuredAs(function.id(), arguments);
            trace.begin(core, CoreState.TASK, cpu.function(body).name());
        }
        if (watch != null) {
            watch.enter(core, function.name(), scope);
        }
    }

    /** Begins the main function. */
    public void main() {
        trace.begin(core, CoreState.TASK, "main");
    }

    /** Begins a wait of the task on top, or of the main function, for a finish. */
    public void waits() {
        trace.begin(core, CoreState.SEARCH, "");
    }

    /** Ends that wait. */
    public void goesOn() {
        trace.end(core);
    }

    /** Ends the task on top. */
    public void leave() {
        stacked--;
        trace.end(core);
        if (watch != null) {
            watch.leave(core);
        }
    }
}
