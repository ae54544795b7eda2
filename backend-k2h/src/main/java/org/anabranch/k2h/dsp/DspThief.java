package org.anabranch.k2h.dsp;

import org.anabranch.k2h.board.Cost;
import org.anabranch.k2h.machine.Descriptor;
import org.anabranch.k2h.machine.HardwareQueue;
import org.anabranch.k2h.machine.QueuePort;
import org.anabranch.k2h.protocol.DepthLimit;
import org.anabranch.k2h.protocol.Message;
import org.anabranch.k2h.protocol.SharedBoard;
import org.anabranch.k2h.protocol.Thief;
import org.anabranch.k2h.run.Reading;

/**
 * The search for work of a DSP: its own queues, other DSPs', completions in SQ2, then SQ1 (K2H-S1).
 * The worker runs the tasks found. While it finds nothing, its free flag is set (K2H-S3).
 */
final class DspThief extends Thief {
    private final DspWorker worker;
    private final Reading reading;

    DspThief(
            DspWorker worker,
            SharedBoard board,
            DepthLimit depthLimit,
            QueuePort port,
            Reading reading) {
        super(board, depthLimit, port, worker.statistics());
        this.worker = worker;
        this.reading = reading;
    }

    /** Searches once; returns true if work was found and done. */
    @Override
    public boolean step() {
        Descriptor task = local();
        if (task != null) {
            worker.runLocal(task);
            return true;
        }
        Descriptor completion = port.pop(board.sq2());
        if (completion != null) {
            pace.charge(core, Cost.DESCRIPTOR_WORD, 1);
            int finish = Message.finish(completion);
            board.pool().give(port, completion);
            statistics.completions++;
            worker.ended(finish);
            return true;
        }
        recordRemoteProbe(board.sq1());
        Descriptor remote = take(board.sq1());
        if (remote != null) {
            statistics.hybridSteals++;
            worker.runRemote(remote);
            return true;
        }
        return false;
    }

    /**
     * Sets the free flag, checks for news once more, and waits, unless the failed search did not
     * try a core that has work.
     */
    @Override
    public void idle(long seen) {
        statistics.failedProbes++;
        if (reading == Reading.ONE_VICTIM && leftOut()) {
            return;
        }
        pace.charge(core, Cost.UNCACHED_WORD, 1);
        board.free().looks(core.number(), depthLimit.least());
        statistics.failedProbes += port.idle(seen);
    }

    /**
     * Returns true if the search did not try a core that has work. With a depth limit a DSP would
     * have to pop a task to see if it may take it: then it waits.
     */
    private boolean leftOut() {
        if (!depthLimit.unrestrained()) {
            return false;
        }
        for (int i = 0; i < board.dspTasks().size(); i++) {
            if (board.dspTasks().get(i).length() + board.dspOnlyTasks().get(i).length() > 0) {
                return true;
            }
        }
        return false;
    }

    /** Records that this DSP runs a task of the ARM side. */
    void begins() {
        pace.charge(core, Cost.UNCACHED_WORD, 1);
        board.free().begins(core.number());
    }

    /** Clears the free flag, if it is set. */
    void busy() {
        if (board.free().isFree(core.number())) {
            pace.charge(core, Cost.UNCACHED_WORD, 1);
            board.free().runs(core.number());
        }
    }

    private Descriptor take(HardwareQueue queue) {
        return depthLimit.take(queue, board.pool());
    }

    private Descriptor local() {
        Descriptor task = take(board.dspOnlyTasks().get(core.number()));
        if (task == null) {
            task = take(board.dspTasks().get(core.number()));
        }
        if (task != null) {
            return task;
        }
        return askOthers(
                board.dspTasks().size(),
                reading,
                victim -> {
                    Descriptor other = take(board.dspTasks().get(victim));
                    return other != null ? other : take(board.dspOnlyTasks().get(victim));
                });
    }
}
