package org.anabranch.reference;

import org.anabranch.api.Kernel;
import org.anabranch.api.KernelCode;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Region;
import org.anabranch.spi.Backend;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.JavaLaunch;
import org.anabranch.spi.Launch;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;
import org.anabranch.spi.StealPort;
import org.anabranch.spi.support.LaneThreads;
import org.anabranch.spi.support.MemoryBudget;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A device of the reference backend. Each allocation is an arena; {@link LaneThreads} orders and
 * runs the operations.
 */
final class ReferenceDevice implements Backend.Device {
    private final DeviceInfo info;
    private final LaneThreads lanes;
    private final Optional<SplittingPort> port;
    private final Map<Long, Block> blocks = new ConcurrentHashMap<>();
    private final Set<Long> kernels = ConcurrentHashMap.newKeySet();
    private final MemoryBudget free;
    private long lastHandle; // guarded by this

    private record Block(Arena arena, MemorySegment memory, MemoryKind kind) {}

    ReferenceDevice(DeviceInfo info, int processors, boolean stealPort) {
        this.info = info;
        this.free = new MemoryBudget(info.id(), info.memory());
        this.lanes = new LaneThreads(info.id(), info.lanes(), processors);
        this.port =
                stealPort
                        ? Optional.of(new SplittingPort(info.id(), processors, this::memory))
                        : Optional.empty();
    }

    @Override
    public synchronized long load(Kernel kernel) throws DeviceException {
        if (kernel.code(KernelCode.JAVA).isEmpty()) {
            throw new DeviceException(info.id() + " runs kernels in java only, not " + kernel);
        }
        kernels.add(++lastHandle); // a launch carries its kernel, so no reference is kept
        return lastHandle;
    }

    @Override
    public synchronized long allocate(long bytes, MemoryKind kind) throws DeviceException {
        if (lanes.isClosed()) {
            throw new DeviceException(info.id() + " is closed");
        }
        Arena arena = Arena.ofShared();
        try {
            free.take(bytes, kind);
        } catch (DeviceException | OutOfMemoryError full) {
            arena.close();
            throw full;
        }
        try {
            blocks.put(lastHandle + 1, new Block(arena, arena.allocate(bytes, 128), kind));
        } catch (OutOfMemoryError | IllegalArgumentException cause) {
            arena.close();
            free.give(bytes, kind);
            throw new DeviceException(
                    info.id() + " got no " + bytes + " bytes from the host", cause);
        }
        return ++lastHandle;
    }

    @Override
    public void release(long handle) {
        Block block = blocks.remove(handle);
        if (block == null) {
            kernels.remove(handle);
            return;
        }
        block.arena.close();
        free.give(block.memory.byteSize(), block.kind);
    }

    @Override
    public void write(
            Order order, MemorySegment source, Region from, Slice to, Completion completion) {
        lanes.submit(
                order,
                completion,
                () -> Region.copy(source, from, memory(to.memory()), to.region()));
    }

    @Override
    public void read(
            Order order, Slice from, MemorySegment target, Region to, Completion completion) {
        lanes.submit(
                order,
                completion,
                () -> Region.copy(memory(from.memory()), from.region(), target, to));
    }

    @Override
    public void run(Order order, Launch launch, Completion completion) {
        lanes.submit(order, completion, () -> JavaLaunch.run(launch, this::memory));
    }

    @Override
    public boolean copies() {
        return true;
    }

    @Override
    public void copy(Order order, Slice from, Slice to, Completion completion) {
        lanes.submit(
                order,
                completion,
                () ->
                        Region.copy(
                                memory(from.memory()),
                                from.region(),
                                memory(to.memory()),
                                to.region()));
    }

    @Override
    public Optional<StealPort> stealPort() {
        return port.map(StealPort.class::cast);
    }

    @Override
    public void close() {
        lanes.close();
        port.ifPresent(SplittingPort::close);
        blocks.keySet().forEach(this::release);
        kernels.clear();
    }

    private MemorySegment memory(long handle) {
        return blocks.get(handle).memory;
    }
}
