package org.anabranch.conformance;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Kernel;
import org.anabranch.api.MappedOperand;
import org.anabranch.api.Mapping;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Mode;
import org.anabranch.api.Operand;
import org.anabranch.api.Piece;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Region;
import org.anabranch.api.Shape;
import org.anabranch.conformance.GuardedBackend.GuardedDevice;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.Launch;
import org.anabranch.spi.LaunchArgument;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;

/** A test bench: an open device with helper methods that keep each check short. */
final class Bench implements AutoCloseable {
    final Subject subject;
    final GuardedDevice device;
    final int lanes;
    private final SelfTestKernels kernels;
    private final AtomicLong tickets = new AtomicLong();
    private long add;
    private long fail;
    private long copyTile;
    private volatile boolean owesCompletion;

    /**
     * An allocation on the device, as a buffer of 64-bit integers that begins at its first byte.
     */
    record Array(long handle, SelfTestBuffer buffer) {
        long bytes() {
            return buffer.shape().bytes();
        }

        Region whole() {
            return buffer.shape().whole();
        }
    }

    Bench(Subject subject) throws DeviceException {
        this(subject, subject.info().mask());
    }

    /** Opens part of the device. */
    Bench(Subject subject, ProcessorMask mask) throws DeviceException {
        this.subject = subject;
        this.kernels = subject.declaration().kernels();
        this.lanes = subject.info().lanes();
        this.device = (GuardedDevice) subject.backend().open(subject.info(), mask);
    }

    /** Closes the device. If a completion is missing, close may wait for it, and is not judged. */
    @Override
    public void close() {
        if (owesCompletion) {
            device.dispose();
        } else {
            device.close();
        }
    }

    CountedCompletion told(String what) {
        return told(what, () -> {});
    }

    /** Returns a completion that runs an action within its first call. */
    CountedCompletion told(String what, Runnable within) {
        return new CountedCompletion(subject.patience(), what, within, () -> owesCompletion = true);
    }

    Order order(int lane, long... after) {
        return new Order(lane, tickets.incrementAndGet(), after);
    }

    Array array(long elements) throws DeviceException {
        long handle = device.allocate(elements * 8, MemoryKind.NORMAL);
        return new Array(
                handle,
                new SelfTestBuffer("array " + handle, new Shape(JAVA_LONG, List.of(elements))));
    }

    /** Returns that many elements, or fewer, so that eight such arrays have room on the device. */
    int share(int most) {
        return Math.toIntExact(
                Math.clamp(subject.info().memory().get(MemoryKind.NORMAL) / 64, 1, most));
    }

    /**
     * Returns host memory that the garbage collector frees, so that a late access of the device
     * does no harm.
     */
    static MemorySegment host(long bytes) {
        return Arena.ofAuto().allocate(bytes, 128);
    }

    static MemorySegment host(long elements, long value) {
        MemorySegment memory = host(elements * 8);
        for (long i = 0; i < elements; i++) {
            memory.setAtIndex(JAVA_LONG, i, value);
        }
        return memory;
    }

    void write(Order order, MemorySegment source, Array target, CountedCompletion told) {
        Region all = target.whole();
        device.write(order, source, all, new Slice(target.handle(), all), told);
    }

    void read(Order order, Array source, MemorySegment target, CountedCompletion told) {
        Region all = source.whole();
        device.read(order, new Slice(source.handle(), all), target, all, told);
    }

    /** Writes a whole array, and waits. */
    void fill(Array target, MemorySegment source) throws InterruptedException {
        CountedCompletion told = told("a write");
        write(order(0), source, target, told);
        told.succeeds();
    }

    /** Reads a whole array, and waits. */
    MemorySegment content(Array source) throws InterruptedException {
        MemorySegment target = host(source.bytes());
        CountedCompletion told = told("a read");
        read(order(0), source, target, told);
        told.succeeds();
        return target;
    }

    long[] elements(Array source) throws InterruptedException {
        return content(source).toArray(JAVA_LONG);
    }

    /** Returns a launch that adds to the elements of a piece, as part of the whole buffer. */
    Launch addition(Array data, long from, long to, long amount) throws DeviceException {
        Piece piece = Piece.of(from, to, 1);
        MappedOperand operand = data.buffer.inOut(Mapping.each());
        Slice slice = new Slice(data.handle, operand.at(piece).range().region());
        return addition(
                piece,
                new LaunchArgument.Memory(slice, data.whole(), 8, Mode.READ_WRITE, operand),
                amount);
    }

    /**
     * Returns a launch that adds to all elements of a region, passed as memory that begins there.
     */
    Launch addition(Array data, Region region, long amount) throws DeviceException {
        Operand operand = data.buffer.range(region).inOut();
        Slice slice = new Slice(data.handle, region);
        Piece piece = Piece.of(0, region.bytes() / 8, 1);
        return addition(
                piece,
                new LaunchArgument.Memory(slice, region, 8, Mode.READ_WRITE, operand),
                amount);
    }

    /**
     * Returns a launch, on the first element, of a kernel with the parameters of the adding one.
     */
    Launch on(Kernel kernel, Array data) throws DeviceException {
        Launch like = addition(data, 0, 1, 1);
        return new Launch(device.load(kernel), kernel, like.piece(), like.arguments());
    }

    private Launch addition(Piece piece, LaunchArgument data, long amount) throws DeviceException {
        synchronized (this) {
            add = add == 0 ? device.load(kernels.add()) : add;
        }
        return new Launch(
                add, kernels.add(), piece, List.of(data, new LaunchArgument.Value(amount)));
    }

    /** Returns a launch that copies one box to another of the same extents. */
    Launch tileCopy(Array source, Region from, Array target, Region to) throws DeviceException {
        copyTile = copyTile == 0 ? device.load(kernels.copyTile()) : copyTile;
        Piece piece = new Piece(2, 0, from.height(), 1, 0, from.width() / 8, 1, 0, 1, 1);
        return new Launch(
                copyTile,
                kernels.copyTile(),
                piece,
                List.of(box(source, from, Mode.READ), box(target, to, Mode.WRITE)));
    }

    private static LaunchArgument box(Array array, Region region, Mode mode) {
        Operand operand = new Operand(array.buffer.range(region), mode);
        return new LaunchArgument.Memory(new Slice(array.handle, region), region, 8, mode, operand);
    }

    /** Returns a launch that throws an exception for 1, an error for 2. */
    Launch failure(int how) throws DeviceException {
        Kernel kernel =
                kernels.fail()
                        .orElseThrow(
                                () ->
                                        new RuleBrokenError(
                                                "there is no failing kernel, and no declaration"
                                                        + " that says why"));
        fail = fail == 0 ? device.load(kernel) : fail;
        return new Launch(
                fail, kernel, Piece.of(0, 1, 1), List.of(new LaunchArgument.Value((long) how)));
    }

    boolean canFail() {
        return kernels.fail().isPresent();
    }

    /**
     * Checks that the device is usable: adds 1 to all elements of a new array, and verifies them.
     */
    void provesUsable(String when) throws DeviceException, InterruptedException {
        Array array = array(100);
        for (int lane = 0; lane < lanes; lane++) {
            fill(array, host(100, lane));
            CountedCompletion told = told("a kernel " + when);
            device.run(order(lane), addition(array, 0, 100, 1), told);
            told.succeeds();
            long expected = lane + 1L;
            require(
                    LongStream.of(elements(array)).allMatch(value -> value == expected),
                    "wrong result " + when);
        }
        device.release(array.handle);
    }

    /** Measures the time of one small write, from its submission to its completion. */
    Duration operationTime() throws DeviceException, InterruptedException {
        Array array = array(10);
        MemorySegment memory = host(10, 1);
        fill(array, memory);
        int tries = 3;
        long begin = System.nanoTime();
        for (int i = 0; i < tries; i++) {
            fill(array, memory);
        }
        Duration each = Duration.ofNanos(Math.max(1, (System.nanoTime() - begin) / tries));
        device.release(array.handle);
        return each;
    }

    /** Makes calls in a situation that a failure names. */
    static void at(String situation, Runnable calls) {
        try {
            calls.run();
        } catch (RuleBrokenError broken) {
            throw new RuleBrokenError(situation + ": " + broken.getMessage(), broken);
        }
    }

    static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new RuleBrokenError(otherwise);
        }
    }
}
