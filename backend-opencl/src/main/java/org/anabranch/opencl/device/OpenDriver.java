package org.anabranch.opencl.device;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.ProcessorMask;
import org.anabranch.opencl.driver.ClFunction;
import org.anabranch.opencl.driver.ClHandle;
import org.anabranch.opencl.driver.ClStatus;
import org.anabranch.opencl.driver.DriverLock;
import org.anabranch.opencl.driver.OpenClException;
import org.anabranch.spi.DeviceException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * A context on a device or on part of one, and what is made in it. Part of a device is a
 * sub-device: a run of neighbouring compute units, since the driver divides by counts only.
 */
public final class OpenDriver {
    private static final long PARTITION_BY_COUNTS = 0x1087;
    private static final long OUT_OF_ORDER = 1;
    private static final long PROFILING = 2;
    private static final long READ_WRITE = 1;
    private static final long USE_HOST_POINTER = 8;
    private static final long FINE_GRAINED = 1 << 10;
    private static final int ALIGNMENT = 128;

    private final DeviceDescription description;
    private final int units;
    private final long device;
    private final List<ClHandle> parts;
    private final ClHandle context;
    private final DriverLock lock = new DriverLock();

    private OpenDriver(
            DeviceDescription description,
            int units,
            long device,
            List<ClHandle> parts,
            ClHandle context) {
        this.description = description;
        this.units = units;
        this.device = device;
        this.parts = parts;
        this.context = context;
    }

    public static OpenDriver open(DeviceDescription description, ProcessorMask mask)
            throws DeviceException {
        int[] processors = mask.processors();
        if (processors.length == 0 || processors[processors.length - 1] >= description.units()) {
            throw new DeviceException(
                    "%s has processors 0 to %s, not %s"
                            .formatted(description.id(), description.units() - 1, mask));
        }
        List<ClHandle> parts = List.of();
        long device = description.device();
        if (processors.length < description.units()) {
            parts = divide(description, mask, processors);
            device = parts.get(processors[0] > 0 ? 1 : 0).value();
        }
        try {
            return new OpenDriver(description, processors.length, device, parts, context(device));
        } catch (OpenClException refused) {
            parts.forEach(ClHandle::release);
            throw refused;
        }
    }

    private static List<ClHandle> divide(
            DeviceDescription description, ProcessorMask mask, int[] processors)
            throws DeviceException {
        int first = processors[0];
        int count = processors.length;
        int rest = description.units() - first - count;
        if (!description.divisible() || processors[count - 1] - first + 1 != count) {
            throw new DeviceException(
                    description.id()
                            + " cannot be opened on processors "
                            + mask
                            + (description.divisible()
                                    ? ": a part is a run of neighbours"
                                    : ": it is not divisible"));
        }
        try (Arena arena = Arena.ofConfined()) {
            List<Long> counts = new ArrayList<>(List.of(PARTITION_BY_COUNTS));
            List.of(first, count, rest)
                    .forEach(one -> counts.addAll(one > 0 ? List.of((long) one) : List.of()));
            int made = counts.size() - 1;
            counts.addAll(List.of(0L, 0L));
            MemorySegment properties =
                    arena.allocateFrom(
                            JAVA_LONG, counts.stream().mapToLong(Long::longValue).toArray());
            MemorySegment list = arena.allocate(JAVA_LONG, made);
            int status =
                    ClFunction.CREATE_SUB_DEVICES.status(
                            description.device(), properties.address(), made, list.address(), 0L);
            OpenClException.check(
                    status, description.id() + ": division into " + counts.subList(1, made + 1));
            List<ClHandle> parts = new ArrayList<>();
            for (int i = 0; i < made; i++) {
                parts.add(
                        new ClHandle(
                                list.getAtIndex(JAVA_LONG, i),
                                description.id() + " part " + i,
                                ClFunction.RELEASE_DEVICE));
            }
            return parts;
        }
    }

    private static ClHandle context(long device) throws OpenClException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment list = arena.allocateFrom(JAVA_LONG, device);
            long context =
                    ClFunction.CREATE_CONTEXT.create(
                            "clCreateContext", 0L, 1, list.address(), 0L, 0L);
            return new ClHandle(context, "context", ClFunction.RELEASE_CONTEXT);
        }
    }

    /**
     * {@return the lock held while a thread gives commands to a queue of this context: drivers
     * should accept them from several threads, but not all do so without deadlock}
     */
    public DriverLock lock() {
        return lock;
    }

    public DeviceDescription description() {
        return description;
    }

    /** {@return compute units of the device or part} */
    public int units() {
        return units;
    }

    /** {@return the driver's handle of the device or part} */
    public long device() {
        return device;
    }

    public long context() {
        return context.value();
    }

    /** Makes a queue, to be released by the caller. */
    public ClHandle queue(boolean outOfOrder, boolean profiling) throws OpenClException {
        long properties = (outOfOrder ? OUT_OF_ORDER : 0) | (profiling ? PROFILING : 0);
        long queue =
                ClFunction.CREATE_QUEUE.create(
                        "clCreateCommandQueue", context(), device, properties);
        return new ClHandle(queue, description.id() + " queue", ClFunction.RELEASE_QUEUE);
    }

    /** Makes a buffer, to be released by the caller. */
    public ClHandle buffer(long bytes, long flags) throws OpenClException {
        return buffer(bytes, flags, 0, () -> {});
    }

    private ClHandle buffer(long bytes, long flags, long memory, Runnable afterwards)
            throws OpenClException {
        long buffer =
                ClFunction.CREATE_BUFFER.create(
                        description.id() + ": allocation of " + bytes + " bytes",
                        context(),
                        READ_WRITE | flags,
                        bytes,
                        memory);
        return new ClHandle(
                buffer,
                description.id() + " buffer of " + bytes + " bytes",
                ClFunction.RELEASE_MEMORY,
                afterwards);
    }

    /**
     * A buffer that the host reaches as its own memory.
     *
     * @param memory the same bytes; not to be used after the buffer's release
     */
    public record Shared(ClHandle buffer, MemorySegment memory) {}

    /** Makes a shared buffer on a device that has such, to be released by the caller. */
    public Shared shared(long bytes) throws OpenClException {
        long memory =
                ClFunction.ALLOCATE_SHARED.handle(
                        context(), READ_WRITE | FINE_GRAINED, bytes, ALIGNMENT);
        if (memory == 0) {
            throw new OpenClException(
                    description.id() + ": allocation of " + bytes + " shared bytes",
                    ClStatus.MEM_OBJECT_ALLOCATION_FAILURE);
        }
        context.retain(); // the last user of the memory may come after close
        Runnable free =
                () -> {
                    ClFunction.FREE_SHARED.run(context(), memory);
                    context.release();
                };
        try {
            return new Shared(
                    buffer(bytes, USE_HOST_POINTER, memory, free),
                    MemorySegment.ofAddress(memory).reinterpret(bytes));
        } catch (OpenClException refused) {
            free.run();
            throw refused;
        }
    }

    /**
     * Makes a view of part of a buffer, which holds a use of that, to be released by the caller.
     */
    public ClHandle view(ClHandle buffer, long offset, long bytes) throws DeviceException {
        if (!buffer.retain()) {
            throw new DeviceException(buffer + " is released");
        }
        try {
            return new ClHandle(
                    viewOf(buffer, offset, bytes),
                    buffer + " from " + offset,
                    ClFunction.RELEASE_MEMORY,
                    buffer::release);
        } catch (OpenClException refused) {
            buffer.release();
            throw refused;
        }
    }

    private long viewOf(ClHandle buffer, long offset, long bytes) throws OpenClException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment region = arena.allocateFrom(JAVA_LONG, offset, bytes);
            return ClFunction.CREATE_SUB_BUFFER.create(
                    description.id() + ": view of " + bytes + " bytes from " + offset,
                    buffer.value(),
                    READ_WRITE,
                    0x1220,
                    region.address());
        }
    }

    /** Releases the context. What was made in it has been released before. */
    public void close() {
        context.release();
        parts.forEach(ClHandle::release);
    }
}
