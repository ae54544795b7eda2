package org.anabranch.scheduler.domain;

import org.anabranch.api.Argument;
import org.anabranch.api.Domain;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelCode;
import org.anabranch.api.KernelFormatException;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.NativeCode;
import org.anabranch.api.Piece;
import org.anabranch.api.ProcessorMask;
import org.anabranch.scheduler.action.ExecutingDomain;
import org.anabranch.scheduler.coherence.HostMemory;
import org.anabranch.scheduler.coherence.ValidCopies;
import org.anabranch.scheduler.count.StripedCount;
import org.anabranch.scheduler.place.ComputeUnits;
import org.anabranch.scheduler.place.Site;
import org.anabranch.scheduler.pool.Callbacks;
import org.anabranch.scheduler.pool.Task;
import org.anabranch.scheduler.pool.WorkerPool;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The host, or some of its processors: always there, memory of its own that all parts share. */
public final class HostDomain extends ExecutingDomain {
    private final HostMemory hostMemory;
    private final Consumer<HostDomain> draining;
    private final HostDomain whole;
    private volatile ProcessorMask processors;
    private final Site site;
    private final Map<ProcessorMask, HostDomain> parts = new ConcurrentHashMap<>();

    /** Actions that have named this, and that have let it go: everybody comes by here. */
    private final StripedCount begun = new StripedCount();

    private final StripedCount ended = new StripedCount();

    /**
     * Makes the host.
     *
     * @param draining lets what is enqueued in a part that is to end come to its end
     */
    public HostDomain(WorkerPool pool, HostMemory hostMemory, Consumer<HostDomain> draining) {
        this(pool, hostMemory, draining, ProcessorMask.range(0, pool.parallelism()));
    }

    private HostDomain(
            WorkerPool pool,
            HostMemory hostMemory,
            Consumer<HostDomain> draining,
            ProcessorMask processors) {
        super(pool, ValidCopies.HOST, "host", processors);
        this.processors = processors;
        this.hostMemory = hostMemory;
        this.draining = draining;
        whole = this;
        site = new Site("host", new ComputeUnits(processors.count(), 1), null);
        become(Domain.State.ACTIVE);
    }

    private HostDomain(HostDomain whole, ProcessorMask mask) {
        super(whole.pool, ValidCopies.HOST, "host" + mask, mask);
        this.processors = mask;
        this.hostMemory = whole.hostMemory;
        this.draining = whole.draining;
        this.whole = whole;
        this.site = whole.site;
        become(Domain.State.ACTIVE);
    }

    /**
     * Changes the number of workers, and so of processors. Parts stay as they are: other workers
     * run tasks for processors that have no worker any more.
     *
     * @return the number of workers, as {@link WorkerPool#resize} returns it
     */
    public int resize(int workers) {
        int there = pool.resize(workers);
        processors = ProcessorMask.range(0, there);
        site.silicon.has(there);
        return there;
    }

    @Override
    public ProcessorMask processors() {
        return processors;
    }

    @Override
    public HostDomain part(ProcessorMask mask) {
        requirePart(mask);
        return mask.equals(whole.processors())
                ? whole
                : whole.parts.computeIfAbsent(mask, part -> new HostDomain(whole, part));
    }

    @Override
    public void remove() {
        if (whole == this) {
            throw noPart();
        }
        Callbacks.refuseWait("the end of " + this);
        if (whole.parts.remove(processors(), this)) {
            draining.accept(this);
            become(Domain.State.GONE);
        }
    }

    @Override
    public Site site() {
        return site;
    }

    @Override
    public void hold() {
        begun.increment();
    }

    @Override
    public void release() {
        ended.increment();
    }

    @Override
    public long pending() {
        long over = ended.sum(); // first, so that it is never more than have begun
        return begun.sum() - over;
    }

    /** Starts a task on the processors of this domain. */
    public void start(Task task) {
        if (whole == this) {
            pool.start(task);
        } else {
            pool.submit(processors(), task);
        }
    }

    @Override
    public String kind() {
        return "host";
    }

    @Override
    public int generation() {
        return 1;
    }

    @Override
    public boolean isHost() {
        return true;
    }

    @Override
    public Map<MemoryKind, Long> memories() {
        return Map.of(MemoryKind.NORMAL, hostMemory.limit());
    }

    @Override
    public Set<String> formats() {
        return Set.of(KernelCode.JAVA, KernelCode.NATIVE);
    }

    /** {@return the native code of a kernel, if it has some that the host runs} */
    public static Optional<NativeCode> nativeCode(Kernel kernel) {
        return kernel.code(KernelCode.NATIVE)
                .filter(code -> code instanceof NativeCode function && function.onHost())
                .map(NativeCode.class::cast);
    }

    @Override
    public boolean runs(Kernel kernel) {
        return kernel.formats().contains(KernelCode.JAVA) || nativeCode(kernel).isPresent();
    }

    @Override
    protected KernelFormatException untranslated(
            Kernel kernel, Piece piece, Argument[] arguments, KernelFormatException none) {
        return kernel.formats().contains(KernelCode.NATIVE)
                ? new KernelFormatException(
                        "kernel "
                                + kernel.name()
                                + " has native code that is not for the host: it could crash this"
                                + " process (NativeCode.onHost makes code that may)")
                : none;
    }

    @Override
    public Map<String, String> properties() {
        return Map.of(
                "java",
                Runtime.version().toString(),
                "architecture",
                System.getProperty("os.arch", "unknown"));
    }

    @Override
    public long stolenLocally() {
        return pool.steals();
    }

    @Override
    public long instanceBytes() {
        return hostMemory.used();
    }
}
