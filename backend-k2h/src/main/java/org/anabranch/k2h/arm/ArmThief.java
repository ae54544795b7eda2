package org.anabranch.k2h.arm;

import org.anabranch.k2h.board.Cost;
import org.anabranch.k2h.machine.Descriptor;
import org.anabranch.k2h.machine.HardwareQueue;
import org.anabranch.k2h.policy.HybridPolicy;
import org.anabranch.k2h.protocol.Message;
import org.anabranch.k2h.protocol.Thief;
import org.anabranch.k2h.run.Reading;

/**
 * The search for work of an ARM core: its own store, other ARM cores, completions in SQ3, then DSP
 * queues (K2H-S1). The worker runs the tasks found.
 */
final class ArmThief extends Thief {
    private final ArmWorker worker;
    private final ArmSide side;
    private final TaskStore store;
    private final HybridPolicy policy;
    private final HintedPush push;
    private final Reading reading;

    ArmThief(ArmWorker worker) {
        super(worker.side.board, worker.depthLimit, worker.port, worker.statistics());
        this.worker = worker;
        this.side = worker.side;
        this.store = worker.store;
        this.policy = worker.policy;
        this.push = worker.push;
        this.reading = side.options.reading();
    }

    /** Searches once; returns true if work was found and done. */
    @Override
    public boolean step() {
        if (side.options.dspOnly()) {
            return completion() || push.sendKept();
        }
        if (reading != Reading.OFFER_AFTER_ASYNC) {
            push.offer();
        }
        ArmTask task = local();
        if (task != null) {
            worker.run(task);
            return true;
        }
        return side.options.dsps() > 0 && (completion() || push.sendKept() || fromDsp());
    }

    /** Waits for news, unless the failed search did not try a core that has work. */
    @Override
    public void idle(long seen) {
        statistics.failedProbes++;
        if (reading != Reading.ONE_VICTIM || !leftOut()) {
            statistics.failedProbes += port.idle(seen);
        }
    }

    private boolean leftOut() {
        for (TaskStore other : side.stores) {
            if (other != store && other.size() > 0 && !refusesOldest(other)) {
                return true;
            }
        }
        return false;
    }

    private ArmTask local() {
        ArmTask task = own();
        if (task != null) {
            return task;
        }
        return askOthers(
                side.stores.size(),
                reading,
                victim -> {
                    TaskStore other = side.stores.get(victim);
                    return refusesOldest(other) ? null : other.steal(port);
                });
    }

    /** Pops its newest task; in a first-in-first-out queue each task is examined once. */
    private ArmTask own() {
        for (int left = Math.max(1, store.size()); left > 0; left--) {
            ArmTask task = store.pop(port);
            if (task == null || !refuses(task) || !store.push(port, task)) {
                return task;
            }
        }
        return null;
    }

    private boolean refuses(ArmTask task) {
        return depthLimit.refuses(task.finish().depth, board.pool());
    }

    private boolean refusesOldest(TaskStore other) {
        ArmTask oldest = other.oldest();
        return oldest != null && refuses(oldest);
    }

    private boolean completion() {
        Descriptor descriptor = port.pop(board.sq3());
        if (descriptor == null) {
            return false;
        }
        worker.work(Cost.DESCRIPTOR_WORD, 1);
        ArmFinish finish = side.finish(Message.finish(descriptor));
        board.pool().give(port, descriptor);
        statistics.completions++;
        finish.flushesBefore = side.unflushed(finish.scope).begun();
        worker.ended(finish);
        return true;
    }

    private boolean fromDsp() {
        int count = board.dspTasks().size();
        int start = pace.random(core, count);
        for (int i = 0; i < count; i++) {
            HardwareQueue queue = board.dspTasks().get((start + i) % count);
            recordRemoteProbe(queue);
            if (policy.steals(queue.length())) {
                Descriptor descriptor = depthLimit.take(queue, board.pool());
                if (descriptor != null) {
                    statistics.hybridSteals++;
                    worker.runStolen(descriptor);
                    return true;
                }
            }
        }
        return false;
    }
}
