package org.anabranch.k2h.arm;

import org.anabranch.k2h.board.Cost;
import org.anabranch.k2h.board.Side;
import org.anabranch.k2h.machine.Descriptor;
import org.anabranch.k2h.machine.Pace;
import org.anabranch.k2h.machine.QueuePort;
import org.anabranch.k2h.policy.HybridPolicy;
import org.anabranch.k2h.program.LoopTask;
import org.anabranch.k2h.protocol.Restraint;
import org.anabranch.k2h.protocol.SharedBoard;
import org.anabranch.k2h.run.CoreStatistics;
import org.anabranch.k2h.run.Reading;

/**
 * How tasks of an ARM core get to the DSPs: it reads the free flags, which are a hint, takes a
 * descriptor, copies a task into it, and pushes it to SQ1 (K2H-S3). Tasks for DSPs that found no
 * descriptor wait in a list of the ARM side until one is free.
 */
final class HintedPush {
    private final ArmWorker worker;
    private final ArmSide side;
    private final SharedBoard board;
    private final TaskStore store;
    private final QueuePort port;
    private final HybridPolicy policy;
    private final Restraint restraint;
    private final Pace pace;
    private final CoreStatistics statistics;
    private final boolean newest;

    HintedPush(
            ArmWorker worker,
            ArmSide side,
            TaskStore store,
            HybridPolicy policy,
            Restraint restraint,
            Pace pace) {
        this.worker = worker;
        this.side = side;
        this.board = side.board();
        this.store = store;
        this.port = worker.port();
        this.policy = policy;
        this.restraint = restraint;
        this.pace = pace;
        this.statistics = worker.statistics();
        this.newest = side.options().reading() == Reading.NEWEST_OFFERED;
    }

    /** Looks at the hint, and pushes as many tasks as the policy wants. */
    void offer() {
        if (store.size() == 0 || side.options().dsps() == 0) {
            return;
        }
        statistics.flagReads++;
        worker.charge(Cost.UNCACHED_WORD, 1);
        pace.turn(worker.core());
        int free = board.freeDsps();
        if (free == 0) {
            return;
        }
        statistics.flagHits++;
        boolean flushed = false;
        while (store.size() > 0 && wanted(free)) {
            if (!sendOne(flushed) || side.options().policy() == HybridPolicy.Kind.PAPER) {
                return;
            }
            flushed = true;
        }
    }

    private boolean wanted(int free) {
        return policy.offers(
                store.size(),
                free,
                board.sq1().length(),
                estimate(store.oldest()),
                2.0 * board.crossing().get(0));
    }

    private double estimate(ArmTask task) {
        if (task == null) {
            return -1;
        }
        int function = task.function().id();
        return policy.estimate(
                LoopTask.measuredAs(function, task.arguments()),
                task.finish().depth,
                LoopTask.tiles(function, task.arguments()));
    }

    private boolean sendOne(boolean flushed) {
        Descriptor descriptor = board.pool().take(port);
        if (descriptor == null) {
            return false;
        }
        ArmTask task = newest ? store.pop(worker) : store.steal(worker);
        if (task == null || task.function().dsp() == null) {
            board.pool().give(port, descriptor);
            if (task != null) {
                store.push(worker, task);
            }
            return false;
        }
        if (policy.flushesOnlyCrossed() && !flushed) {
            statistics.otherFlushes += worker.flush(task.finish().scope, false);
        }
        statistics.offers++;
        send(descriptor, task);
        return true;
    }

    /** Sends a task, now or when there is a descriptor. */
    void sendOrKeep(ArmTask task) {
        Descriptor descriptor = board.pool().take(port);
        if (descriptor == null) {
            side.overflow().add(task);
        } else {
            send(descriptor, task);
        }
    }

    /** Sends a task that was kept. Returns whether one was sent. */
    boolean sendKept() {
        if (side.overflow().isEmpty()) {
            return false;
        }
        Descriptor descriptor = board.pool().take(port);
        if (descriptor == null) {
            return false;
        }
        ArmTask task = side.overflow().poll();
        if (task == null) {
            board.pool().give(port, descriptor);
            return false;
        }
        send(descriptor, task);
        return true;
    }

    private void send(Descriptor descriptor, ArmTask task) {
        task.finish().crossed = true;
        side.write(worker, descriptor, task);
        port.push(board.sq1(), descriptor, true);
        restraint.announce(Side.DSP);
    }
}
