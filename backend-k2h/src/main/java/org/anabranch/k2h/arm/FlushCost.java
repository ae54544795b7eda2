package org.anabranch.k2h.arm;

import org.anabranch.k2h.board.Bank;
import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.machine.LineCache;
import org.anabranch.k2h.machine.MemoryBlock;
import org.anabranch.k2h.machine.Pace;
import org.anabranch.k2h.machine.SharedMemory;
import org.anabranch.k2h.program.Operand;
import org.anabranch.k2h.protocol.OperandScope;

/**
 * The cost of cache operations on declared buffers: measured on empty ranges before the program
 * begins, then corrected by those of the program, which write lines back as well. Shared by the ARM
 * cores; a slightly old value does no harm.
 */
final class FlushCost {
    private static final int LINES = 1024;
    private static final int LINE = 64;
    private static final double WEIGHT = 0.25;

    /**
     * The reciprocal of the part of a cache that is assumed to hold results that the program reads
     * again.
     */
    private static final int PART_READ_AGAIN = 4;

    private final int cached;
    private volatile double call;
    private volatile double line;
    private volatile double correction = 1;

    private volatile double fetch;

    /**
     * Creates an unmeasured cost.
     *
     * @param cached capacity in bytes of the ARM cores' cache
     */
    FlushCost(int cached) {
        this.cached = cached;
    }

    /** Measures, on a cache without any lines of the descriptors' memory. */
    void measure(Core core, Pace pace, LineCache cache, SharedMemory memory) {
        double begin = pace.nanos(core);
        cache.writeBackInvalidate(core, Bank.MSMC.base(), LINE);
        double one = pace.nanos(core);
        cache.writeBackInvalidate(core, Bank.MSMC.base(), LINES * LINE);
        double many = pace.nanos(core);
        line = Math.max(0, (many - one - (one - begin)) / (LINES - 1));
        call = Math.max(0, one - begin - line);
        MemoryBlock read = memory.allocate(Bank.DDR, LINE);
        begin = pace.nanos(core);
        int _ = cache.getInt(core, read.address());
        fetch = pace.nanos(core) - begin;
        cache.writeBackInvalidate(core, read.address(), LINE);
        memory.free(read);
    }

    /**
     * Returns the cost of fetching data again that the operations at the end of a finish evict: the
     * written data, as far as the cache held it.
     */
    double again(OperandScope scope) {
        long written = 0;
        for (Operand operand : scope.operands()) {
            written += operand.written() ? operand.bytes() : 0;
        }
        return fetch * Math.min(written, cached / PART_READ_AGAIN) / LINE;
    }

    /**
     * Returns the expected cost of operations on these buffers; at the end of a finish, on those
     * written only.
     */
    double of(OperandScope scope, boolean end) {
        return correction * plain(scope, end);
    }

    private double plain(OperandScope scope, boolean end) {
        double nanos = 0;
        for (Operand operand : scope.operands()) {
            if (operand.written() || !end) {
                nanos += call + line * operand.bytes() / LINE;
            }
        }
        return nanos;
    }

    /** Records the measured cost. */
    synchronized void took(OperandScope scope, boolean end, double nanos) {
        double plain = plain(scope, end);
        if (plain > 0) {
            correction += WEIGHT * (Math.max(1, nanos / plain) - correction);
        }
    }
}
