package org.anabranch.opencl;

import org.anabranch.api.Kernel;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Region;
import org.anabranch.opencl.command.CommandDispatcher;
import org.anabranch.opencl.command.CompletionPoller;
import org.anabranch.opencl.command.QueuedCommand;
import org.anabranch.opencl.command.RefusedCommand;
import org.anabranch.opencl.device.OpenClSettings;
import org.anabranch.opencl.device.OpenDriver;
import org.anabranch.opencl.driver.ClHandle;
import org.anabranch.opencl.driver.OpenClException;
import org.anabranch.opencl.kernel.KernelLoader;
import org.anabranch.opencl.kernel.LaunchTranslation;
import org.anabranch.opencl.kernel.LoadedKernel;
import org.anabranch.opencl.memory.AllocationPool;
import org.anabranch.opencl.memory.HandleTable;
import org.anabranch.opencl.transfer.DeviceCopies;
import org.anabranch.opencl.transfer.StagedTransferCommand;
import org.anabranch.opencl.transfer.Transfers;
import org.anabranch.spi.Backend;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.Launch;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;
import org.anabranch.spi.support.BackendLog;

import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An OpenCL device, or part of one, with a context, queues and a poller of its own. Of any thread.
 */
final class OpenClDevice implements Backend.Device {
    private final OpenDriver driver;
    private final OpenClSettings settings;
    private final CommandDispatcher dispatcher;
    private final CompletionPoller poller;
    private final KernelLoader loader;
    private final AllocationPool memory;
    private final LaunchTranslation translation;
    private final Transfers transfers;
    private final DeviceCopies copies;
    private final HandleTable<Object> handles = new HandleTable<>();
    private final AtomicBoolean closing = new AtomicBoolean();
    private final CountDownLatch closed = new CountDownLatch(1);

    /** Takes ownership of the driver's context and of the dispatcher. */
    OpenClDevice(
            OpenDriver driver,
            CommandDispatcher dispatcher,
            AllocationPool memory,
            OpenClSettings settings)
            throws OpenClException {
        this.driver = driver;
        this.settings = settings;
        this.dispatcher = dispatcher;
        this.memory = memory;
        this.loader = new KernelLoader(driver, settings);
        Allocations blocks = new Allocations();
        this.translation = new LaunchTranslation(driver, blocks);
        this.poller = new CompletionPoller(id(), dispatcher);
        this.copies = new DeviceCopies(driver, blocks, dispatcher, settings);
        this.transfers = new Transfers(driver, blocks, dispatcher, poller, settings);
        poller.start();
    }

    private String id() {
        return driver.description().id();
    }

    @Override
    public long load(Kernel kernel) throws DeviceException {
        refuseIfEnded();
        return handles.add(loader.load(kernel));
    }

    @Override
    public long allocate(long bytes, MemoryKind kind) throws DeviceException {
        if (kind != MemoryKind.NORMAL) {
            throw new DeviceException(id() + " has no memory of kind " + kind);
        }
        refuseIfEnded();
        return handles.add(memory.allocate(bytes));
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
        Object released = handles.remove(handle);
        if (released instanceof AllocationPool.Block block) {
            memory.release(block);
        } else if (released instanceof LoadedKernel kernel) {
            kernel.release();
        }
    }

    /** The allocations among the handles. */
    private final class Allocations implements AllocationPool.Blocks {
        @Override
        public AllocationPool.Block find(long handle) {
            return handles.get(handle) instanceof AllocationPool.Block block ? block : null;
        }

        @Override
        public AllocationPool.Block block(long handle) throws DeviceException {
            AllocationPool.Block block = find(handle);
            if (block == null) {
                throw new DeviceException(id() + ": " + handle + " is no memory of this device");
            }
            return block;
        }
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
        if (transfers.copyNow(toDevice, order, host, off, slice, completion)) {
            return;
        }
        QueuedCommand command;
        try {
            command = transfers.command(toDevice, order, host, off, slice, completion);
        } catch (DeviceException | RuntimeException refused) {
            command = new RefusedCommand(order, completion, refused);
        }
        if (submit(command, order)
                && command instanceof StagedTransferCommand staged
                && !staged.ready) {
            staged.fill(dispatcher);
            dispatcher.retry();
        }
    }

    @Override
    public void run(Order order, Launch launch, Completion completion) {
        QueuedCommand command;
        try {
            if (!(handles.get(launch.handle()) instanceof LoadedKernel kernel)) {
                throw new DeviceException(id() + ": kernel " + launch.kernel() + " is not loaded");
            }
            command = translation.command(order, launch, kernel, completion);
        } catch (DeviceException | RuntimeException refused) {
            command = new RefusedCommand(order, completion, refused);
        }
        submit(command, order);
    }

    @Override
    public boolean copies() {
        return true;
    }

    @Override
    public void copy(Order order, Slice from, Slice to, Completion completion) {
        if (copies.copyNow(order, from, to, completion)) {
            return;
        }
        QueuedCommand command;
        try {
            command = copies.command(order, from, to, completion);
        } catch (DeviceException | RuntimeException refused) {
            command = new RefusedCommand(order, completion, refused);
        }
        submit(command, order);
    }

    /** Submits a command; if the device is closed, fails its completion. */
    private boolean submit(QueuedCommand command, Order order) {
        try {
            if (dispatcher.submit(command, order.after())) {
                poller.wake();
                return true;
            }
        } catch (OutOfMemoryError full) {
            command.letGo();
            throw full;
        }
        command.letGo();
        command.completion.failed(new DeviceException(id() + " is closed"));
        return false;
    }

    /** {@return the dispatcher, for tests that let the device fail} */
    CommandDispatcher dispatcher() {
        return dispatcher;
    }

    /** {@return true if a command uses the object of a handle; for tests of its release} */
    boolean isInUse(long handle) {
        Object known = handles.get(handle);
        ClHandle used =
                known instanceof AllocationPool.Block block
                        ? block.handle()
                        : known instanceof LoadedKernel kernel ? kernel.handle() : null;
        return used != null && !used.isUsedOnce();
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
            poller.drain(settings.deadline().toNanos());
        } else if (!dispatcher.isDirect()) {
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
        boolean drained = poller.drain(settings.deadline().toNanos());
        if (!drained) {
            dispatcher.abandon(
                    new DeviceException(
                            id()
                                    + ": closed, but the driver did not end the operation within "
                                    + settings.deadline()));
            poller.drain(settings.deadline().toNanos());
        }
        poller.stop();
        if (!drained) {
            BackendLog.say(
                    OpenClDevice.class,
                    Level.WARNING,
                    id()
                            + ": the driver did not end all operations within "
                            + settings.deadline()
                            + "; its objects are left to it on purpose",
                    null);
            return;
        }
        handles.handles().forEach(this::release);
        transfers.close();
        memory.close();
        dispatcher.release();
        driver.close();
    }
}
