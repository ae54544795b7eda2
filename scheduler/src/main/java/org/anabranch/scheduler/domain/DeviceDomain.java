package org.anabranch.scheduler.domain;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.BufferOptions;
import org.anabranch.api.Domain;
import org.anabranch.api.DomainLostException;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelFormatException;
import org.anabranch.api.MappedOperand;
import org.anabranch.api.MemoryExhaustedException;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Operand;
import org.anabranch.api.Piece;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Region;
import org.anabranch.api.Shape;
import org.anabranch.api.UnknownDomainException;
import org.anabranch.scheduler.action.Action;
import org.anabranch.scheduler.action.DeviceOperation;
import org.anabranch.scheduler.action.Program;
import org.anabranch.scheduler.coherence.Store;
import org.anabranch.scheduler.coherence.TrackedBuffer;
import org.anabranch.scheduler.count.InFlight;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.DeviceLostException;
import org.anabranch.spi.Launch;
import org.anabranch.spi.LaunchArgument;
import org.anabranch.spi.Slice;
import org.anabranch.spi.StealPort;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;

/** A device, or part of one, as a domain with memory of its own. */
public final class DeviceDomain extends Store {
    /** Who opened a device, and is told what becomes of it. */
    public interface Plug {
        /** The device vanished. */
        void lost(DeviceDomain domain, DeviceLostException cause);

        /** Drains and closes part of a device. */
        public void remove(DeviceDomain part);
    }

    final Plug plug;
    final Backend backend;
    public final DeviceInfo info;
    public final Backend.Device device;
    public final DeviceLanes lanes;

    private final InFlight pending = new InFlight();
    private final Domains domains;
    private final LoadedKernels kernels;
    private final StealPort port;
    private final boolean copies;
    private final int generation;
    private final Map<ProcessorMask, DeviceDomain> parts = new ConcurrentHashMap<>();
    private volatile DeviceDomain whole = this; // of which this is a part
    private final AtomicLong memoryUsed = new AtomicLong();

    /** Held while instances are given back for others: who needs room, too, waits for that. */
    private final ReentrantLock evicting = new ReentrantLock();

    private final AtomicBoolean lost = new AtomicBoolean();

    /** Whether the port threw when it was asked for a task: it is not asked again. */
    private volatile boolean portBroken;

    /** Opens the device, or the part of it, with memory of its own. */
    DeviceDomain(
            Domains domains,
            int memory,
            Plug plug,
            Backend backend,
            DeviceInfo info,
            ProcessorMask mask,
            int generation)
            throws DeviceException {
        this(domains, memory, null, plug, backend, info, mask, generation);
    }

    /** Opens a part that uses the memory of the whole device. */
    DeviceDomain(DeviceDomain whole, ProcessorMask mask) throws DeviceException {
        this(
                whole.domains,
                whole.memory,
                whole,
                whole.plug,
                whole.backend,
                whole.info,
                mask,
                whole.generation);
    }

    private DeviceDomain(
            Domains domains,
            int memory,
            Store store,
            Plug plug,
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
                mask);
        this.domains = domains;
        this.plug = plug;
        this.backend = backend;
        this.info = info;
        this.generation = generation;
        this.device = open(backend, info, mask);
        this.lanes = new DeviceLanes(this, info.lanes());
        this.kernels = new LoadedKernels(this);
        this.port =
                ForeignCode.ask(
                        "the steal port of " + info.id() + " is not used",
                        () -> device.stealPort().orElse(null),
                        null);
        this.copies =
                ForeignCode.ask(
                        "copies within " + info.id() + " are made by the host",
                        device::copies,
                        false);
    }

    private static Backend.Device open(Backend backend, DeviceInfo info, ProcessorMask mask)
            throws DeviceException {
        Backend.Device device = cross(() -> backend.open(info, mask));
        return Objects.requireNonNull(device, "no device was opened");
    }

    /** Asks the backend or the device. */
    private static <T> T cross(ForeignCode.Question<T> question) throws DeviceException {
        AtomicReference<T> answer = new AtomicReference<>();
        Throwable thrown = ForeignCode.attempt(() -> answer.set(question.ask()));
        switch (thrown) {
            case null -> {
                return answer.get();
            }
            case DeviceException refused -> throw refused;
            case RuntimeException broken -> throw broken;
            case Error broken -> throw broken;
            default -> throw new DeviceException(ForeignCode.text(thrown), thrown);
        }
    }

    /** Whether the device copies within its memory by itself. */
    public boolean copies() {
        return copies;
    }

    @Override
    public long allocate(Buffer buffer, BufferOptions options) throws DeviceException {
        if (state() == Domain.State.GONE) {
            throw new DeviceLostException(this + " is gone", null);
        }
        MemoryKind wanted = kind(buffer, options);
        long bytes = buffer.shape().bytes();
        DeviceException refused = null;
        for (MemoryKind kind : attempts(wanted, options)) {
            try {
                long handle = cross(() -> device.allocate(bytes, kind));
                memoryUsed.addAndGet(bytes);
                if (kind != wanted) {
                    ForeignCode.log(
                            System.Logger.Level.INFO,
                            this
                                    + " has no room in "
                                    + wanted
                                    + " memory for "
                                    + buffer.name()
                                    + ": ordinary memory is taken");
                }
                return handle;
            } catch (DeviceException full) {
                refused = full;
                makeRoom(buffer);
            }
        }
        if (refused instanceof DeviceLostException gone) {
            lose(gone);
            throw gone;
        }
        String what = buffer.name() + " of " + bytes + " bytes in " + this;
        throw new MemoryExhaustedException(
                "no room for " + what + ": " + ForeignCode.message(refused), refused);
    }

    /**
     * Before and after others make room; then ordinary memory, if what is wanted is a preference.
     */
    private static List<MemoryKind> attempts(MemoryKind wanted, BufferOptions options) {
        return options.strict() || wanted == MemoryKind.NORMAL
                ? List.of(wanted, wanted)
                : List.of(wanted, wanted, MemoryKind.NORMAL, MemoryKind.NORMAL);
    }

    private void makeRoom(Buffer buffer) {
        evicting.lock();
        try {
            domains.memories.evict(this, buffer);
        } finally {
            evicting.unlock();
        }
    }

    private MemoryKind kind(Buffer buffer, BufferOptions options) {
        if (info.memory().containsKey(options.memory())) {
            return options.memory();
        }
        String what =
                this
                        + " has no "
                        + options.memory()
                        + " memory, which "
                        + buffer.name()
                        + " asks for";
        if (options.strict()) {
            throw new MemoryExhaustedException(what);
        }
        ForeignCode.log(System.Logger.Level.INFO, what + ": ordinary memory is taken");
        return MemoryKind.NORMAL;
    }

    @Override
    public void free(long handle, long bytes) {
        if (!lost.get() && state() != Domain.State.GONE) {
            release(handle);
        }
        memoryUsed.addAndGet(-bytes);
    }

    /** Gives memory or a kernel back to the device. */
    void release(long handle) {
        Throwable refused = ForeignCode.attempt(() -> device.release(handle));
        if (refused != null) {
            ForeignCode.warn(this + " does not take back what it gave", refused);
        }
    }

    @Override
    public void read(Action action, Slice from, MemorySegment to, Region region) {
        lanes.submit(action, new Command.Read(from, to, region));
    }

    @Override
    public void write(Action action, MemorySegment from, Region region, Slice to) {
        lanes.submit(action, new Command.Write(from, region, to));
    }

    /** Holds the action until the kernel is loaded, for a program. */
    public void prepare(Action action, Kernel kernel, Program program) {
        kernels.prepare(action, kernel, program);
    }

    /** What a loaded kernel is launched with. */
    public Launch launch(Kernel kernel, Piece piece, Argument[] given, Operand[] operands)
            throws DeviceLostException {
        LaunchArgument[] arguments = new LaunchArgument[given.length];
        boolean own = runs(kernel);
        int operand = 0;
        for (int i = 0; i < given.length; i++) {
            arguments[i] =
                    given[i] instanceof Argument.Scalar scalar
                            ? new LaunchArgument.Value(own ? scalar.value() : wide(scalar.value()))
                            : memory(operands[operand++], given[i]);
        }
        return new Launch(kernels.handle(kernel), kernel, piece, List.of(arguments));
    }

    /** As translated code takes it. */
    private static Number wide(Number value) {
        return switch (value) {
            case Integer whole -> (Number) whole.longValue();
            case Float floating -> (Number) floating.doubleValue();
            default -> value;
        };
    }

    Kernel coded(Kernel kernel) {
        return domains.translations.coded(kernel, formats());
    }

    @Override
    protected KernelFormatException untranslated(
            Kernel kernel, Piece piece, Argument[] given, KernelFormatException none) {
        return domains.translations.refusal(kernel, formats(), piece, given, none);
    }

    private LaunchArgument memory(Operand operand, Argument source) throws DeviceLostException {
        TrackedBuffer buffer = (TrackedBuffer) operand.range().buffer();
        Region used = operand.range().region();
        Region window = source instanceof MappedOperand ? rows(buffer.shape()) : used;
        Slice slice = new Slice(buffer.handleIn(this), used);
        return new LaunchArgument.Memory(
                slice, window, (int) buffer.shape().element().byteSize(), operand.mode(), source);
    }

    private static Region rows(Shape shape) {
        return new Region(
                0, shape.rowPitch(), shape.rows() * shape.slices(), 1, shape.rowPitch(), 0);
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
        return port;
    }

    /** Takes a task back from the device, if it has one to give. */
    public StealPort.Stolen steal() {
        if (port == null || portBroken || state() != Domain.State.ACTIVE || pending() == 0) {
            return null;
        }
        StealPort.Stolen[] stolen = new StealPort.Stolen[1];
        Throwable broken = ForeignCode.attempt(() -> stolen[0] = port.steal());
        if (broken != null) {
            portBroken = true;
            ForeignCode.warn("nothing more is stolen from " + this, broken);
        }
        return stolen[0];
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
        return mask.equals(whole.processors())
                ? whole
                : whole.parts.computeIfAbsent(mask, whole::openPart);
    }

    /** Whether parts of the device use its memory; not if the device does not say. */
    boolean sharesMemoryWithParts() {
        return ForeignCode.ask(
                "parts of " + this + " have memories of their own",
                device::sharesMemoryWithParts,
                false);
    }

    private DeviceDomain openPart(ProcessorMask mask) {
        DeviceDomain part = domains.openPart(this, mask);
        part.whole = this;
        return part;
    }

    @Override
    public void remove() {
        if (whole == this) {
            throw noPart();
        }
        plug.remove(this);
    }

    /** Whether it was still a part of its device, which it is no more. */
    public boolean leave() {
        return whole.parts.remove(processors(), this);
    }

    /** Listens for a loss while nothing runs there. */
    public void watch() {
        Throwable broken = ForeignCode.attempt(() -> device.onLoss(this::lose));
        if (broken != null) {
            ForeignCode.warn(this + " does not say whether it tells of its loss", broken);
        }
    }

    /** The device vanished: everything there fails at once, and nothing else. */
    public void lose(DeviceLostException loss) {
        DeviceLostException cause =
                loss.isCausedByOperation()
                        ? new DeviceLostException(loss.getMessage(), loss)
                        : loss;
        if (lost.compareAndSet(false, true)) {
            become(Domain.State.GONE);
            lanes.lose(cause);
            dropMemory(
                    new DomainLostException(
                            "the only copy was in "
                                    + this
                                    + ", which is lost: "
                                    + ForeignCode.message(cause),
                            cause));
            domains.changed();
            plug.lost(this, cause);
            whole.lose(cause);
        }
    }

    /** Whether this is all of its device. */
    public boolean isWhole() {
        return processors().equals(info.mask());
    }

    public boolean isLost() {
        return lost.get();
    }

    /** Ends the device, with a limit of time, and tells what it did not. */
    public void closeDevice(long nanos) {
        lanes.close();
        Thread closer =
                ForeignCode.start(
                        "anabranch-close-" + id(),
                        () -> {
                            Throwable broken = ForeignCode.attempt(device::close);
                            if (broken != null) {
                                ForeignCode.warn("closing " + this + " failed", broken);
                            }
                        });
        try {
            closer.join(Math.max(1, nanos / 1_000_000));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        if (closer.isAlive()) {
            ForeignCode.log(
                    System.Logger.Level.WARNING,
                    this + " does not close; its thread is left behind");
        }
        lanes.abandon();
        become(Domain.State.GONE);
    }

    /** Its memory is no more, unless that belongs to the whole device. */
    void dropMemory(DomainLostException cause) {
        if (store != this) {
            return;
        }
        domains.memories.forEachBuffer(
                buffer -> {
                    if (buffer.isIn(this)) {
                        buffer.directory.drop(memory, cause);
                        buffer.forget(this);
                    }
                });
    }

    public void forget(Program program) {
        if (state() != Domain.State.GONE) {
            kernels.forget(program);
        }
    }

    public List<DeviceDomain> parts() {
        return List.copyOf(parts.values());
    }

    @Override
    public DeviceOperation operation(Action action) {
        return lanes.operation(action, null);
    }

    /** A task that goes through the port has no ticket, so nothing can be ordered after it. */
    @Override
    public boolean ordersOperations() {
        return info.ordersOperations() && port == null;
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
        return memoryUsed.get();
    }
}
