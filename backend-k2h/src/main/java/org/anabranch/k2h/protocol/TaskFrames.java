package org.anabranch.k2h.protocol;

import org.anabranch.k2h.machine.Core;
import org.anabranch.k2h.machine.Cost;
import org.anabranch.k2h.machine.Pace;
import org.anabranch.k2h.machine.Trace;
import org.anabranch.k2h.program.Function;

/** The tasks that are on a core's stack: charged, counted, traced and watched. For that core. */
public final class TaskFrames {
    private final Core core;
    private final Pace pace;
    private final CoreStatistics statistics;
    private final Trace trace;
    private final TaskWatch watch;
    private int stacked;

    /**
     * An empty stack.
     *
     * @param trace told of tasks
     * @param watch told of tasks, or null
     */
    public TaskFrames(MemoryCpu cpu, Pace pace, Trace trace, TaskWatch watch) {
        this.core = cpu.core();
        this.pace = pace;
        this.statistics = cpu.statistics();
        this.trace = trace;
        this.watch = watch;
    }

    /**
     * A task begins.
     *
     * @param scope number of the operands declared around it
     */
    public void enter(Function function, int scope) {
        pace.charge(core, Cost.TASK, 1);
        statistics.tasks++;
        statistics.deepest = Math.max(statistics.deepest, ++stacked);
        trace.add(core, Trace.What.TASK, function);
        if (watch != null) {
            watch.enter(core, function.name(), scope);
        }
    }

    /** The task that began last ends. */
    public void leave() {
        stacked--;
        if (watch != null) {
            watch.leave(core);
        }
    }
}
