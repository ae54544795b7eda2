package org.anabranch.k2h.protocol;

import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.machine.CoreTrace;
import org.anabranch.k2h.machine.Descriptor;
import org.anabranch.k2h.machine.HardwareQueue;
import org.anabranch.k2h.machine.Pace;
import org.anabranch.k2h.machine.QueuePort;
import org.anabranch.k2h.run.CoreStatistics;
import org.anabranch.k2h.run.Reading;
import org.anabranch.k2h.run.TraceEvent;

import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;

/**
 * The search for work of a core; the two sides search in different places. Used by its core only.
 */
public abstract class Thief {
    /** The state shared by both sides. */
    protected final SharedBoard board;

    /** The depth limit of this core. */
    protected final DepthLimit depthLimit;

    /** This core's access to the hardware queues. */
    protected final QueuePort port;

    /** The source of time. */
    protected final Pace pace;

    /** This core. */
    protected final Core core;

    /** The counters of this core. */
    protected final CoreStatistics statistics;

    private final CoreTrace trace;

    /**
     * Creates the search.
     *
     * @param board the state shared by both sides
     * @param depthLimit the depth limit of this core
     * @param port its access to the hardware queues
     */
    protected Thief(
            SharedBoard board, DepthLimit depthLimit, QueuePort port, CoreStatistics statistics) {
        this.board = board;
        this.depthLimit = depthLimit;
        this.port = port;
        this.pace = port.pace();
        this.core = port.core();
        this.statistics = statistics;
        this.trace = port.trace();
    }

    /**
     * Searches once.
     *
     * @return true if work was found and done
     */
    public abstract boolean step();

    /**
     * Waits for news, unless the failed search did not try a core that has work.
     *
     * @param seen number of the news before that search
     */
    public abstract void idle(long seen);

    /** Runs tasks until a condition holds, which is checked before each search. */
    public final void until(BooleanSupplier over) {
        while (true) {
            long seen = pace.news(core);
            if (over.getAsBoolean()) {
                return;
            }
            if (!step()) {
                idle(seen);
            }
        }
    }

    /** Runs tasks until the machine stops. */
    public final void untilStop() {
        until(() -> board.stop().get(0) != 0);
    }

    /**
     * Asks the other cores of this side for a task, from a random one on.
     *
     * @param cores of this side
     * @param reading says how many are asked
     * @param ask a core by its number; null if it has none
     * @return a task, or null
     */
    protected final <T> T askOthers(int cores, Reading reading, IntFunction<T> ask) {
        int tries = reading.tries(cores - 1);
        int start = pace.random(core, cores);
        T task = null;
        for (int i = 0; i < cores && tries > 0 && task == null; i++) {
            int victim = (start + i) % cores;
            if (victim != core.number()) {
                tries--;
                task = ask.apply(victim);
                trace.add(core, TraceEvent.What.LOCAL_PROBE, task == null ? "none" : "task");
            }
        }
        statistics.localSteals += task == null ? 0 : 1;
        return task;
    }

    /** Records a probe of a queue of the other side. */
    protected final void recordRemoteProbe(HardwareQueue queue) {
        trace.add(core, TraceEvent.What.REMOTE_PROBE, queue);
    }

    /**
     * Takes a descriptor; while there is none, runs tasks: each task taken from a queue frees one.
     */
    public final Descriptor takeDescriptor() {
        int outside = depthLimit.waitFor(0);
        while (true) {
            long seen = pace.news(core);
            Descriptor descriptor = board.pool().take(port);
            if (descriptor != null) {
                depthLimit.waitFor(outside);
                return descriptor;
            }
            if (!step()) {
                idle(seen);
            }
        }
    }
}
