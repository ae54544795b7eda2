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

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Memory is one arena per allocation; what runs when is the business of {@link OrderedLanes}. */
final class ReferenceDevice implements Backend.Device {
    private final DeviceInfo info;
    private final OrderedLanes lanes;
    private final Optional<SplittingPort> port;
    private final Map<Long, Block> blocks = new ConcurrentHashMap<>();
    private final Set<Long> kernels = ConcurrentHashMap.newKeySet();
    private final Map<MemoryKind, Long> free; // guarded by this, as is lastHandle
    private long lastHandle;

    private record Block(Arena arena, MemorySegment memory, MemoryKind kind) {}

    ReferenceDevice(DeviceInfo info, int processors, boolean stealPort) {
        this.info = info;
        this.free = new EnumMap<>(info.memory());
        this.lanes = new OrderedLanes(info.id(), info.lanes(), processors);
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
        kernels.add(++lastHandle); // a launch brings its kernel along, so nothing is kept of it
        return lastHandle;
    }

    @Override
    public synchronized long allocate(long bytes, MemoryKind kind) throws DeviceException {
        long available = lanes.closed() ? 0 : free.getOrDefault(kind, 0L);
        if (bytes > available) {
            throw new DeviceException(
                    info.id()
                            + " has "
                            + available
                            + " bytes of "
                            + kind
                            + " memory left, not "
                            + bytes);
        }
        Arena arena = Arena.ofShared();
        try {
            blocks.put(lastHandle + 1, new Block(arena, arena.allocate(bytes, 128), kind));
        } catch (OutOfMemoryError | IllegalArgumentException cause) {
            arena.close();
            throw new DeviceException(
                    info.id() + " got no " + bytes + " bytes from the host", cause);
        }
        free.put(kind, available - bytes);
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
        synchronized (this) {
            free.merge(block.kind, block.memory.byteSize(), Long::sum);
        }
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
