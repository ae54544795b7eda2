package org.anabranch.benchmarks.io;

import org.anabranch.api.MemoryKind;
import org.anabranch.api.Region;
import org.anabranch.spi.Backend;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CountDownLatch;

/** A device opened a second time, without the scheduler, as the reference. */
final class BareDevice implements AutoCloseable {
    private static final int ALIGNMENT = 128;

    private final Backend.Device device;
    private final int lanes;
    private long ticket;

    private BareDevice(Backend.Device device, int lanes) {
        this.device = device;
        this.lanes = lanes;
    }

    static BareDevice open(BundleContext context, String id)
            throws InvalidSyntaxException, DeviceException {
        // all: one that also offers a class of its own bundle is not for this one otherwise
        for (ServiceReference<?> reference :
                context.getAllServiceReferences(Backend.class.getName(), null)) {
            Backend backend = (Backend) context.getService(reference);
            for (DeviceInfo info : backend.probe()) {
                if (info.id().equals(id)) {
                    return new BareDevice(backend.open(info, info.mask()), info.lanes());
                }
            }
        }
        throw new DeviceException("no backend has " + id);
    }

    Copies copies(int bytes, int count) throws DeviceException {
        return new Copies(bytes, count);
    }

    /** Memory on both sides, for copies. */
    final class Copies implements AutoCloseable {
        private final Arena arena = Arena.ofShared();
        private final Region region;
        private final MemorySegment[] host;
        private final long[] memory;

        private Copies(int bytes, int count) throws DeviceException {
            region = Region.of(0, bytes);
            host = new MemorySegment[count];
            memory = new long[count];
            for (int i = 0; i < count; i++) {
                host[i] = arena.allocate(bytes, ALIGNMENT);
                memory[i] = device.allocate(bytes, MemoryKind.NORMAL);
            }
        }

        /**
         * Returns the microseconds of one copy of each, from the first submission to the last end.
         */
        double time(boolean in) throws InterruptedException {
            CountDownLatch ends = new CountDownLatch(memory.length);
            long start = System.nanoTime();
            for (int i = 0; i < memory.length; i++) {
                Order order = new Order(i % lanes, ++ticket, Order.NOTHING);
                Slice slice = new Slice(memory[i], region);
                if (in) {
                    device.write(order, host[i], region, slice, new Counting(ends));
                } else {
                    device.read(order, slice, host[i], region, new Counting(ends));
                }
            }
            ends.await();
            return (System.nanoTime() - start) / 1e3;
        }

        @Override
        public void close() {
            for (long handle : memory) {
                device.release(handle);
            }
            arena.close();
        }
    }

    /**
     * A completion that counts down a latch; a failure ends the program, since there is nothing to
     * measure.
     */
    private record Counting(CountDownLatch ends) implements Completion {
        @Override
        public void done() {
            ends.countDown();
        }

        @Override
        public void failed(Throwable cause) {
            cause.printStackTrace();
            System.exit(1);
        }
    }

    @Override
    public void close() {
        device.close();
    }
}
