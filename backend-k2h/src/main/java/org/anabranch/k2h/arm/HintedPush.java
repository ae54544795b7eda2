package org.anabranch.k2h.arm;

import org.anabranch.k2h.board.Cost;
import org.anabranch.k2h.board.Side;
import org.anabranch.k2h.machine.Descriptor;
import org.anabranch.k2h.machine.QueuePort;
import org.anabranch.k2h.policy.Crossing;
import org.anabranch.k2h.policy.HybridPolicy;
import org.anabranch.k2h.program.LoopTask;
import org.anabranch.k2h.protocol.OperandScope;
import org.anabranch.k2h.protocol.SharedBoard;
import org.anabranch.k2h.run.CoreStatistics;
import org.anabranch.k2h.run.Reading;

/**
 * The transfer of tasks from an ARM core to the DSPs: it reads the free flags, which are a hint,
 * takes a descriptor, copies a task into it, and pushes it to SQ1 (K2H-S3). Tasks for DSPs without
 * a free descriptor wait in a list of the ARM side.
 */
final class HintedPush {
    private final ArmWorker worker;
    private final ArmSide side;
    private final SharedBoard board;
    private final TaskStore store;
    private final QueuePort port;
    private final HybridPolicy policy;
    private final CoreStatistics statistics;
    private final boolean newest;

    HintedPush(ArmWorker worker) {
        this.worker = worker;
        this.side = worker.side;
        this.board = side.board;
        this.store = worker.store;
        this.port = worker.port;
        this.policy = worker.policy;
        this.statistics = worker.statistics();
        this.newest = side.options.reading() == Reading.NEWEST_OFFERED;
    }

    /** Reads the hint, and pushes as many tasks as the policy permits. */
    void offer() {
        if (store.size() == 0 || side.options.dsps() == 0) {
            return;
        }
        statistics.flagReads++;
        worker.work(Cost.UNCACHED_WORD, 1);
        worker.pace.turn(worker.core());
        if (free() == 0 && !isAhead()) {
            return;
        }
        statistics.flagHits++;
        for (int left = policy.batch(); left > 0 && store.size() > 0 && wanted(); left--) {
            side.sent.incrementAndGet();
            if (!sendOne()) {
                side.sent.decrementAndGet();
                return;
            }
        }
    }

    /** Returns the number of DSPs that search for work and would accept the oldest task. */
    private int free() {
        ArmTask oldest = store.oldest();
        return board.free().free(oldest == null ? Integer.MAX_VALUE : oldest.finish().depth);
    }

    /** Returns true if the oldest task is a part of a loop that may wait for a busy DSP. */
    private boolean isAhead() {
        ArmTask oldest = policy.ahead() > 0 ? store.oldest() : null;
        return oldest != null && isLoop(oldest) && waiting() < policy.ahead();
    }

    /** Returns the number of tasks that wait for DSPs, or are on their way. */
    private int waiting() {
        return policy.countsExactly()
                ? board.free().onTheWay(side.sent.get())
                : board.sq1().length();
    }

    private boolean wanted() {
        int free = free();
        int waiting = waiting();
        return (free > 0 || isAhead())
                && policy.offers(crossing(store.oldest()), store.size(), free, waiting);
    }

    /** Returns the policy's view of a task, if it is seen. */
    private Crossing crossing(ArmTask task) {
        if (task == null) {
            return new Crossing(-1, 0, false, 1, -1, -1, 0, 0, 0, false);
        }
        ArmFinish finish = task.finish();
        OperandScope scope = finish.scope;
        boolean flushes = policy.flushesOnlyCrossed() && side.options.derived();
        FlushCost cost = side.flushCost;
        double now = flushes && worker.flushes.isPending(task) ? cost.of(scope, false) : 0;
        double later = flushes && !finish.crossed ? cost.of(scope, true) : 0;
        boolean last = later > 0 && finish.isLast();
        later += last ? cost.again(scope) : 0;
        boolean dear = flushes && !scope.operands().isEmpty();
        return new Crossing(
                LoopTask.measuredAs(task.function().id(), task.arguments()),
                finish.depth,
                isLoop(task),
                LoopTask.tiles(task.function().id(), task.arguments()),
                estimate(task),
                dear ? queued() : Crossing.UNKNOWN,
                now,
                later,
                side.flushAround(scope),
                last);
    }

    private static boolean isLoop(ArmTask task) {
        return task.function().id() == 0;
    }

    /**
     * Returns the expected time of the tasks queued on the ARM side: for a halved loop, twice its
     * oldest part.
     */
    private double queued() {
        double sum = 0;
        for (TaskStore other : side.stores) {
            if (other != store) {
                worker.work(Cost.DEQUE_PROBE, 1);
            }
            ArmTask oldest = other.oldest();
            double one = oldest == null ? 0 : estimate(oldest);
            if (one < 0) {
                return Crossing.UNKNOWN;
            }
            sum += oldest == null ? 0 : one * (isLoop(oldest) ? 2 : other.size());
        }
        return sum;
    }

    private double estimate(ArmTask task) {
        int function = task.function().id();
        return policy.estimate(
                LoopTask.measuredAs(function, task.arguments()),
                task.finish().depth,
                LoopTask.tiles(function, task.arguments()));
    }

    private boolean sendOne() {
        Descriptor descriptor = board.pool().take(port);
        if (descriptor == null) {
            return false;
        }
        ArmTask task = newest ? store.pop(port) : store.steal(port);
        if (task == null || task.function().dsp() == null) {
            board.pool().give(port, descriptor);
            if (task != null) {
                store.push(port, task);
            }
            return false;
        }
        statistics.offers++;
        send(descriptor, task);
        return true;
    }

    /** Sends a task, now or when there is a descriptor. */
    void sendOrKeep(ArmTask task) {
        Descriptor descriptor = board.pool().take(port);
        if (descriptor == null) {
            side.overflow.add(task);
        } else {
            side.sent.incrementAndGet();
            send(descriptor, task);
        }
    }

    /** Sends a deferred task; returns true if there was one. */
    boolean sendKept() {
        if (side.overflow.isEmpty()) {
            return false;
        }
        Descriptor descriptor = board.pool().take(port);
        if (descriptor == null) {
            return false;
        }
        ArmTask task = side.overflow.poll();
        if (task == null) {
            board.pool().give(port, descriptor);
            return false;
        }
        side.sent.incrementAndGet();
        send(descriptor, task);
        return true;
    }

    private void send(Descriptor descriptor, ArmTask task) {
        worker.flushes.makeUp(task);
        task.finish().crossed = true;
        side.write(port, descriptor, task);
        port.push(board.sq1(), descriptor, true);
        worker.depthLimit.announce(Side.DSP);
    }
}
