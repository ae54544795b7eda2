package org.anabranch.opencl;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import org.anabranch.api.Buffer;
import org.anabranch.api.Kernel;
import org.anabranch.api.MappedOperand;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Mode;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Region;
import org.anabranch.api.SourceCode;
import org.anabranch.spi.Backend;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.Launch;
import org.anabranch.spi.LaunchArgument;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A device under test, with calls that wait. Skips the test where no OpenCL is, unless the
 * environment says that it must be.
 */
final class Rig implements AutoCloseable {
    static final Map<String, Object> SETTINGS =
            Map.of(
                    "cache",
                    Path.of("target", "opencl-cache").toAbsolutePath().toString(),
                    "queues",
                    "in-order");

    /** The setting of this name, for a run of all tests with it. */
    private static final int LAUNCHES = Integer.getInteger("anabranch.opencl.test.launches", 0);

    private static final boolean PARTS = Boolean.getBoolean("anabranch.opencl.test.parts");

    final Backend.Device device;
    final DeviceInfo info;
    final Arena arena = Arena.ofShared();
    private final AtomicLong tickets = new AtomicLong();

    Rig(Backend.Device device, DeviceInfo info) {
        this.device = device;
        this.info = info;
    }

    static Rig open(Map<String, Object> more) throws DeviceException {
        OpenClBackend backend = backend(more);
        DeviceInfo info = devices(backend).getFirst();
        ProcessorMask mask = info.mask().split(PARTS && info.divisible() ? 2 : 1).getLast();
        return new Rig(backend.open(info, mask), info);
    }

    /** All devices, or with the property {@code parts} both halves of each that can be divided. */
    static List<Rig> openAll(Map<String, Object> more) throws DeviceException {
        OpenClBackend backend = backend(more);
        List<Rig> rigs = new ArrayList<>();
        for (DeviceInfo info : devices(backend)) {
            int parts = PARTS && info.divisible() ? 2 : 1;
            for (ProcessorMask mask : info.mask().split(parts)) {
                rigs.add(new Rig(backend.open(info, mask), info));
            }
        }
        return rigs;
    }

    static OpenClBackend backend(Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(SETTINGS);
        settings.put("launches.per.event", LAUNCHES);
        settings.putAll(more);
        return new OpenClBackend(settings);
    }

    static List<DeviceInfo> devices(Backend backend) {
        List<DeviceInfo> found = backend.probe();
        if ("required".equals(System.getenv("ANABRANCH_OPENCL"))) {
            assertFalse(found.isEmpty(), "OpenCL is required here, but there is no device");
        }
        assumeFalse(
                found.isEmpty(),
                "no OpenCL device here: install one, such as PoCL, to run these tests");
        return found;
    }

    /** A completion to wait for. */
    static class Outcome implements Completion {
        final CompletableFuture<Throwable> end = new CompletableFuture<>();
        volatile boolean twice;

        @Override
        public void done() {
            twice |= !end.complete(null);
        }

        @Override
        public void failed(Throwable cause) {
            twice |= !end.complete(cause);
        }

        /** The failure, or null; null also stands for success. */
        Throwable await() {
            try {
                return end.get(60, TimeUnit.SECONDS);
            } catch (InterruptedException | ExecutionException | TimeoutException late) {
                throw new AssertionError("no completion", late);
            }
        }

        void awaitSuccess() {
            Throwable failure = await();
            if (failure != null) {
                throw new AssertionError(failure);
            }
        }
    }

    Order order(int lane, long... after) {
        return new Order(lane, tickets.incrementAndGet(), after);
    }

    long allocate(long bytes) throws DeviceException {
        return device.allocate(bytes, MemoryKind.NORMAL);
    }

    long upload(int... values) throws DeviceException {
        long memory = allocate(4L * values.length);
        write(
                        arena.allocateFrom(ValueLayout.JAVA_INT, values),
                        Region.of(0, 4L * values.length),
                        new Slice(memory, Region.of(0, 4L * values.length)))
                .awaitSuccess();
        return memory;
    }

    int[] download(long memory, int count) {
        MemorySegment target = arena.allocate(ValueLayout.JAVA_INT, count);
        read(new Slice(memory, Region.of(0, 4L * count)), target, Region.of(0, 4L * count))
                .awaitSuccess();
        return target.toArray(ValueLayout.JAVA_INT);
    }

    Outcome write(MemorySegment source, Region from, Slice to) {
        Outcome outcome = new Outcome();
        device.write(order(0), source, from, to, outcome);
        return outcome;
    }

    Outcome read(Slice from, MemorySegment target, Region to) {
        Outcome outcome = new Outcome();
        device.read(order(0), from, target, to, outcome);
        return outcome;
    }

    Outcome run(long handle, Kernel kernel, Piece piece, LaunchArgument... arguments) {
        return run(order(0), handle, kernel, piece, arguments);
    }

    Outcome run(Order order, long handle, Kernel kernel, Piece piece, LaunchArgument... arguments) {
        Outcome outcome = new Outcome();
        device.run(order, launch(handle, kernel, piece, arguments), outcome);
        return outcome;
    }

    static Launch launch(long handle, Kernel kernel, Piece piece, LaunchArgument... arguments) {
        return new Launch(handle, kernel, piece, List.of(arguments));
    }

    static Kernel kernel(String name, String text, Parameter... parameters) {
        return Kernel.of(name, parameters).with(new SourceCode("opencl-c", text, name, ""));
    }

    /** An operand of ints. */
    static LaunchArgument.Memory operand(long memory, Region region) {
        return new LaunchArgument.Memory(
                new Slice(memory, region), region, 4, Mode.READ_WRITE, null);
    }

    /** A mapped operand of ints in a buffer of which all may be touched. */
    static LaunchArgument.Memory mapped(long memory, Region buffer) {
        Buffer none =
                (Buffer)
                        Proxy.newProxyInstance(
                                Rig.class.getClassLoader(),
                                new Class<?>[] {Buffer.class},
                                (proxy, method, arguments) -> null);
        MappedOperand source = new MappedOperand(none, (piece, shape) -> buffer, Mode.READ_WRITE);
        return new LaunchArgument.Memory(
                new Slice(memory, buffer), buffer, 4, Mode.READ_WRITE, source);
    }

    static LaunchArgument.Value value(Number number) {
        return new LaunchArgument.Value(number);
    }

    @Override
    public void close() {
        device.close();
        arena.close();
    }
}
