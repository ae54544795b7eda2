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

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** Device memory is one arena per allocation; each lane is one thread. */
final class AcmeDevice implements Backend.Device {

    private record Block(Arena arena, MemorySegment memory) {}

    private interface Work {
        void run() throws Exception;
    }

    private final DeviceInfo info;
    private final AtomicLong free;
    private final AtomicLong lastHandle = new AtomicLong();
    private final Map<Long, Block> blocks = new ConcurrentHashMap<>();
    private final List<ExecutorService> lanes;

    AcmeDevice(DeviceInfo info) {
        this.info = info;
        this.free = new AtomicLong(info.memory().get(MemoryKind.NORMAL));
        this.lanes = IntStream.range(0, info.lanes()).mapToObj(this::lane).toList();
    }

    private ExecutorService lane(int number) {
        Thread.Builder thread = Thread.ofPlatform().daemon().name(info.id() + "-lane-" + number);
        return Executors.newSingleThreadExecutor(thread.factory());
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
        if (free.addAndGet(-bytes) < 0) {
            throw refusal(bytes, null);
        }
        Arena arena = Arena.ofShared();
        try {
            long handle = lastHandle.incrementAndGet();
            blocks.put(handle, new Block(arena, arena.allocate(bytes, 128)));
            return handle;
        } catch (OutOfMemoryError | IllegalArgumentException cause) {
            arena.close();
            throw refusal(bytes, cause);
        }
    }

    private DeviceException refusal(long bytes, Throwable cause) {
        free.addAndGet(bytes);
        return new DeviceException(info.id() + " has no " + bytes + " bytes left", cause);
    }

    @Override
    public void release(long handle) {
        Block block = blocks.remove(handle);
        if (block != null) {
            block.arena.close();
            free.addAndGet(block.memory.byteSize());
        }
    }

    @Override
    public void write(Order order, MemorySegment source, Region from, Slice to, Completion end) {
        submit(order, end, () -> Region.copy(source, from, memory(to.memory()), to.region()));
    }

    @Override
    public void read(Order order, Slice from, MemorySegment target, Region to, Completion end) {
        submit(order, end, () -> Region.copy(memory(from.memory()), from.region(), target, to));
    }

    @Override
    public void run(Order order, Launch launch, Completion end) {
        submit(order, end, () -> JavaLaunch.run(launch, this::memory));
    }

    @Override
    public void close() {
        lanes.forEach(ExecutorService::close);
        blocks.keySet().forEach(this::release);
    }

    private MemorySegment memory(long handle) {
        return blocks.get(handle).memory;
    }

    private void submit(Order order, Completion end, Work work) {
        try {
            lanes.get(order.lane()).execute(() -> settle(end, work));
        } catch (RejectedExecutionException closed) {
            end.failed(closed); // rule 4.2
        }
    }

    private static void settle(Completion end, Work work) {
        try {
            work.run();
        } catch (Throwable cause) {
            end.failed(cause); // rule 2.1: one call, either way
            return;
        }
        end.done(); // rule 2.2: after the effect
    }
}
