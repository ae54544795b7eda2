package org.anabranch.scheduler.action;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.DomainClosedException;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelFormatException;
import org.anabranch.api.MappedOperand;
import org.anabranch.api.MemoryExhaustedException;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Operand;
import org.anabranch.api.Piece;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.RangeException;
import org.anabranch.events.DomainChange;
import org.anabranch.events.Kind;
import org.anabranch.scheduler.count.WorkCounts;
import org.anabranch.scheduler.place.Site;
import org.anabranch.scheduler.pool.WorkerPool;
import org.anabranch.spi.DeviceInfo;

import java.util.Map;
import java.util.Set;

/** The common part of all domains: identity, life cycle, counts. */
public abstract class ExecutingDomain {
    public final WorkerPool pool;

    /**
     * Number of the memory that buffers have instances in; the host's is 0, and parts of the host
     * share it.
     */
    public final int memory;

    private final String id;
    private final ProcessorMask processors;
    private volatile Domain.State state = Domain.State.ADDED;

    /** Number in the log; negative if it was not asked for one. */
    private int told = -1;

    /** Of all programs. */
    public final WorkCounts counts = new WorkCounts();

    public ExecutingDomain(WorkerPool pool, int memory, String id, ProcessorMask processors) {
        this.pool = pool;
        this.memory = memory;
        this.id = id;
        this.processors = processors;
    }

    /** Returns true if operations here are ordered by the device itself. */
    public boolean ordersOperations() {
        return false;
    }

    /** Returns an action's attempt as an operation of the device; null on the host. */
    public DeviceOperation operation(Action action) {
        return null;
    }

    /** Tasks that its own workers took from each other. */
    public long stolenLocally() {
        return 0;
    }

    /** Bytes of buffers here. */
    public abstract long instanceBytes();

    /** An action now names this domain. */
    public abstract void hold();

    /** An action that named this domain is retired, or placed elsewhere. */
    public abstract void release();

    /**
     * Actions and transfers that name this domain and are not retired; if none, there was a moment
     * when there were none.
     */
    public abstract long pending();

    /** Returns its site, for placement, if it accepts work. */
    public Site site() {
        throw new IllegalStateException(this + " takes no work");
    }

    /** Load per processor, for placement. */
    public final double load() {
        return (double) pending() / processors().count();
    }

    public final void requireActive() {
        if (state != Domain.State.ACTIVE) {
            throw new DomainClosedException(
                    "domain " + this + " is " + state + " and takes no new work");
        }
    }

    /** Throws unless there is code for this domain, or code that is translated for this run. */
    public final void requireFormat(Kernel kernel, Piece piece, Argument[] arguments) {
        KernelFormatException reason = unsuitable(kernel, piece, arguments);
        if (reason != null) {
            throw reason;
        }
    }

    /** Why a run is not possible here, or null if it is. */
    public final KernelFormatException unsuitable(
            Kernel kernel, Piece piece, Argument[] arguments) {
        if (runs(kernel)) {
            return null;
        }
        KernelFormatException none =
                new KernelFormatException(
                        "kernel "
                                + kernel.name()
                                + " has code in "
                                + kernel.formats()
                                + ", and "
                                + id
                                + " runs "
                                + formats());
        return untranslated(kernel, piece, arguments, none);
    }

    /** Why no translation serves; {@code none} where there is no translator. */
    protected KernelFormatException untranslated(
            Kernel kernel, Piece piece, Argument[] arguments, KernelFormatException none) {
        return none;
    }

    /** Throws if a buffer insists on a kind of memory that is not here. */
    public final void requireMemory(Argument[] arguments) {
        MemoryExhaustedException reason = lacking(arguments);
        if (reason != null) {
            throw reason;
        }
    }

    /** Why the buffers keep a run from this domain, or null if they do not. */
    public final MemoryExhaustedException lacking(Argument[] arguments) {
        for (Argument argument : arguments) {
            Buffer buffer =
                    argument instanceof Operand operand
                            ? operand.range().buffer()
                            : argument instanceof MappedOperand mapped ? mapped.buffer() : null;
            if (buffer == null || !buffer.options().strict()) {
                continue;
            }
            MemoryKind kind = buffer.options().memory();
            if (!memories().containsKey(kind)) {
                return new MemoryExhaustedException(
                        this + " has no " + kind + " memory, which " + buffer.name() + " asks for");
            }
        }
        return null;
    }

    /** Returns true if a kernel has code for this domain without a translation. */
    public boolean runs(Kernel kernel) {
        for (String format : formats()) {
            if (kernel.formats().contains(format)) {
                return true;
            }
        }
        return false;
    }

    /** Says in the log that it goes on in its life. */
    protected void tellOf(Domain.State next) {
        say(DomainChange.valueOf(next.name()));
    }

    /** Logs a change of its state. */
    public final void say(DomainChange change) {
        pool.log.say(Kind.DOMAIN, change.ordinal(), toldAs(), "", 0, 0);
    }

    /** Goes on in its life; nothing comes back that is gone. */
    public final synchronized void become(Domain.State next) {
        if (state != Domain.State.GONE) {
            if (state != next) {
                tellOf(next);
            }
            state = next;
            if (next == Domain.State.GONE) {
                counts.end();
            }
        }
    }

    public final Domain.State state() {
        return state;
    }

    /**
     * Returns the object that represents this device now: this one, unless it was only announced
     * and the device has opened since. A report may be older than that.
     */
    public ExecutingDomain current() {
        return this;
    }

    public final String id() {
        return id;
    }

    public ProcessorMask processors() {
        return processors;
    }

    public final void requirePart(ProcessorMask mask) {
        requireActive();
        ProcessorMask all = processors();
        if (mask.count() == 0 || !all.containsAll(mask)) {
            throw new RangeException("processors " + mask + " are no part of " + all + " of " + id);
        }
    }

    public abstract int generation();

    /** Its number in the log. */
    public final int toldAs() {
        int known = told;
        if (known < 0) {
            known = pool.log.domain(id, kind(), generation(), isHost());
            told = known;
        }
        return known;
    }

    /** Returns its backend's description; the host has none, and answers for itself. */
    protected DeviceInfo info() {
        throw new IllegalStateException(this + " has no backend");
    }

    public boolean isHost() {
        return false;
    }

    public String kind() {
        return info().kind();
    }

    public Map<MemoryKind, Long> memories() {
        return info().memory();
    }

    public Set<String> formats() {
        return info().formats();
    }

    public Map<String, String> properties() {
        return info().properties();
    }

    /** Part of this, the same for the same mask. */
    public abstract ExecutingDomain part(ProcessorMask mask);

    /** Ends this part. Throws if it is none. */
    public abstract void remove();

    public final IllegalStateException noPart() {
        return new IllegalStateException(
                id + " is no part of a domain, and ends only with its hardware");
    }

    @Override
    public final String toString() {
        return generation() == 1 ? id : id + " (generation " + generation() + ")";
    }
}
