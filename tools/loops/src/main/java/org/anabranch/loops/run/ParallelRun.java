package org.anabranch.loops.run;

import org.anabranch.api.Platform;
import org.anabranch.loops.device.Pieces;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;

/**
 * The run of a proved loop in slices, in place; on a single processor as one slice. If an iteration
 * may throw, the memory that the loop writes is saved first, at the latest by the slice that writes
 * it. After a fault it is restored, and the iterations up to the first that threw run sequentially.
 * That one throws again, with the memory effects of sequential execution.
 */
final class ParallelRun {
    private static final int SLICES_PER_PROCESSOR = 8;

    /** The duration below which a loop ends before another thread would have begun. */
    private static final double FEW_NANOS = 20_000;

    private final Platform platform;
    private final Object body;
    private final long low;
    private final long high;
    private final IntSupplier processors;
    private final AtomicLong fault = new AtomicLong(Long.MAX_VALUE);
    private final LongAdder busy = new LongAdder();
    private volatile Throwable thrown;

    /** Null if no iteration may throw. */
    private Snapshot before;

    /** The iteration from which the snapshot counts. */
    private long origin;

    ParallelRun(Platform platform, Object body, long low, long high) {
        this(platform, body, low, high, Runtime.getRuntime()::availableProcessors);
    }

    ParallelRun(Platform platform, Object body, long low, long high, IntSupplier processors) {
        this.platform = platform;
        this.processors = processors;
        this.body = body;
        this.low = low;
        this.high = high;
    }

    /** Runs a loop that is proved not to throw. */
    void run() {
        slices();
        Pieces.rethrow(thrown);
    }

    /**
     * Runs a loop that may throw.
     *
     * @param taken what slices do not save
     * @param first the iteration from which the snapshot counts
     */
    void run(Snapshot taken, long first) {
        before = taken;
        origin = first;
        slices();
        if (thrown == null) {
            return;
        }
        before.restore();
        Slices.of(body).run(body, low, high, new long[1]);
    }

    private void slices() {
        long count = high - low;
        Slices slices = Slices.of(body);
        if (slices.nanosOf(count) < FEW_NANOS || processors.getAsInt() == 1) {
            slice(slices, 0, count);
        } else {
            share(slices, count);
        }
        if (thrown == null) {
            slices.took(busy.sum(), count);
        }
    }

    private void share(Slices slices, long count) {
        long most = (long) SLICES_PER_PROCESSOR * processors.getAsInt();
        long size = (count - 1) / Math.min(count, most) + 1;
        int pieces = (int) ((count - 1) / size + 1);
        Pieces.run(platform, pieces, piece -> slice(slices, piece, size));
    }

    private void slice(Slices slices, int piece, long size) {
        long from = low + piece * size;
        if (from >= fault.get()) {
            return;
        }
        long[] done = new long[1];
        long start = System.nanoTime();
        try {
            long to = from + Math.min(size, high - from);
            if (before != null) {
                before.save(from - origin, to - origin);
            }
            slices.run(body, from, to, done);
        } catch (Throwable failure) {
            if (fault.accumulateAndGet(done[0], Math::min) == done[0]) {
                thrown = failure;
            }
        } finally {
            busy.add(System.nanoTime() - start);
        }
    }
}
