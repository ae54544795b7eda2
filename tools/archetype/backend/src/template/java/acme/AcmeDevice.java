package acme;

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
import org.anabranch.spi.support.LaneThreads;
import org.anabranch.spi.support.MemoryBudget;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** A device in this process: each allocation is an arena, each lane a thread. */
final class AcmeDevice implements Backend.Device {

    private record Block(Arena arena, MemorySegment memory) {}

    private final DeviceInfo info;
    private final MemoryBudget free;
    private final AtomicLong lastHandle = new AtomicLong();
    private final Map<Long, Block> blocks = new ConcurrentHashMap<>();
    private final LaneThreads lanes;

    AcmeDevice(DeviceInfo info) {
        this.info = info;
        this.free = new MemoryBudget(info.id(), info.memory());
        this.lanes = new LaneThreads(info.id(), info.lanes(), info.lanes());
    }

    @Override
    public long load(Kernel kernel) throws DeviceException {
        if (kernel.code(KernelCode.JAVA).isEmpty()) {
            throw new DeviceException(info.id() + " runs kernels in java only, not " + kernel);
        }
        return lastHandle.incrementAndGet(); // a launch brings its kernel along
    }

    @Override
    public long allocate(long bytes, MemoryKind kind) throws DeviceException {
        free.take(bytes, kind);
        Arena arena = Arena.ofShared();
        try {
            long handle = lastHandle.incrementAndGet();
            blocks.put(handle, new Block(arena, arena.allocate(bytes, 128)));
            return handle;
        } catch (OutOfMemoryError | IllegalArgumentException cause) {
            arena.close();
            free.give(bytes, kind);
            throw new DeviceException(info.id() + " got no memory from the host", cause);
        }
    }

    @Override
    public void release(long handle) {
        Block block = blocks.remove(handle);
        if (block != null) {
            block.arena.close();
            free.give(block.memory.byteSize(), MemoryKind.NORMAL);
        }
    }

    @Override
    public void write(Order order, MemorySegment source, Region from, Slice to, Completion end) {
        lanes.submit(order, end, () -> Region.copy(source, from, memory(to.memory()), to.region()));
    }

    @Override
    public void read(Order order, Slice from, MemorySegment target, Region to, Completion end) {
        lanes.submit(
                order, end, () -> Region.copy(memory(from.memory()), from.region(), target, to));
    }

    @Override
    public void run(Order order, Launch launch, Completion end) {
        lanes.submit(order, end, () -> JavaLaunch.run(launch, this::memory));
    }

    @Override
    public void close() {
        lanes.close();
        blocks.keySet().forEach(this::release);
    }

    private MemorySegment memory(long handle) {
        return blocks.get(handle).memory;
    }
}
