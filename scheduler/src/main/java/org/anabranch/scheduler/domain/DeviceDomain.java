package org.anabranch.scheduler.domain;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.BufferOptions;
import org.anabranch.api.Domain;
import org.anabranch.api.DomainClosedException;
import org.anabranch.api.DomainLostException;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelFormatException;
import org.anabranch.api.MemoryExhaustedException;
import org.anabranch.api.Piece;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Region;
import org.anabranch.api.UnknownDomainException;
import org.anabranch.scheduler.action.Action;
import org.anabranch.scheduler.action.DeviceOperation;
import org.anabranch.scheduler.action.Program;
import org.anabranch.scheduler.coherence.Admission;
import org.anabranch.scheduler.coherence.Room;
import org.anabranch.scheduler.coherence.Store;
import org.anabranch.scheduler.count.InFlight;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.DeviceLostException;
import org.anabranch.spi.Slice;
import org.anabranch.spi.StealPort;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** A device, or part of one, as a domain with memory of its own. */
public final class DeviceDomain extends Store {
    private final Room room = new Room(this);

    /** Null once the domain is gone and no action refers to it, as {@link #backend} is. */
    DeviceOpener plug;

    Backend backend;
    public final DeviceInfo info;
    public final DeviceLanes lanes;
    public final LoadedKernels kernels;

    private final InFlight pending = new InFlight();
    private final Domains domains;
    private final OpenDevice open;
    private final DeviceMemory deviceMemory;
    private final int generation;
    private final boolean ordersOperations;
    private final DeviceParts parts;
    private volatile DeviceDomain whole = this; // of which this is a part
    private final AtomicBoolean lost = new AtomicBoolean();

    /**
     * Opens the device, or the part of it.
     *
     * @param store the whole device if this is a part that uses its memory, else null
     */
    DeviceDomain(
            Domains domains,
            int memory,
            DeviceDomain store,
            DeviceOpener plug,
            Backend backend,
            DeviceInfo info,
            ProcessorMask mask,
            int generation)
            throws DeviceException {
        super(
                domains.pool(),
                memory,
                store,
                mask.equals(info.mask()) ? info.id() : info.id() + mask,
                mask,
                domains.silicon(info));
        this.domains = domains;
        this.plug = plug;
        this.backend = backend;
        this.info = info;
        this.generation = generation;
        this.parts = new DeviceParts(domains, this::openPart);
        this.open = new OpenDevice(this, backend, info);
        try {
            this.ordersOperations = info.ordersOperations() && open.port == null;
            this.lanes = new DeviceLanes(this, open, info.lanes(), this::lose);
            this.kernels = new LoadedKernels(this, open, lanes, domains.translations, this::lose);
            this.deviceMemory = new DeviceMemory(this, open, domains.memories);
        } catch (RuntimeException | Error refused) {
            open.closeHere();
            throw refused;
        }
    }

    /** Closes the device of a domain that was never announced. */
    void discard() {
        lanes.close();
        open.closeHere();
        become(Domain.State.GONE);
    }

    /**
     * Releases the backend and its class loader, since a program may refer to the domain for long;
     * the domain is gone, and no action refers to it.
     */
    void releaseBackend() {
        plug = null;
        backend = null;
        open.forget();
    }

    /** {@return the device; null once the backend is released} */
    public Backend.Device device() {
        return open.device;
    }

    /** Returns true if the device copies within its memory by itself. */
    public boolean copies() {
        return open.copies;
    }

    @Override
    public Admission room() {
        return room;
    }

    @Override
    public long allocate(Buffer buffer, BufferOptions options) throws DeviceException {
        if (state() == Domain.State.GONE) {
            throw new DeviceLostException(this + " is gone", null);
        }
        try {
            return deviceMemory.allocate(buffer, options);
        } catch (DeviceLostException gone) {
            lose(gone);
            throw gone;
        } catch (MemoryExhaustedException refused) {
            throw lanes.isClosed()
                    ? new DomainClosedException(this + " was closed first", refused)
                    : refused;
        }
    }

    @Override
    public void free(long handle, long bytes) {
        if (!lost.get() && state() != Domain.State.GONE) {
            open.release(handle);
        }
        deviceMemory.freed(bytes);
    }

    @Override
    public void read(Action action, Slice from, MemorySegment to, Region region) {
        lanes.submit(action, new Command.Read(from, to, region));
    }

    @Override
    public void write(Action action, MemorySegment from, Region region, Slice to) {
        lanes.submit(action, new Command.Write(from, region, to));
    }

    @Override
    protected KernelFormatException untranslated(
            Kernel kernel, Piece piece, Argument[] given, KernelFormatException none) {
        return domains.translations.refusal(kernel, formats(), piece, given, none);
    }

    @Override
    public void hold() {
        pending.begin();
    }

    @Override
    public void release() {
        if (pending.end() && state() == Domain.State.GONE) {
            domains.reclaim(this);
        }
    }

    @Override
    public long pending() {
        return pending.now();
    }

    public StealPort port() {
        return open.port;
    }

    /** Takes a task back from the device, if it has one to give. */
    public StealPort.Stolen steal() {
        return state() == Domain.State.ACTIVE && pending() > 0 ? open.steal() : null;
    }

    @Override
    public DeviceDomain part(ProcessorMask mask) {
        requirePart(mask);
        if (mask.equals(processors())) {
            return this;
        }
        if (!info.divisible()) {
            throw new UnknownDomainException(this + " cannot be divided");
        }
        return mask.equals(whole.processors()) ? whole : whole.parts.get(mask);
    }

    boolean sharesMemoryWithParts() {
        return open.sharesMemoryWithParts();
    }

    private DeviceDomain openPart(ProcessorMask mask) {
        DeviceDomain part = domains.openPart(this, mask);
        part.whole = this;
        part.become(Domain.State.ACTIVE);
        return part;
    }

    @Override
    public void remove() {
        if (whole == this) {
            throw noPart();
        }
        DeviceOpener opener = plug;
        if (opener != null) {
            opener.remove(this);
        }
    }

    /** Returns true if it was still a part of its device, from which it is removed. */
    public boolean leave() {
        return whole.parts.remove(this);
    }

    /** Listens for a loss while nothing runs there. */
    public void watch() {
        open.onLoss(this::lose);
    }

    /** The device vanished: everything there fails, and nothing else; when that can be said. */
    public void lose(DeviceLostException loss) {
        while (!lost.get()) {
            try {
                DeviceLostException cause =
                        loss.isCausedByOperation()
                                ? new DeviceLostException(ForeignCode.message(loss), loss)
                                : loss;
                lose(cause, undefined(cause));
            } catch (OutOfMemoryError full) {
                ForeignCode.pause();
            }
        }
    }

    /** By methods that need no linking: in a full heap a formatter would fail for good. */
    private DomainLostException undefined(DeviceLostException cause) {
        String why = String.valueOf(ForeignCode.message(cause));
        return new DomainLostException(
                "the only copy was in ".concat(toString()).concat(", which is lost: ").concat(why),
                cause);
    }

    private void lose(DeviceLostException cause, DomainLostException undefined) {
        if (lost.compareAndSet(false, true)) {
            become(Domain.State.GONE);
            lanes.lose(cause);
            dropMemory(undefined);
            domains.changed();
            DeviceOpener opener = plug;
            if (opener != null) {
                opener.lost(this, cause);
            }
            whole.lose(cause);
        }
    }

    /** Returns true if this is the whole device. */
    public boolean isWhole() {
        return processors().equals(info.mask());
    }

    public boolean isLost() {
        return lost.get();
    }

    /** Closes the device, with a time limit, and completes the operations that it did not. */
    public void closeDevice(long nanos) {
        lanes.close();
        open.close(nanos);
        lanes.abandon();
        become(Domain.State.GONE);
    }

    /** Its memory is no more, unless that belongs to the whole device. */
    void dropMemory(DomainLostException cause) {
        deviceMemory.drop(cause);
    }

    public void forget(Program program) {
        if (state() != Domain.State.GONE) {
            kernels.forget(program);
        }
    }

    public List<DeviceDomain> parts() {
        return parts.all();
    }

    @Override
    public DeviceOperation operation(Action action) {
        return lanes.operation(action, null);
    }

    /** A task that goes through the port has no ticket, so nothing can be ordered after it. */
    @Override
    public boolean ordersOperations() {
        return ordersOperations;
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
    public long instanceBytes() {
        return deviceMemory.used();
    }
}
