package org.anabranch.mic.bench;

import org.anabranch.api.Kernel;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Mode;
import org.anabranch.api.Piece;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Region;
import org.anabranch.mic.MicBackend;
import org.anabranch.spi.Backend;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.Launch;
import org.anabranch.spi.LaunchArgument;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A card, driven as the scheduler drives it. */
final class OpenCard implements AutoCloseable {
    private final Backend.Device device;
    private long tickets;

    /** Told of the end; gives its time. */
    static final class End extends CompletableFuture<Long> implements Completion {
        @Override
        public void done() {
            complete(System.nanoTime());
        }

        @Override
        public void failed(Throwable cause) {
            completeExceptionally(cause);
        }
    }

    /** Opens the first of its processors, or all for 0. */
    OpenCard(Map<String, ?> settings, int processors) throws DeviceException {
        MicBackend backend = MicBackend.with(settings);
        DeviceInfo info = backend.probe().getFirst();
        device =
                backend.open(
                        info, processors == 0 ? info.mask() : ProcessorMask.range(0, processors));
    }

    long allocate(long bytes) throws DeviceException {
        return device.allocate(bytes, MemoryKind.NORMAL);
    }

    void release(long handle) {
        device.release(handle);
    }

    long load(Kernel kernel) throws DeviceException {
        return device.load(kernel);
    }

    private Order order() {
        return new Order(0, ++tickets, Order.NOTHING);
    }

    long write(MemorySegment source, long handle) {
        return startWrite(source, handle).join();
    }

    long read(long handle, MemorySegment target) {
        return startRead(handle, target).join();
    }

    End startWrite(MemorySegment source, long handle) {
        End end = new End();
        Region all = Region.of(0, source.byteSize());
        device.write(order(), source, all, new Slice(handle, all), end);
        return end;
    }

    End startRead(long handle, MemorySegment target) {
        End end = new End();
        Region all = Region.of(0, target.byteSize());
        device.read(order(), new Slice(handle, all), target, all, end);
        return end;
    }

    /** Runs a kernel on the indices below a bound, with 8 bytes of memory. */
    End run(Kernel kernel, long loaded, long handle, long bound) {
        End end = new End();
        Region all = Region.of(0, 8);
        LaunchArgument memory =
                new LaunchArgument.Memory(new Slice(handle, all), all, 8, Mode.READ_WRITE, null);
        Launch launch = new Launch(loaded, kernel, Piece.of(0, bound, 1), List.of(memory));
        device.run(order(), launch, end);
        return end;
    }

    @Override
    public void close() {
        device.close();
    }
}
