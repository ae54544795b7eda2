package org.anabranch.scheduler;

import org.anabranch.api.DomainClosedException;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Monitor;
import org.anabranch.api.ProcessorMask;
import org.anabranch.spi.DeviceInfo;

import java.util.Map;
import java.util.Set;

/**
 * A device that was found and is not open: it is shown and takes no work. When it has opened, a
 * {@link DeviceDomain} of the same generation takes its place.
 */
final class AnnouncedDomain extends ExecutingDomain {
    private static final int NO_MEMORY = -1;

    final DeviceInfo info;
    private final int generation;

    /** Whether nothing of its last generation is left that would have to be closed first. */
    private volatile boolean closed;

    private volatile Monitor.RefusedDevice refusal;

    AnnouncedDomain(WorkerPool pool, DeviceInfo info, int generation, boolean closed) {
        super(pool, NO_MEMORY, info.id(), info.mask());
        this.info = info;
        this.generation = generation;
        this.closed = closed;
    }

    void closed() {
        closed = true;
    }

    boolean mayOpen() {
        return closed;
    }

    /** {@return whether this is another reason than last time} */
    boolean refuse(String reason) {
        Monitor.RefusedDevice last = refusal;
        refusal = new Monitor.RefusedDevice(id(), reason, last == null ? 1 : last.tries() + 1);
        return last == null || !last.reason().equals(reason);
    }

    /** {@return how it was refused last, or null} */
    Monitor.RefusedDevice refusal() {
        return refusal;
    }

    /** Whether that is the same device, open. */
    boolean isReplacedBy(ExecutingDomain open) {
        return open.id().equals(id()) && open.generation() == generation;
    }

    @Override
    String kind() {
        return info.kind();
    }

    @Override
    int generation() {
        return generation;
    }

    @Override
    boolean isHost() {
        return false;
    }

    @Override
    Map<MemoryKind, Long> memories() {
        return info.memory();
    }

    @Override
    Set<String> formats() {
        return info.formats();
    }

    @Override
    Map<String, String> properties() {
        return info.properties();
    }

    @Override
    ExecutingDomain part(ProcessorMask mask) {
        throw notOpen();
    }

    @Override
    void remove() {
        throw noPart();
    }

    private DomainClosedException notOpen() {
        return new DomainClosedException("domain " + this + " is not open yet");
    }

    @Override
    boolean ordersOperations() {
        return false;
    }

    @Override
    long stolenLocally() {
        return 0;
    }

    @Override
    long instanceBytes() {
        return 0;
    }

    @Override
    void hold() {
        throw notOpen();
    }

    @Override
    void release() {}

    @Override
    long pending() {
        return 0;
    }
}
