package org.anabranch.k2h.arm;

import org.anabranch.k2h.policy.HybridPolicy;
import org.anabranch.k2h.program.Operand;
import org.anabranch.k2h.protocol.OperandScope;
import org.anabranch.k2h.run.CoreStatistics;

/**
 * The cache operations of an ARM core on declared buffers (K2H-C4), for that core. If the policy
 * flushes only for tasks that cross, those of other scopes are omitted, and made up for before such
 * a task.
 */
final class Flushes {
    private final ArmWorker worker;
    private final ArmSide side;
    private final CoreStatistics statistics;
    private final boolean onlyCrossed;

    Flushes(ArmWorker worker, ArmSide side, HybridPolicy policy) {
        this.worker = worker;
        this.side = side;
        this.statistics = worker.statistics();
        this.onlyCrossed = policy.flushesOnlyCrossed();
    }

    /** Flushes newly declared operands, or omits that. */
    void begin(OperandScope scope) {
        if (onlyCrossed) {
            side.unflushed(scope).leaveOut();
        } else {
            statistics.otherFlushes += flush(scope, false);
        }
    }

    /** Flushes what tasks of a finish have written, or omits that. */
    void end(ArmFinish finish) {
        Unflushed unflushed = side.unflushed(finish.scope);
        if (!onlyCrossed || finish.crossed && !unflushed.flushedSince(finish.flushesBefore)) {
            statistics.endFlushes += written(finish.scope);
        } else {
            unflushed.leaveOut();
            side.unflushed(finish.parent.scope).leaveOut();
        }
    }

    /** Flushes all operands before a task of the other side runs here. */
    void beginStolen(OperandScope scope) {
        statistics.otherFlushes += all(scope);
    }

    /** Flushes written operands after a task of the other side ran here. */
    void endStolen(OperandScope scope) {
        statistics.stolenFlushes += written(scope);
    }

    /** Returns the number of flushes that have been omitted for a scope. */
    int leftOut(OperandScope scope) {
        return onlyCrossed ? side.unflushed(scope).leftOut() : 0;
    }

    /** Returns true if a flush is due before a task crosses. */
    boolean isPending(ArmTask task) {
        return onlyCrossed && side.unflushed(task.finish().scope).isPending(task.behind());
    }

    /**
     * Flushes data that ends of finish scopes have left in caches, before a task crosses that may
     * read it.
     */
    void makeUp(ArmTask task) {
        if (isPending(task)) {
            statistics.otherFlushes += all(task.finish().scope);
        }
    }

    private int all(OperandScope scope) {
        Unflushed unflushed = side.unflushed(scope);
        int behind = unflushed.leftOut();
        int number = unflushed.begin();
        int flushes = flush(scope, false);
        unflushed.end(number);
        unflushed.makeUp(behind);
        return flushes;
    }

    private int written(OperandScope scope) {
        int number = side.unflushed(scope).begin();
        int flushes = flush(scope, true);
        side.unflushed(scope).end(number);
        return flushes;
    }

    /**
     * Writes back and invalidates declared buffers; at the end of a finish, only those that tasks
     * write.
     */
    private int flush(OperandScope scope, boolean end) {
        if (side.options.dsps() == 0 || !side.options.derived()) {
            return 0;
        }
        int flushes = 0;
        double begin = worker.nanos();
        for (Operand operand : scope.operands()) {
            if (operand.written() || !end) {
                worker.cacheWbInv(operand.pointer(), operand.bytes());
                flushes++;
            }
        }
        if (flushes > 0) {
            side.flushCost.took(scope, end, worker.nanos() - begin);
        }
        return flushes;
    }
}
