package org.anabranch.conformance;

import org.anabranch.api.Region;
import org.anabranch.faulty.ForwardingDevice;
import org.anabranch.spi.Backend;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.Launch;
import org.anabranch.spi.NotStartedException;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Liars of chapter 2. */
final class OperationLiars {
    private OperationLiars() {}

    static List<Liar> all() {
        return Stream.of(UNTRUTHFUL, DISORDERLY, misreading()).flatMap(List::stream).toList();
    }

    /** They tell the wrong end, or at the wrong time. */
    private static final List<Liar> UNTRUTHFUL =
            List.of(
                    Liar.device(
                            "2.1",
                            "completes a failed operation twice",
                            "kernel 5 was completed 2 times",
                            failing(
                                    (above, cause) -> {
                                        above.failed(cause);
                                        above.failed(cause);
                                    })),
                    Liar.device("2.1", "forgets an operation", "never completed", Forgets::new),
                    Liar.device(
                            "2.2",
                            "completes a read before it reads",
                            "was not complete",
                            TellsBeforeReading::new),
                    Liar.on(
                            1,
                            "2.2",
                            "completes a kernel before it runs",
                            "read 1, within its completion: the target of a read was not complete,"
                                    + " from byte 0",
                            TellsBeforeRunning::new),
                    Liar.device(
                            "2.3",
                            "holds a lock while it completes",
                            "a submission and a release by another thread did not return: a lock is"
                                    + " held",
                            HoldsLock::new),
                    Liar.device(
                            "2.4",
                            "throws from run what a kernel throws",
                            "a failing kernel: run threw java.lang.IllegalStateException",
                            Throws::new),
                    Liar.device(
                            "2.5",
                            "reports a failed kernel as done",
                            "a failing kernel was reported as done",
                            failing((above, cause) -> above.done())),
                    Liar.device(
                            "2.5",
                            "drops the cause of a failure",
                            "a failing kernel failed for another reason:"
                                    + " org.anabranch.spi.DeviceException: status -5",
                            failing(
                                    (above, cause) ->
                                            above.failed(new DeviceException("status -5")))),
                    Liar.device(
                            "2.5",
                            "reports an error in a kernel without a cause",
                            "a failing kernel failed without a cause",
                            failing(
                                    (above, cause) ->
                                            above.failed(cause instanceof Error ? null : cause))),
                    Liar.device(
                            "2.5",
                            "fails all operations after a failed kernel",
                            "a write failed: org.anabranch.spi.DeviceException: the device is"
                                    + " broken",
                            NeverRecovers::new),
                    Liar.device(
                            "2.5",
                            "loses a kernel that throws an error",
                            "a failing kernel never completed",
                            failing(
                                    (above, cause) -> {
                                        if (cause instanceof Exception) {
                                            above.failed(cause);
                                        }
                                    })));

    /** They do it in the wrong order, or to the wrong bytes. */
    private static final List<Liar> DISORDERLY =
            List.of(
                    Liar.on(
                            3,
                            "2.6",
                            "spreads the operations of a lane over all lanes",
                            "read was not complete, from byte",
                            LanesInTurn::new),
                    Liar.on(
                            1,
                            "2.7",
                            "runs what it reports as not started",
                            "what an operation wrote that was not started was not complete, from"
                                    + " byte 0",
                            Starts::new),
                    Liar.on(
                            1,
                            "2.7",
                            "does not report a successor of a failure as not started",
                            "what came after a failing kernel failed with"
                                    + " org.anabranch.spi.DeviceException: status -14",
                            failing(
                                    (above, cause) ->
                                            above.failed(
                                                    cause instanceof NotStartedException
                                                            ? new DeviceException("status -14")
                                                            : cause))),
                    Liar.on(
                            3,
                            "2.7",
                            "ignores predecessors",
                            "what a read saw of those it came after was not complete, from byte",
                            IgnoresAfter::new),
                    Liar.on(
                            3,
                            "2.7",
                            "c5: starts a kernel although it knows that its predecessor failed",
                            "named a failing one while that was under way, none was kept"
                                    + " from starting",
                            below -> StartsAnyway.after(below, 0)),
                    Liar.on(
                            3,
                            "2.7",
                            "c5: starts the second successor of a failed kernel",
                            "a kernel that names the same predecessor was started, each of",
                            below -> StartsAnyway.after(below, 1)),
                    Liar.on(
                            3,
                            "2.7",
                            "starts a write although it knows that its predecessor failed",
                            "a write that names the same predecessor was started, each of",
                            StartsAnyway::writes),
                    Liar.on(
                            3,
                            "2.7",
                            "takes a predecessor that was not started for done",
                            "a kernel that names the one that was not started was started, each of",
                            StartsAnyway::heirs),
                    Liar.device(
                            "2.8",
                            "drops submissions that come at the same time",
                            "a kernel submitted by one of several threads never completed",
                            DropsConcurrent::new),
                    Liar.device(
                            "2.8",
                            "refuses submissions by a second thread",
                            "a submission threw: only",
                            RefusesConcurrent::new),
                    Liar.device(
                            "2.9",
                            "writes a byte too many",
                            ", the memory of the device was not complete, from byte",
                            WritesMore::new),
                    Liar.device(
                            "2.10",
                            "writes to the target again after the completion",
                            "a read wrote to its target after its completion",
                            WritesLate::new),
                    Liar.device(
                            "2.10",
                            "takes the source after the completion",
                            "a write did not take what its source was before its completion",
                            TakesLate::new));

    /** They read other bytes. */
    private static List<Liar> misreading() {
        return List.of(
                reads("ignores the row pitch in reads", all -> all, ChangesReads::withoutPitch),
                reads(
                        "ignores the slice pitch in reads",
                        all -> all,
                        ChangesReads::withoutSlicePitch),
                reads(
                        "leaves out the last row in reads",
                        ChangesReads::withoutLastRow,
                        ChangesReads::withoutLastRow));
    }

    private static Liar reads(String lie, UnaryOperator<Region> there, UnaryOperator<Region> here) {
        return Liar.device(
                "2.9",
                lie,
                ", the memory of the host was not complete, from byte",
                below -> new ChangesReads(below, there, here));
    }

    /** For rule 3.3: boxes of any width. */
    static Backend.Device aByteShort(Backend.Device below) {
        return new ChangesReads(
                below, ChangesReads::withoutLastByte, ChangesReads::withoutLastByte);
    }

    /** Changes how ends are told. */
    private abstract static class Ending implements Completion {
        final Completion above;

        Ending(Completion above) {
            this.above = above;
        }

        @Override
        public void done() {
            above.done();
        }

        @Override
        public void failed(Throwable cause) {
            above.failed(cause);
        }
    }

    /** A bug in how failures are reported. */
    private static UnaryOperator<Backend.Device> failing(BiConsumer<Completion, Throwable> report) {
        return below ->
                new ForwardingDevice(below) {
                    @Override
                    protected Completion ending(Completion completion) {
                        return new Ending(completion) {
                            @Override
                            public void failed(Throwable cause) {
                                report.accept(above, cause);
                            }
                        };
                    }
                };
    }

    private static final class Forgets extends ForwardingDevice {
        private final AtomicInteger count = new AtomicInteger();

        Forgets(Backend.Device below) {
            super(below);
        }

        @Override
        protected Completion ending(Completion completion) {
            return count.incrementAndGet() % 97 == 0 ? Liar.NOBODY : completion;
        }
    }

    private static final class TellsBeforeReading extends ForwardingDevice {
        TellsBeforeReading(Backend.Device below) {
            super(below);
        }

        @Override
        public void read(
                Order order, Slice from, MemorySegment target, Region to, Completion completion) {
            completion.done();
            super.read(order, from, target, to, Liar.NOBODY);
        }
    }

    private static final class TellsBeforeRunning extends ForwardingDevice {
        TellsBeforeRunning(Backend.Device below) {
            super(below);
        }

        @Override
        public void run(Order order, Launch launch, Completion completion) {
            completion.done();
            super.run(order, launch, Liar.NOBODY);
        }
    }

    private static final class HoldsLock extends ForwardingDevice {
        HoldsLock(Backend.Device below) {
            super(below);
        }

        @Override
        protected Completion ending(Completion completion) {
            return new Ending(completion) {
                @Override
                public void done() {
                    synchronized (HoldsLock.this) {
                        above.done();
                    }
                }
            };
        }

        @Override
        public synchronized void release(long handle) {
            super.release(handle);
        }
    }

    private static final class Throws extends ForwardingDevice {
        Throws(Backend.Device below) {
            super(below);
        }

        @Override
        public void run(Order order, Launch launch, Completion completion) {
            CountDownLatch ended = new CountDownLatch(1);
            Throwable[] failure = new Throwable[1];
            Completion kept =
                    new Ending(completion) {
                        @Override
                        public void failed(Throwable cause) {
                            failure[0] = cause;
                            ended.countDown();
                        }
                    };
            super.run(order, launch, kept);
            try {
                if (ended.await(300, TimeUnit.MILLISECONDS)) {
                    throw new IllegalStateException(failure[0]);
                }
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static final class NeverRecovers extends ForwardingDevice {
        private volatile boolean broken;

        NeverRecovers(Backend.Device below) {
            super(below);
        }

        @Override
        protected Completion ending(Completion completion) {
            return new Ending(completion) {
                @Override
                public void done() {
                    if (broken) {
                        above.failed(new DeviceException("the device is broken"));
                    } else {
                        above.done();
                    }
                }

                @Override
                public void failed(Throwable cause) {
                    broken = true;
                    above.failed(cause);
                }
            };
        }
    }

    private static final class LanesInTurn extends ForwardingDevice {
        private final AtomicInteger next = new AtomicInteger();

        LanesInTurn(Backend.Device below) {
            super(below);
        }

        @Override
        protected Order order(Order order) {
            return new Order(next.getAndIncrement() % 3, order.ticket(), order.after());
        }
    }

    /** Runs everything, whatever came before, and then says that it did not. */
    private static final class Starts extends ForwardingDevice {
        private volatile boolean failed;

        Starts(Backend.Device below) {
            super(below);
        }

        @Override
        public void run(Order order, Launch launch, Completion completion) {
            boolean heir = order.after().length > 0;
            Completion lying =
                    new Ending(completion) {
                        @Override
                        public void done() {
                            if (heir && failed) {
                                above.failed(new NotStartedException("not started", null));
                            } else {
                                above.done();
                            }
                        }

                        @Override
                        public void failed(Throwable cause) {
                            failed = true;
                            above.failed(cause);
                        }
                    };
            below.run(new Order(order.lane(), order.ticket(), Order.NOTHING), launch, lying);
        }
    }

    private static final class IgnoresAfter extends ForwardingDevice {
        IgnoresAfter(Backend.Device below) {
            super(below);
        }

        @Override
        protected Order order(Order order) {
            return new Order(order.lane(), order.ticket(), Order.NOTHING);
        }
    }

    private static final class DropsConcurrent extends ForwardingDevice {
        private final AtomicBoolean inside = new AtomicBoolean();

        DropsConcurrent(Backend.Device below) {
            super(below);
        }

        @Override
        public void run(Order order, Launch launch, Completion completion) {
            if (inside.compareAndSet(false, true)) {
                LockSupport.parkNanos(100_000);
                super.run(order, launch, completion);
                inside.set(false);
            }
        }
    }

    private static final class RefusesConcurrent extends ForwardingDevice {
        private volatile Thread owner;

        RefusesConcurrent(Backend.Device below) {
            super(below);
        }

        @Override
        public void run(Order order, Launch launch, Completion completion) {
            if (owner == null) {
                owner = Thread.currentThread();
            }
            if (!Thread.currentThread().equals(owner)) {
                throw new WrongThreadException("on purpose");
            }
            super.run(order, launch, completion);
        }
    }

    private static final class WritesMore extends ForwardingDevice {
        WritesMore(Backend.Device below) {
            super(below);
        }

        @Override
        public void write(
                Order order, MemorySegment source, Region from, Slice to, Completion completion) {
            boolean room =
                    from.end() < source.byteSize() && to.region().end() < 4096 && from.isInterval();
            Region more = room ? Region.of(from.offset(), from.width() + 1) : from;
            Region moreTo = room ? Region.of(to.region().offset(), from.width() + 1) : to.region();
            super.write(order, source, more, new Slice(to.memory(), moreTo), completion);
        }
    }

    private static final class WritesLate extends ForwardingDevice {
        WritesLate(Backend.Device below) {
            super(below);
        }

        @Override
        public void read(
                Order order, Slice from, MemorySegment target, Region to, Completion completion) {
            Completion late =
                    new Ending(completion) {
                        @Override
                        public void done() {
                            MemorySegment seen = Bench.host(to.end());
                            Region.copy(target, to, seen, to);
                            above.done();
                            Region.copy(seen, to, target, to);
                        }
                    };
            super.read(order, from, target, to, late);
        }
    }

    /** Takes some sources within the completion of an empty write, after the call from above. */
    private static final class TakesLate extends ForwardingDevice {
        private final AtomicInteger writes = new AtomicInteger();

        TakesLate(Backend.Device below) {
            super(below);
        }

        @Override
        public void write(
                Order order, MemorySegment source, Region from, Slice to, Completion completion) {
            if (writes.incrementAndGet() % 7 != 0) {
                super.write(order, source, from, to, completion);
                return;
            }
            MemorySegment taken = Bench.host(source.byteSize());
            Completion early =
                    new Ending(completion) {
                        @Override
                        public void done() {
                            above.done();
                            taken.copyFrom(source);
                        }
                    };
            Order first = new Order(order.lane(), -order.ticket(), order.after());
            Slice nothing = new Slice(to.memory(), Region.of(0, 0));
            super.write(first, source, Region.of(0, 0), nothing, early);
            Order second = new Order(order.lane(), order.ticket(), Order.NOTHING);
            super.write(second, taken, from, to, Liar.NOBODY);
        }
    }

    /** Reads other boxes than it was told to. */
    private static final class ChangesReads extends ForwardingDevice {
        private final UnaryOperator<Region> there;
        private final UnaryOperator<Region> here;

        ChangesReads(
                Backend.Device below, UnaryOperator<Region> there, UnaryOperator<Region> here) {
            super(below);
            this.there = there;
            this.here = here;
        }

        @Override
        public void read(
                Order order, Slice from, MemorySegment target, Region to, Completion completion) {
            Slice changed = new Slice(from.memory(), there.apply(from.region()));
            super.read(order, changed, target, here.apply(to), completion);
        }

        static Region withoutPitch(Region all) {
            long slice = Math.max(all.slicePitch(), 1);
            return new Region(
                    all.offset(), all.width(), all.height(), all.depth(), all.width(), slice);
        }

        static Region withoutSlicePitch(Region all) {
            long slice = Math.max(all.rowPitch(), all.width()) * all.height();
            return all.depth() == 1
                    ? all
                    : new Region(
                            all.offset(),
                            all.width(),
                            all.height(),
                            all.depth(),
                            all.rowPitch(),
                            slice);
        }

        static Region withoutLastRow(Region all) {
            long height = Math.max(1, all.height() - 1);
            return new Region(
                    all.offset(),
                    all.width(),
                    height,
                    all.depth(),
                    all.rowPitch(),
                    all.slicePitch());
        }

        static Region withoutLastByte(Region all) {
            long width = Math.max(1, all.width() - 1);
            return new Region(
                    all.offset(),
                    width,
                    all.height(),
                    all.depth(),
                    all.rowPitch(),
                    all.slicePitch());
        }
    }

    /** Starts some operations when their predecessors have ended, however these did. */
    private static final class StartsAnyway extends ForwardingDevice {
        private record Named(String call, boolean isHeir, CompletableFuture<Void> end) {}

        private final BiPredicate<String, Named> lies;
        private final Map<Long, Named> submitted = new ConcurrentHashMap<>();

        /** Creates a device that lies about some calls with some predecessors. */
        StartsAnyway(Backend.Device below, BiPredicate<String, Named> lies) {
            super(below);
            this.lies = lies;
        }

        /** Returns a device that is honest to as many of those that name an operation. */
        static StartsAnyway after(Backend.Device below, int honest) {
            Map<Named, Integer> counts = new ConcurrentHashMap<>();
            return new StartsAnyway(
                    below, (call, named) -> counts.merge(named, 1, Integer::sum) > honest);
        }

        static StartsAnyway heirs(Backend.Device below) {
            return new StartsAnyway(below, (call, named) -> named.isHeir);
        }

        static StartsAnyway writes(Backend.Device below) {
            return new StartsAnyway(
                    below, (call, named) -> call.equals("write") && named.call.equals("run"));
        }

        @Override
        public void write(
                Order order, MemorySegment source, Region from, Slice to, Completion completion) {
            submit(
                    "write",
                    order,
                    completion,
                    (now, told) -> below.write(now, source, from, to, told));
        }

        @Override
        public void read(
                Order order, Slice from, MemorySegment target, Region to, Completion completion) {
            submit(
                    "read",
                    order,
                    completion,
                    (now, told) -> below.read(now, from, target, to, told));
        }

        @Override
        public void run(Order order, Launch launch, Completion completion) {
            submit("run", order, completion, (now, told) -> below.run(now, launch, told));
        }

        private void submit(
                String call,
                Order order,
                Completion completion,
                BiConsumer<Order, Completion> operation) {
            CompletableFuture<Void> end = new CompletableFuture<>();
            submitted.put(order.ticket(), new Named(call, order.after().length > 0, end));
            Completion told =
                    new Completion() {
                        @Override
                        public void done() {
                            completion.done();
                            end.complete(null);
                        }

                        @Override
                        public void failed(Throwable cause) {
                            completion.failed(cause);
                            end.complete(null);
                        }
                    };
            List<Named> named = LongStream.of(order.after()).mapToObj(submitted::get).toList();
            if (named.stream().noneMatch(one -> lies.test(call, one))) {
                operation.accept(order, told);
                return;
            }
            CompletableFuture<?>[] before =
                    named.stream().map(Named::end).toArray(CompletableFuture[]::new);
            var unused =
                    CompletableFuture.allOf(before)
                            .thenRun(
                                    () ->
                                            operation.accept(
                                                    new Order(
                                                            order.lane(),
                                                            order.ticket(),
                                                            Order.NOTHING),
                                                    told));
        }
    }
}
