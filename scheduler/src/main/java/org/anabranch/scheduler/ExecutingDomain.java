package org.anabranch.scheduler;

import org.anabranch.api.Domain;
import org.anabranch.api.DomainClosedException;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelFormatException;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Monitor;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.RangeException;
import org.anabranch.spi.DeviceException;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

/** What all domains have in common: identity, life, counts. */
abstract class ExecutingDomain {
    final Engine engine;

    /**
     * Number of the memory that buffers have instances in; the host's is 0, and parts of the host
     * share it.
     */
    final int memory;

    private final String id;
    private final ProcessorMask processors;
    private volatile Domain.State state = Domain.State.ADDED;

    final LongAdder actions = new LongAdder();
    final LongAdder failed = new LongAdder();
    final LongAdder stolenAway = new LongAdder();
    final LongAdder stolenHere = new LongAdder();
    final LongAdder bytesIn = new LongAdder();
    final LongAdder bytesOut = new LongAdder();
    final LongAdder transfersIn = new LongAdder();
    final LongAdder transfersOut = new LongAdder();
    final LongAdder busyNanos = new LongAdder();

    ExecutingDomain(Engine engine, int memory, String id, ProcessorMask processors) {
        this.engine = engine;
        this.memory = memory;
        this.id = id;
        this.processors = processors;
    }

    /** Makes sure that the buffer has an instance here. */
    abstract void instance(TrackedBuffer buffer) throws DeviceException;

    /** Makes the action's kernel ready; holds the action while that takes time. */
    abstract void prepare(KernelAction action);

    /** Runs an action whose data is in place; ends it when it is done. */
    abstract void run(KernelAction action);

    /** Whether operations here wait for each other by themselves. */
    abstract boolean ordersOperations();

    /** Tasks that its own workers took from each other. */
    abstract long stolenLocally();

    /** Bytes of buffers here. */
    abstract long instanceBytes();

    /** An action now names this domain. */
    abstract void hold();

    /** An action that named this domain is retired, or placed elsewhere. */
    abstract void release();

    /**
     * Actions and transfers that name this domain and are not retired; if none, there was a moment
     * when there were none.
     */
    abstract long pending();

    /** Load per processor, for placement. */
    final double load() {
        return (double) pending() / processors.count();
    }

    final void requireActive() {
        if (state != Domain.State.ACTIVE) {
            throw new DomainClosedException(
                    "domain " + this + " is " + state + " and takes no new work");
        }
    }

    final void requireFormat(Kernel kernel) {
        if (!runs(kernel)) {
            throw new KernelFormatException(
                    "kernel "
                            + kernel.name()
                            + " has code in "
                            + kernel.formats()
                            + ", and "
                            + id
                            + " runs "
                            + formats());
        }
    }

    final boolean runs(Kernel kernel) {
        for (String format : formats()) {
            if (kernel.formats().contains(format)) {
                return true;
            }
        }
        return false;
    }

    /** Goes on in its life; nothing comes back that is gone. */
    final synchronized void become(Domain.State next) {
        if (state != Domain.State.GONE) {
            state = next;
        }
    }

    final Domain.State state() {
        return state;
    }

    final String id() {
        return id;
    }

    final ProcessorMask processors() {
        return processors;
    }

    final void requirePart(ProcessorMask mask) {
        requireActive();
        if (mask.count() == 0 || !processors.containsAll(mask)) {
            throw new RangeException(
                    "processors " + mask + " are no part of " + processors + " of " + id);
        }
    }

    abstract String kind();

    abstract int generation();

    abstract boolean isHost();

    abstract Map<MemoryKind, Long> memories();

    abstract Set<String> formats();

    abstract Map<String, String> properties();

    /** Part of this, the same for the same mask. */
    abstract ExecutingDomain part(ProcessorMask mask);

    /** Ends this part, which only one program uses. */
    final void remove(BundlePlatform by) {
        for (BundlePlatform platform : engine.platforms) {
            if (platform != by
                    && platform.streams().stream().anyMatch(one -> one.executing() == this)) {
                throw new IllegalStateException(
                        "another program has a stream in " + id + ", which cannot be removed");
            }
        }
        remove();
    }

    /** Ends this part. Throws if it is none. */
    abstract void remove();

    final IllegalStateException noPart() {
        return new IllegalStateException(
                id + " is no part of a domain, and ends only with its hardware");
    }

    final Monitor.DomainReport report() {
        return new Monitor.DomainReport(
                new BundleDomain(null, this),
                actions.sum(),
                failed.sum(),
                pending(),
                stolenLocally(),
                stolenAway.sum(),
                stolenHere.sum(),
                bytesIn.sum(),
                bytesOut.sum(),
                transfersIn.sum(),
                transfersOut.sum(),
                busyNanos.sum(),
                instanceBytes());
    }

    @Override
    public final String toString() {
        return generation() == 1 ? id : id + " (generation " + generation() + ")";
    }
}
