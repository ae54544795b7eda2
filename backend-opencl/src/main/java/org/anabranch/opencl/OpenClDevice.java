package org.anabranch.opencl;

import org.anabranch.api.Kernel;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Region;
import org.anabranch.spi.Backend;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.Launch;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * An OpenCL device, or part of one, with a context, queues and a poller of its own. Of any thread.
 */
final class OpenClDevice implements Backend.Device {
    private static final Logger LOG = System.getLogger(OpenClDevice.class.getName());

    private final OpenDriver driver;
    private final Settings settings;
    private final CommandDispatcher dispatcher;
    private final CompletionPoller poller;
    private final KernelLoader loader;
    private final DeviceMemory memory;
    private final LaunchTranslation translation;
    private final Transfers transfers;
    private final AtomicLong nextHandle = new AtomicLong();
    private final Map<Long, DeviceMemory.Block> blocks = new ConcurrentHashMap<>();
    private final Map<Long, LoadedKernel> kernels = new ConcurrentHashMap<>();
    private final AtomicBoolean closing = new AtomicBoolean();
    private final CountDownLatch closed = new CountDownLatch(1);

    /** Takes ownership of the driver's context and of the dispatcher. */
    OpenClDevice(
            OpenDriver driver, CommandDispatcher dispatcher, DeviceMemory memory, Settings settings)
            throws OpenClException {
        this.driver = driver;
        this.settings = settings;
        this.dispatcher = dispatcher;
        this.memory = memory;
        this.loader = new KernelLoader(driver, settings);
        this.translation = new LaunchTranslation(driver, this::block);
        this.transfers = new Transfers(driver, this::block, settings);
        this.poller = new CompletionPoller(id(), dispatcher);
        poller.start();
    }

    private String id() {
        return driver.description().id();
    }

    @Override
    public long load(Kernel kernel) throws DeviceException {
        refuseIfEnded();
        LoadedKernel loaded = loader.load(kernel);
        long handle = nextHandle.incrementAndGet();
        kernels.put(handle, loaded);
        return handle;
    }

    @Override
    public long allocate(long bytes, MemoryKind kind) throws DeviceException {
        if (kind != MemoryKind.NORMAL) {
            throw new DeviceException(id() + " has no memory of kind " + kind);
        }
        refuseIfEnded();
        DeviceMemory.Block block = memory.allocate(bytes);
        long handle = nextHandle.incrementAndGet();
        blocks.put(handle, block);
        return handle;
    }

    private void refuseIfEnded() throws DeviceException {
        if (closing.get()) {
            throw new DeviceException(id() + " is closed");
        }
        if (dispatcher.end() != null) {
            throw new DeviceException(id() + " takes nothing more", dispatcher.end());
        }
    }

    @Override
    public void release(long handle) {
        DeviceMemory.Block block = blocks.remove(handle);
        LoadedKernel kernel = kernels.remove(handle);
        if (block != null) {
            memory.release(block);
        }
        if (kernel != null) {
            kernel.handle().release();
        }
    }

    private DeviceMemory.Block block(long handle) throws DeviceException {
        DeviceMemory.Block block = blocks.get(handle);
        if (block == null) {
            throw new DeviceException(id() + ": " + handle + " is no memory of this device");
        }
        return block;
    }

    @Override
    public void write(
            Order order, MemorySegment source, Region from, Slice to, Completion completion) {
        transfer(true, order, source, from, to, completion);
    }

    @Override
    public void read(
            Order order, Slice from, MemorySegment target, Region to, Completion completion) {
        transfer(false, order, target, to, from, completion);
    }

    private void transfer(
            boolean toDevice,
            Order order,
            MemorySegment host,
            Region off,
            Slice slice,
            Completion completion) {
        Command command =
                submit(
                        order,
                        completion,
                        () -> transfers.command(toDevice, order, host, off, slice, completion));
        if (command instanceof StagedTransferCommand staged && !staged.ready) {
            staged.fill();
            dispatcher.retry();
        }
    }

    @Override
    public void run(Order order, Launch launch, Completion completion) {
        submit(
                order,
                completion,
                () -> {
                    LoadedKernel kernel = kernels.get(launch.handle());
                    if (kernel == null) {
                        throw new DeviceException(
                                id() + ": kernel " + launch.kernel() + " is not loaded");
                    }
                    return translation.command(order, launch, kernel, completion);
                });
    }

    /** Makes a command. */
    private interface Making {
        Command make() throws DeviceException;
    }

    private Command submit(Order order, Completion completion, Making making) {
        Command command;
        try {
            command = making.make();
        } catch (DeviceException | RuntimeException refused) {
            command = new RefusedCommand(order, completion, refused);
        }
        if (dispatcher.submit(command, order.after())) {
            poller.wake();
            return command;
        }
        command.letGo();
        completion.failed(new DeviceException(id() + " is closed"));
        return null;
    }

    /** {@return the dispatcher, for tests that let the device fail} */
    CommandDispatcher dispatcher() {
        return dispatcher;
    }

    @Override
    public void close() {
        dispatcher.close();
        if (closing.compareAndSet(false, true)) {
            try {
                shutDown();
            } finally {
                closed.countDown();
            }
        } else if (poller.isCurrentThread()) {
            poller.drain(settings.deadline().toNanos(), 1);
        } else {
            awaitClosed();
        }
    }

    private void awaitClosed() {
        boolean interrupted = false;
        while (closed.getCount() > 0) {
            try {
                closed.await();
            } catch (InterruptedException stay) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void shutDown() {
        int owed = poller.isCurrentThread() ? 1 : 0;
        boolean drained = poller.drain(settings.deadline().toNanos(), owed);
        if (!drained) {
            dispatcher.abandon(
                    new DeviceException(
                            id()
                                    + ": closed, but the driver did not end the operation within "
                                    + settings.deadline()));
            poller.drain(settings.deadline().toNanos(), owed);
        }
        poller.stop();
        if (!drained) {
            LOG.log(
                    Level.WARNING,
                    id()
                            + ": the driver did not end all operations within "
                            + settings.deadline()
                            + "; its objects are left to it on purpose");
            return;
        }
        kernels.keySet().forEach(this::release);
        blocks.keySet().forEach(this::release);
        transfers.close();
        memory.close();
        dispatcher.release();
        driver.close();
    }
}
