package org.anabranch.acceptance.storm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.anabranch.acceptance.storm.StormGround.Kind;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelCode;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Parameter;
import org.anabranch.api.Region;
import org.anabranch.api.SourceCode;
import org.anabranch.opencl.OpenClBackend;
import org.anabranch.spi.Backend;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Native memory that an OpenCL device takes through Java must not depend on what it did before:
 * neither on the threads that used it nor on its largest command.
 */
class OpenClMemoryTest {
    private static final int LOOKS = 20;

    private Backend.Device device;

    @BeforeEach
    void open() throws DeviceException {
        assumeTrue(StormGround.has(Kind.OPENCL), "there is no OpenCL device");
        OpenClBackend backend =
                new OpenClBackend(Map.of("queues", "out-of-order", "direct.kib", 0));
        DeviceInfo info = backend.probe().getFirst();
        device = backend.open(info, info.mask());
    }

    @AfterEach
    void close() {
        if (device != null) {
            device.close();
        }
    }

    /** Bytes of memory segments and direct buffers. */
    private static long level() {
        System.gc();
        Threads.pause(20);
        return NativeMemory.byCategory().getOrDefault("Other", 0L);
    }

    /** Memory that awaits a collection may be there at some looks. */
    private static long least(long upTo) {
        long least = Long.MAX_VALUE;
        for (int look = 0; look < LOOKS && least > upTo; look++) {
            least = Math.min(least, level());
        }
        return least;
    }

    private static Kernel kernel(int number) {
        String text =
                "__kernel void memory(__global int *b, long from, long pitch, long rows,"
                        + " long columns) { b[get_global_id(0)] = "
                        + number
                        + "; }";
        return Kernel.of("memory" + number, Parameter.inOut("b"))
                .with(new SourceCode(KernelCode.OPENCL_C, text, "memory", ""));
    }

    @Test
    void issue44_threadsThatLoadKernelsKeepNoNativeMemory() throws Exception {
        device.release(device.load(kernel(0)));
        long before = least(0);
        List<Thread> threads = new ArrayList<>();
        CountDownLatch end = new CountDownLatch(1);
        for (int i = 0; i < 4; i++) {
            CompletableFuture<Void> loaded = new CompletableFuture<>();
            threads.add(Thread.ofPlatform().start(() -> load(loaded, end)));
            loaded.get(60, TimeUnit.SECONDS);
        }
        try {
            assertEquals(0, least(before) - before, "bytes kept by threads that loaded a kernel");
        } finally {
            end.countDown();
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    /** Loads a kernel on a thread that then stays alive, as a worker does. */
    private void load(CompletableFuture<Void> loaded, CountDownLatch end) {
        try {
            device.release(device.load(kernel(0)));
            loaded.complete(null);
            end.await();
        } catch (Exception failed) {
            loaded.completeExceptionally(failed);
        }
    }

    @Test
    void issue44_aCommandOfManyCallsKeepsNoNativeMemory() throws Exception {
        int rows = 20_000;
        long memory = device.allocate(24L * rows, MemoryKind.NORMAL);
        copyRows(memory, 2, 1);
        long before = least(0);
        copyRows(memory, rows, 2);
        long after = least(before);
        device.release(memory);
        assertTrue(after <= before, "bytes kept after a large command: " + (after - before));
    }

    /** Copies rows to rows of another pitch, so that the driver takes each of them alone. */
    private void copyRows(long memory, int rows, long ticket) throws Exception {
        Region from = new Region(0, 4, rows, 1, 8, 0);
        Region to = new Region(8L * rows, 4, rows, 1, 16, 0);
        CompletableFuture<Throwable> end = new CompletableFuture<>();
        device.copy(
                new Order(0, ticket, new long[0]),
                new Slice(memory, from),
                new Slice(memory, to),
                new Completion() {
                    @Override
                    public void done() {
                        end.complete(null);
                    }

                    @Override
                    public void failed(Throwable cause) {
                        end.complete(cause);
                    }
                });
        assertNull(end.get(60, TimeUnit.SECONDS));
    }
}
