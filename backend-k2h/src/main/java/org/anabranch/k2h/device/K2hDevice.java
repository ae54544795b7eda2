package org.anabranch.k2h.device;

import org.anabranch.api.Kernel;
import org.anabranch.api.KernelCode;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Region;
import org.anabranch.k2h.arm.ArmService.Outcome;
import org.anabranch.k2h.arm.ArmWorker;
import org.anabranch.k2h.board.Bank;
import org.anabranch.k2h.board.K2hException;
import org.anabranch.k2h.board.Side;
import org.anabranch.k2h.machine.FreePace;
import org.anabranch.k2h.machine.MemoryBlock;
import org.anabranch.k2h.program.Cpu;
import org.anabranch.k2h.program.Function;
import org.anabranch.k2h.program.Image;
import org.anabranch.k2h.run.RuntimeOptions;
import org.anabranch.k2h.runtime.HybridRuntime;
import org.anabranch.spi.Backend;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceLostException;
import org.anabranch.spi.JavaLaunch;
import org.anabranch.spi.Launch;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;
import org.anabranch.spi.StealPort;
import org.anabranch.spi.support.BackendLog;
import org.anabranch.spi.support.OrderedLanes;

import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A board as a device. One ARM core does copies and hands launches to SQ1; DSPs take them from
 * there, or from each other, and run them. An operation is started when the previous one on its
 * lane has ended; no thread waits for one.
 *
 * <p>Java kernels address memory as a whole, so their loads and stores bypass the model's line
 * caches. They run on memory itself, as if the cache operations before and after had been done, or
 * in checked mode on private copies.
 */
final class K2hDevice implements Backend.Device {
    private final String id;
    private final boolean checked;
    private final Consumer<K2hDevice> closer;
    private final FreePace pace = new FreePace(1, 0);
    private final HybridRuntime runtime;
    private final Function launchFunction;
    private final OrderedLanes lanes = new OrderedLanes();
    private final K2hStealPort port;
    private final Map<Long, Object> handles = new ConcurrentHashMap<>();
    private final Map<Long, K2hOperation> running = new ConcurrentHashMap<>();
    private final Queue<K2hOperation> inbox = new ConcurrentLinkedQueue<>();
    private final AtomicLong numbers = new AtomicLong();

    /**
     * The reason for the loss, if any; created in advance, since there may be no memory at that
     * time.
     */
    private volatile DeviceLostException lost;

    private volatile boolean stopping;

    /**
     * The number of operations accepted and not completed; the next field says if more are
     * accepted. Guarded by this.
     */
    private int outstanding;

    private boolean closed;
    private boolean finished;

    K2hDevice(String id, int dsps, boolean checked, Consumer<K2hDevice> closer) {
        this.id = id;
        this.checked = checked;
        this.closer = closer;
        this.port = new K2hStealPort(this, dsps);
        Image image = new Image();
        launchFunction = image.task("launch", null, (cpu, number) -> runOnDsp(number[0]));
        image.load(List.of("launch"));
        runtime = new HybridRuntime(RuntimeOptions.cores(1, dsps), pace, image);
        runtime.start((cpu, none) -> serve((ArmWorker) cpu));
    }

    private void serve(ArmWorker cpu) {
        cpu.startFinish();
        cpu.serve(() -> poll(cpu));
        cpu.endFinish();
    }

    private Outcome poll(Cpu cpu) {
        K2hOperation operation = inbox.poll();
        if (operation == null) {
            return stopping ? Outcome.END : Outcome.NOTHING;
        }
        if (operation.launch != null) {
            running.put(operation.number, operation);
            cpu.asyncDsp(launchFunction, operation.number);
        } else {
            perform(operation);
        }
        return Outcome.WORKED;
    }

    private void runOnDsp(long number) {
        K2hOperation operation = running.remove(number);
        if (operation.claim()) {
            perform(operation);
        }
    }

    private void perform(K2hOperation operation) {
        Throwable failure = null;
        try {
            if (lost == null) {
                operation.run();
            }
        } catch (Throwable thrown) {
            failure = thrown;
        }
        if (lost != null) {
            failure = lost;
        }
        tell(operation.completion, failure);
        ended();
        if (operation.order() != null) {
            lanes.end(operation, failure);
        }
    }

    /** Calls a completion; the board goes on even if that throws. */
    static void tell(Completion completion, Throwable failure) {
        try {
            if (failure == null) {
                completion.done();
            } else {
                completion.failed(failure);
            }
        } catch (Throwable broken) {
            BackendLog.say(
                    K2hDevice.class, Level.ERROR, "a completion threw, against rule 2.4", broken);
        }
    }

    synchronized void ended() {
        outstanding--;
        notifyAll();
    }

    void start(K2hOperation operation) {
        inbox.add(operation);
        pace.tell(Side.ARM);
    }

    /**
     * Returns true if an operation may begin; it is then counted, and {@link #ended} must follow.
     */
    synchronized boolean accept() {
        if (closed || lost != null) {
            return false;
        }
        outstanding++;
        return true;
    }

    private void submit(Order order, Launch launch, K2hOperation.Work work, Completion completion) {
        if (!accept()) {
            tell(completion, lost != null ? lost : new DeviceException(id + " is closed"));
            return;
        }
        long number = numbers.incrementAndGet();
        try {
            lanes.add(new K2hOperation(this, number, order, launch, work, completion));
        } catch (OutOfMemoryError full) {
            ended();
            throw full;
        }
    }

    /** Starts a task from the steal port, which is counted already. */
    K2hOperation startSpare(Launch launch, Completion completion) {
        K2hOperation operation =
                new K2hOperation(
                        this,
                        numbers.incrementAndGet(),
                        null,
                        launch,
                        () -> execute(launch),
                        completion);
        start(operation);
        return operation;
    }

    int freeDsps() {
        return runtime.board().free().free(Integer.MAX_VALUE);
    }

    @Override
    public long load(Kernel kernel) throws DeviceException {
        if (kernel.code(KernelCode.JAVA).isEmpty()) {
            throw new DeviceException(
                    id + " runs kernels in the format java; " + kernel + " has no such code");
        }
        return keep(kernel);
    }

    private long keep(Object object) {
        long handle = numbers.incrementAndGet();
        handles.put(handle, object);
        return handle;
    }

    @Override
    public long allocate(long bytes, MemoryKind kind) throws DeviceException {
        if (kind == MemoryKind.HIGH_BANDWIDTH) {
            throw new DeviceException(id + " has no memory of the kind " + kind);
        }
        synchronized (this) {
            if (closed || lost != null) {
                throw new DeviceException(id + (lost != null ? " vanished" : " is closed"));
            }
            try {
                return keep(
                        runtime.memory()
                                .allocate(
                                        kind == MemoryKind.ON_CHIP ? Bank.MSMC : Bank.DDR, bytes));
            } catch (K2hException.Exhausted full) {
                throw new DeviceException(id + ": " + full.getMessage(), full);
            }
        }
    }

    @Override
    public void release(long handle) {
        if (handles.remove(handle) instanceof MemoryBlock block) {
            synchronized (this) {
                if (!closed) {
                    runtime.memory().free(block);
                }
            }
        }
    }

    private MemorySegment memory(long handle) {
        return ((MemoryBlock) handles.get(handle)).backing();
    }

    @Override
    public void write(
            Order order, MemorySegment source, Region from, Slice to, Completion completion) {
        submit(
                order,
                null,
                () -> Region.copy(source, from, memory(to.memory()), to.region()),
                completion);
    }

    @Override
    public void read(
            Order order, Slice from, MemorySegment target, Region to, Completion completion) {
        submit(
                order,
                null,
                () -> Region.copy(memory(from.memory()), from.region(), target, to),
                completion);
    }

    @Override
    public void run(Order order, Launch launch, Completion completion) {
        submit(order, launch, () -> execute(launch), completion);
    }

    @Override
    public boolean copies() {
        return true;
    }

    @Override
    public void copy(Order order, Slice from, Slice to, Completion completion) {
        submit(
                order,
                null,
                () ->
                        Region.copy(
                                memory(from.memory()),
                                from.region(),
                                memory(to.memory()),
                                to.region()),
                completion);
    }

    private void execute(Launch launch) throws Exception {
        if (checked) {
            PrivateCopies.run(launch, this::memory);
        } else {
            JavaLaunch.run(launch, this::memory);
        }
    }

    @Override
    public Optional<StealPort> stealPort() {
        return Optional.of(port);
    }

    /** Makes the board vanish, like a cut cable; for tests (rule 4.3). */
    synchronized void vanish() {
        lost = new DeviceLostException(id + " vanished", null);
    }

    @Override
    public void close() {
        boolean first;
        synchronized (this) {
            first = !closed;
            closed = true;
            awaitUninterrupted(() -> outstanding > 0);
        }
        if (first) {
            stopping = true;
            pace.tell(Side.ARM);
            shutDown();
        }
        synchronized (this) {
            awaitUninterrupted(() -> !finished);
        }
    }

    private void shutDown() {
        try {
            runtime.join();
        } catch (K2hException broken) {
            BackendLog.say(K2hDevice.class, Level.ERROR, id + " did not end as it should", broken);
        } finally {
            closer.accept(this);
            synchronized (this) {
                finished = true;
                handles.clear();
                notifyAll();
            }
        }
    }

    private synchronized void awaitUninterrupted(BooleanSupplier condition) {
        boolean interrupted = false;
        while (condition.getAsBoolean()) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    HybridRuntime runtime() {
        return runtime;
    }

    @Override
    public String toString() {
        return id;
    }
}
