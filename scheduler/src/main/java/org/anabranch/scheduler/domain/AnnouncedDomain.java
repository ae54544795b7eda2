package org.anabranch.scheduler.domain;

import org.anabranch.api.Domain;
import org.anabranch.api.DomainClosedException;
import org.anabranch.api.Monitor;
import org.anabranch.api.ProcessorMask;
import org.anabranch.scheduler.action.ExecutingDomain;
import org.anabranch.scheduler.pool.WorkerPool;
import org.anabranch.spi.DeviceInfo;

/**
 * A device that was found and is not open: it is shown and takes no work. When it has opened, a
 * {@link DeviceDomain} of the same generation takes its place.
 */
public final class AnnouncedDomain extends ExecutingDomain {
    private static final int NO_MEMORY = -1;

    public final DeviceInfo info;
    private final int generation;

    /** True if no device of its previous generation is left to be closed first. */
    private volatile boolean closed;

    private volatile Monitor.RefusedDevice refusal;

    /** The open domain that has replaced this one, or null. */
    private volatile ExecutingDomain opened;

    public AnnouncedDomain(WorkerPool pool, DeviceInfo info, int generation, boolean closed) {
        super(pool, NO_MEMORY, info.id(), info.mask());
        this.info = info;
        this.generation = generation;
        this.closed = closed;
    }

    /** It goes on as another object when it opens, which is said of that one. */
    @Override
    protected void tellOf(Domain.State next) {}

    public void closed() {
        closed = true;
    }

    /**
     * Names the open domain that replaces this one. Called before this one is withdrawn: a report
     * that was made earlier then shows the state of the open domain and never a device that is GONE
     * and there at the same time.
     */
    public void openedAs(ExecutingDomain domain) {
        opened = domain;
    }

    @Override
    public ExecutingDomain current() {
        ExecutingDomain domain = opened;
        return domain == null ? this : domain;
    }

    public boolean mayOpen() {
        return closed;
    }

    /** {@return true if the reason differs from the last one} */
    public boolean refuse(String reason) {
        Monitor.RefusedDevice last = refusal;
        refusal = new Monitor.RefusedDevice(id(), reason, last == null ? 1 : last.tries() + 1);
        return last == null || !last.reason().equals(reason);
    }

    /** {@return the last refusal, or null} */
    public Monitor.RefusedDevice refusal() {
        return refusal;
    }

    /** Returns true if an open domain is of the same device. */
    boolean isReplacedBy(ExecutingDomain open) {
        return open.id().equals(id()) && open.generation() == generation;
    }

    @Override
    protected DeviceInfo info() {
        return info;
    }

    @Override
    public int generation() {
        return generation;
    }

    @Override
    public ExecutingDomain part(ProcessorMask mask) {
        throw notOpen();
    }

    @Override
    public void remove() {
        throw noPart();
    }

    private DomainClosedException notOpen() {
        return new DomainClosedException("domain " + this + " is not open yet");
    }

    @Override
    public long instanceBytes() {
        return 0;
    }

    @Override
    public void hold() {
        throw notOpen();
    }

    @Override
    public void release() {}

    @Override
    public long pending() {
        return 0;
    }
}
