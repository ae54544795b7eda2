package org.anabranch.loops.device;

import org.anabranch.api.KernelArguments;
import org.anabranch.api.Region;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One call of a loop in which the host takes part. The host's pieces run on the program's own
 * memory; their writes are copied to the buffers, so that these contain them, too.
 */
final class DeviceLoopCall implements AutoCloseable {
    /** The calls in progress, by the address of the host instance of the kernel's first buffer. */
    private static final Map<Long, DeviceLoopCall> RUNNING = new ConcurrentHashMap<>();

    private final Iterations iterations;
    private final long address;
    private final long low;
    private final WorkItems items;
    private final RootUse[] written;
    private final List<long[]> intervals = new ArrayList<>();
    private final AtomicLong fault = new AtomicLong(Long.MAX_VALUE);
    private volatile Throwable unexpected;

    /**
     * Begins a call.
     *
     * @param memory the host's instance of the first buffer
     * @param iterations runs iterations in Java
     * @param low first index
     * @param items the indices of the kernel
     * @param written for each parameter the part that is written, or null
     */
    DeviceLoopCall(
            MemorySegment memory,
            Iterations iterations,
            long low,
            WorkItems items,
            RootUse[] written) {
        this.iterations = iterations;
        this.address = memory.address();
        this.low = low;
        this.items = items;
        this.written = written;
        RUNNING.put(address, this);
    }

    static DeviceLoopCall at(MemorySegment memory) {
        return RUNNING.get(memory.address());
    }

    /** Runs a piece; an exception ends the loop later, in order. */
    void onHost(long from, long to, KernelArguments arguments) {
        long first = low + items.iteration(from);
        if (first >= fault.get()) {
            return;
        }
        long bound = low + items.iteration(to);
        long[] done = {first};
        try {
            iterations.run(first, bound, done);
        } catch (Throwable thrown) {
            fault.accumulateAndGet(done[0], Math::min);
            unexpected = thrown;
            return;
        }
        for (int p = 0; p < written.length; p++) {
            if (written[p] != null) {
                Region region = written[p].region(first - low, bound - low);
                written[p].memory.copyTo(arguments.segment(p), region);
            }
        }
        synchronized (this) {
            intervals.add(new long[] {from, to});
        }
    }

    /**
     * Throws if the host has met a fault.
     *
     * @param mayThrow true if an iteration may throw; if false, the exception came from the virtual
     *     machine
     */
    void check(boolean mayThrow) throws DeviceRefusal {
        if (unexpected == null) {
            return;
        }
        if (!mayThrow) {
            Pieces.rethrow(unexpected);
        }
        throw new DeviceRefusal("an iteration throws");
    }

    /** Returns the items that the host did not run, as intervals. */
    synchronized List<long[]> elsewhere() {
        intervals.sort(Comparator.comparingLong(interval -> interval[0]));
        List<long[]> rest = new ArrayList<>();
        long at = 0;
        for (long[] interval : intervals) {
            if (interval[0] > at) {
                rest.add(new long[] {at, interval[0]});
            }
            at = interval[1];
        }
        if (at < items.count()) {
            rest.add(new long[] {at, items.count()});
        }
        return rest;
    }

    /** Runs the items that the host has not run, here. */
    void runRest() {
        for (long[] interval : elsewhere()) {
            long first = low + items.iteration(interval[0]);
            iterations.run(first, low + items.iteration(interval[1]), new long[1]);
        }
    }

    @Override
    public void close() {
        RUNNING.remove(address, this);
    }
}
