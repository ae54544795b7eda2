package org.anabranch.scheduler;

import org.anabranch.api.Domain;
import org.anabranch.api.KernelCode;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.ProcessorMask;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The host, or some of its processors: always there, memory of its own that all parts share. */
final class HostDomain extends ExecutingDomain {
    private final HostMemory hostMemory;
    private final Consumer<HostDomain> draining;
    private final HostDomain whole;
    private final Map<ProcessorMask, HostDomain> parts = new ConcurrentHashMap<>();

    /** Actions that have named this, and that have let it go: everybody comes by here. */
    private final StripedCount begun = new StripedCount();

    private final StripedCount ended = new StripedCount();

    /**
     * Makes the host.
     *
     * @param draining lets what is enqueued in a part that is to end come to its end
     */
    HostDomain(WorkerPool pool, HostMemory hostMemory, Consumer<HostDomain> draining) {
        super(pool, Copies.HOST, "host", ProcessorMask.range(0, pool.parallelism));
        this.hostMemory = hostMemory;
        this.draining = draining;
        whole = this;
        become(Domain.State.ACTIVE);
    }

    private HostDomain(HostDomain whole, ProcessorMask mask) {
        super(whole.pool, Copies.HOST, "host" + mask, mask);
        this.hostMemory = whole.hostMemory;
        this.draining = whole.draining;
        this.whole = whole;
        become(Domain.State.ACTIVE);
    }

    @Override
    HostDomain part(ProcessorMask mask) {
        requirePart(mask);
        return mask.equals(whole.processors())
                ? whole
                : whole.parts.computeIfAbsent(mask, part -> new HostDomain(whole, part));
    }

    @Override
    void remove() {
        if (whole == this) {
            throw noPart();
        }
        if (whole.parts.remove(processors(), this)) {
            draining.accept(this);
            become(Domain.State.GONE);
        }
    }

    @Override
    void hold() {
        begun.increment();
    }

    @Override
    void release() {
        ended.increment();
    }

    @Override
    long pending() {
        long over = ended.sum(); // first, so that it is never more than have begun
        return begun.sum() - over;
    }

    /** Starts a task on the processors of this domain. */
    void start(Task task) {
        if (whole == this) {
            pool.start(task);
        } else {
            pool.submit(processors(), task);
        }
    }

    @Override
    boolean ordersOperations() {
        return false;
    }

    @Override
    String kind() {
        return "host";
    }

    @Override
    int generation() {
        return 1;
    }

    @Override
    boolean isHost() {
        return true;
    }

    @Override
    Map<MemoryKind, Long> memories() {
        return Map.of(MemoryKind.NORMAL, hostMemory.limit());
    }

    @Override
    Set<String> formats() {
        return Set.of(KernelCode.JAVA);
    }

    @Override
    Map<String, String> properties() {
        return Map.of(
                "java",
                Runtime.version().toString(),
                "architecture",
                System.getProperty("os.arch", "unknown"));
    }

    @Override
    long stolenLocally() {
        return pool.steals();
    }

    @Override
    long instanceBytes() {
        return hostMemory.used();
    }
}
