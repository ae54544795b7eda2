package org.anabranch.faulty;

import org.anabranch.api.Kernel;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Region;
import org.anabranch.faulty.Fault.Operation;
import org.anabranch.spi.Backend;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceLostException;
import org.anabranch.spi.Launch;
import org.anabranch.spi.LaunchArgument;
import org.anabranch.spi.NotStartedException;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;
import org.anabranch.spi.StealPort;

import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/**
 * A wrapper of any device that injects faults by a plan. Apart from that it keeps the rules of the
 * SPI. An operation that fails by plan never reaches the device below. After a loss the device
 * below may still be busy with an operation that was reported lost, until {@link #close}.
 */
public final class FaultyDevice extends ForwardingDevice {
    private final String id;
    private final FaultPlan plan;
    private final Optional<DelayedCompletions> desk;
    private final boolean inline;
    private final Set<Entry> outstanding = ConcurrentHashMap.newKeySet();
    private final Set<Long> doomed = ConcurrentHashMap.newKeySet();
    private final Map<Long, Long> live = new ConcurrentHashMap<>();
    // all guarded by this
    private final Map<Operation, Long> counts = new EnumMap<>(Operation.class);
    private final Map<Operation, Long> engines = new EnumMap<>(Operation.class);
    private long allocations;
    private boolean closed;
    private Consumer<DeviceLostException> listener;
    private volatile DeviceLostException loss;

    /**
     * Wraps a device.
     *
     * @param id for messages
     * @param below the device, closed together with this one
     * @param plan the faults
     */
    public FaultyDevice(String id, Backend.Device below, FaultPlan plan) {
        super(below);
        this.id = id;
        this.plan = plan;
        this.inline = plan.has(Fault.Inline.class);
        this.desk =
                plan.needsDesk() ? Optional.of(new DelayedCompletions(id, plan)) : Optional.empty();
    }

    /**
     * Makes the device vanish: all outstanding and later operations fail with {@link
     * DeviceLostException}. Idempotent.
     */
    public void lose() {
        lose(id + " vanished, by plan or on command");
    }

    private void lose(String message) {
        Consumer<DeviceLostException> told;
        synchronized (this) {
            if (loss != null) {
                return;
            }
            loss = new DeviceLostException(message, null);
            told = closed ? null : listener;
        }
        outstanding.forEach(entry -> entry.tell(loss));
        outstanding.clear();
        desk.ifPresent(DelayedCompletions::changed);
        if (told != null) {
            told.accept(loss);
        }
    }

    @Override
    public boolean onLoss(Consumer<DeviceLostException> told) {
        synchronized (this) {
            listener = told;
            if (loss == null) {
                return true;
            }
        }
        told.accept(loss);
        return true;
    }

    /** Aborts an operation at the expense of the device. */
    @Override
    public boolean abandon(Completion completion) {
        for (Entry entry : outstanding) {
            if (entry.isFor(completion)) {
                kill(entry, "an operation was abandoned");
                return true;
            }
        }
        return false;
    }

    /** Fails the operation that caused the loss, then makes the device vanish. */
    private void kill(Entry entry, String why) {
        String message = id + " vanished: " + why;
        entry.tell(DeviceLostException.causedByOperation(message, null));
        lose(message);
    }

    /** {@return true if the device has vanished} */
    public boolean lost() {
        return loss != null;
    }

    synchronized boolean isClosed() {
        return closed;
    }

    /** Resumes the operations that hang now. */
    public void resume() {
        desk.ifPresent(DelayedCompletions::resume);
    }

    /**
     * Returns the number of operations so far.
     *
     * @param counted the kind
     * @return the number submitted or offered, whatever their outcome
     */
    public synchronized long count(Operation counted) {
        return counts.getOrDefault(counted, 0L);
    }

    @Override
    public long load(Kernel kernel) throws DeviceException {
        checkThere();
        return below.load(kernel);
    }

    @Override
    public long allocate(long bytes, MemoryKind kind) throws DeviceException {
        checkThere();
        synchronized (this) {
            allocations++;
            long used = live.values().stream().mapToLong(Long::longValue).sum();
            if (plan.refuses(allocations, used + bytes)) {
                throw new DeviceException(
                        "%s refuses allocation %s of %s bytes, by plan"
                                .formatted(id, allocations, bytes));
            }
            long handle = below.allocate(bytes, kind);
            live.put(handle, bytes);
            return handle;
        }
    }

    @Override
    public void release(long handle) {
        live.remove(handle);
        below.release(handle);
    }

    @Override
    public void write(
            Order order, MemorySegment source, Region from, Slice to, Completion completion) {
        submit(
                Operation.WRITE,
                from.bytes(),
                order,
                completion,
                entry -> below.write(order, source, from, to, entry));
    }

    @Override
    public void read(
            Order order, Slice from, MemorySegment target, Region to, Completion completion) {
        submit(
                Operation.READ,
                to.bytes(),
                order,
                completion,
                entry -> below.read(order, from, target, to, entry));
    }

    @Override
    public void run(Order order, Launch launch, Completion completion) {
        submit(
                Operation.RUN,
                written(launch),
                order,
                completion,
                entry -> below.run(order, launch, entry));
    }

    @Override
    public void copy(Order order, Slice from, Slice to, Completion completion) {
        submit(
                Operation.COPY,
                from.region().bytes(),
                order,
                completion,
                entry -> below.copy(order, from, to, entry));
    }

    @Override
    public Optional<StealPort> stealPort() {
        return below.stealPort().map(FaultyPort::new);
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        resume();
        below.close();
        desk.ifPresent(DelayedCompletions::close);
    }

    private void checkThere() throws DeviceLostException {
        if (loss != null) {
            throw loss;
        }
    }

    private void submit(
            Operation operation,
            long bytes,
            Order order,
            Completion completion,
            Consumer<Entry> submission) {
        Turn turn = turn(operation);
        long number = turn.number();
        CountDownLatch end = new CountDownLatch(1);
        Consumer<Entry> whenEnded = inline ? entry -> end.countDown() : this::ended;
        Entry entry =
                new Entry(
                        order,
                        plan.delayNanos(number),
                        endOfCost(operation, bytes),
                        plan.hangs(number),
                        completion,
                        whenEnded,
                        this::forget);
        DeviceException refusal = admit(entry);
        if (refusal != null) {
            completion.failed(refusal);
            return;
        }
        if (plan.crashes(operation, turn.ofKind())) {
            kill(entry, operation + " " + turn.ofKind() + " crashed it, by plan");
            return;
        }
        pass(entry, fault(operation, order, turn), submission);
        if (inline) {
            awaitUninterruptibly(end);
            entry.tell();
        }
    }

    /**
     * Passes the operation to the device below, or fails it; without memory for that, no completion
     * is called.
     */
    private void pass(Entry entry, DeviceException fault, Consumer<Entry> submission) {
        try {
            if (fault != null) {
                doomed.add(entry.order.ticket());
                entry.failed(fault);
            } else {
                submission.accept(entry);
            }
        } catch (OutOfMemoryError full) {
            boolean _ = entry.withdraw();
            desk.ifPresent(DelayedCompletions::changed);
            throw full;
        }
    }

    /**
     * Returns the time at which the engine of this kind of operation has completed its work so far.
     */
    private synchronized long endOfCost(Operation operation, long bytes) {
        long now = System.nanoTime();
        long cost = plan.costNanos(operation, bytes);
        if (cost == 0) {
            return now;
        }
        long free = engines.getOrDefault(operation, now);
        long end = (free - now > 0 ? free : now) + cost;
        engines.put(operation, end);
        return end;
    }

    private static long written(Launch launch) {
        long bytes = 0;
        for (LaunchArgument argument : launch.arguments()) {
            if (argument instanceof LaunchArgument.Memory memory && memory.mode().writes()) {
                bytes += memory.slice().region().bytes();
            }
        }
        return bytes;
    }

    private DeviceException fault(Operation operation, Order order, Turn turn) {
        String name = id + ", operation " + turn.number() + " (" + operation + ")";
        if (LongStream.of(order.after()).anyMatch(doomed::contains)) {
            return new NotStartedException(name + ": what it comes after fails by plan", null);
        }
        boolean fails = plan.fails(operation, turn.ofKind(), turn.number());
        return fails ? new InjectedFaultException(name + ": fails by plan") : null;
    }

    /** The number of an operation, among all and among those of its kind. */
    private record Turn(long number, long ofKind) {}

    private Turn turn(Operation operation) {
        Turn turn;
        synchronized (this) {
            long ofKind = counts.merge(operation, 1L, Long::sum);
            turn = new Turn(counts.merge(Operation.ANY, 1L, Long::sum), ofKind);
        }
        if (plan.loses(turn.number())) {
            lose();
        }
        return turn;
    }

    private synchronized DeviceException admit(Entry entry) {
        if (closed || loss != null) {
            return closed ? new DeviceException(id + " is closed") : loss;
        }
        outstanding.add(entry);
        if (entry.order != null && desk.isPresent()) {
            enter(entry, desk.get());
        }
        return null;
    }

    private void enter(Entry entry, DelayedCompletions present) {
        try {
            present.enter(entry);
        } catch (OutOfMemoryError full) {
            outstanding.remove(entry);
            throw full;
        }
    }

    private void ended(Entry entry) {
        if (desk.isPresent() && entry.order != null) {
            desk.get().ended(entry);
        } else {
            entry.tell();
        }
    }

    private void forget(Entry entry) {
        outstanding.remove(entry);
        if (entry.order != null) {
            doomed.remove(entry.order.ticket());
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        boolean interrupted = false;
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The port of the device below; the plan does not apply to tasks stolen from it. */
    private final class FaultyPort implements StealPort {
        private final StealPort port;

        FaultyPort(StealPort port) {
            this.port = port;
        }

        @Override
        public int hungry() {
            return lost() ? 0 : port.hungry();
        }

        @Override
        public boolean offer(Launch launch, Completion completion) {
            Turn turn = turn(Operation.RUN);
            long number = turn.number();
            Entry entry =
                    new Entry(
                            null,
                            0,
                            System.nanoTime(),
                            false,
                            completion,
                            FaultyDevice.this::ended,
                            FaultyDevice.this::forget);
            if (admit(entry) != null) {
                return false;
            }
            if (plan.fails(Operation.RUN, turn.ofKind(), number)) {
                entry.failed(
                        new InjectedFaultException(
                                id + ", operation " + number + " (offer): fails by plan"));
                return true;
            }
            return port.offer(launch, entry) || !entry.withdraw();
        }

        @Override
        public Stolen steal() {
            return lost() ? null : port.steal();
        }
    }
}
