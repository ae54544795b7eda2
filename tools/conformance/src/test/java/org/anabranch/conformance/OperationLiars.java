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
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Liars of chapter 2. */
final class OperationLiars {
    private OperationLiars() {}

    static List<Liar> all() {
        return Stream.of(untruthful(), disorderly(), misreading()).flatMap(List::stream).toList();
    }

    /** They tell the wrong end, or at the wrong time. */
    private static List<Liar> untruthful() {
        return List.of(
                Liar.device("2.1", "tells twice", "was completed 2 times", TellsTwice::new),
                Liar.device("2.1", "forgets an operation", "never completed", Forgets::new),
                Liar.device(
                        "2.2",
                        "tells before it reads",
                        "was not complete",
                        TellsBeforeReading::new),
                Liar.on(
                        1,
                        "2.2",
                        "tells before it runs",
                        "was not complete",
                        TellsBeforeRunning::new),
                Liar.device("2.3", "holds a lock while telling", "a lock is held", HoldsLock::new),
                Liar.device("2.4", "throws what a kernel throws", "made run throw", Throws::new),
                Liar.device(
                        "2.5", "calls a failure a success", "reported as done", AlwaysDone::new),
                Liar.device("2.5", "drops the cause", "for another reason", DropsCause::new),
                Liar.device("2.5", "does not recover", "device is broken", NeverRecovers::new),
                Liar.device(
                        "2.5",
                        "survives exceptions, not errors",
                        "never completed",
                        DiesOfErrors::new));
    }

    /** They do it in the wrong order, or to the wrong bytes. */
    private static List<Liar> disorderly() {
        return List.of(
                Liar.on(3, "2.6", "uses lanes in turn", "what round", LanesInTurn::new),
                Liar.on(1, "2.7", "starts what it calls not started", "not started", Starts::new),
                Liar.on(1, "2.7", "does not say not started", "failed with", Misnames::new),
                Liar.on(
                        3,
                        "2.7",
                        "ignores predecessors",
                        "of those it came after",
                        IgnoresAfter::new),
                Liar.on(
                        3,
                        "2.7",
                        "c5: starts what follows a failure that it has told",
                        "none was kept from starting",
                        below -> new StartsAfterFailure(below, 0)),
                Liar.on(
                        3,
                        "2.7",
                        "c5: starts the second of what follows a failure",
                        "was not started",
                        below -> new StartsAfterFailure(below, 1)),
                Liar.device(
                        "2.8",
                        "drops what comes at a time",
                        "never completed",
                        DropsConcurrent::new),
                Liar.device(
                        "2.8",
                        "refuses a second thread",
                        "a submission threw",
                        RefusesConcurrent::new),
                Liar.device("2.9", "writes a byte too many", "after a write of", WritesMore::new));
    }

    /** They read other bytes. */
    private static List<Liar> misreading() {
        return List.of(
                reads("forgets the host's pitch", all -> all, ChangesReads::withoutPitch),
                reads("forgets the slices' pitch", all -> all, ChangesReads::withoutSlicePitch),
                reads(
                        "leaves out the last row",
                        ChangesReads::withoutLastRow,
                        ChangesReads::withoutLastRow));
    }

    private static Liar reads(String lie, UnaryOperator<Region> there, UnaryOperator<Region> here) {
        return Liar.device(
                "2.9", lie, "after a read of", below -> new ChangesReads(below, there, here));
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

    private static final class TellsTwice extends ForwardingDevice {
        TellsTwice(Backend.Device below) {
            super(below);
        }

        @Override
        protected Completion ending(Completion completion) {
            return new Ending(completion) {
                @Override
                public void failed(Throwable cause) {
                    above.failed(cause);
                    above.failed(cause);
                }
            };
        }
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

    private static final class AlwaysDone extends ForwardingDevice {
        AlwaysDone(Backend.Device below) {
            super(below);
        }

        @Override
        protected Completion ending(Completion completion) {
            return new Ending(completion) {
                @Override
                public void failed(Throwable cause) {
                    above.done();
                }
            };
        }
    }

    private static final class DropsCause extends ForwardingDevice {
        DropsCause(Backend.Device below) {
            super(below);
        }

        @Override
        protected Completion ending(Completion completion) {
            return new Ending(completion) {
                @Override
                public void failed(Throwable cause) {
                    above.failed(new DeviceException("status -5"));
                }
            };
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

    private static final class DiesOfErrors extends ForwardingDevice {
        DiesOfErrors(Backend.Device below) {
            super(below);
        }

        @Override
        protected Completion ending(Completion completion) {
            return new Ending(completion) {
                @Override
                public void failed(Throwable cause) {
                    if (cause instanceof Exception) {
                        above.failed(cause);
                    }
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

    private static final class Misnames extends ForwardingDevice {
        Misnames(Backend.Device below) {
            super(below);
        }

        @Override
        protected Completion ending(Completion completion) {
            return new Ending(completion) {
                @Override
                public void failed(Throwable cause) {
                    boolean heir = cause instanceof NotStartedException;
                    above.failed(heir ? new DeviceException("status -14") : cause);
                }
            };
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

    /**
     * Waits itself until what is named has ended, and starts whatever names it for the second time,
     * or at all, however it ended.
     */
    private static final class StartsAfterFailure extends ForwardingDevice {
        private final int honest;
        private final Map<Long, CompletableFuture<Void>> ends = new ConcurrentHashMap<>();
        private final Map<Long, Integer> named = new ConcurrentHashMap<>();

        StartsAfterFailure(Backend.Device below, int honest) {
            super(below);
            this.honest = honest;
        }

        @Override
        public void write(
                Order order, MemorySegment source, Region from, Slice to, Completion completion) {
            submit(order, completion, (now, told) -> below.write(now, source, from, to, told));
        }

        @Override
        public void read(
                Order order, Slice from, MemorySegment target, Region to, Completion completion) {
            submit(order, completion, (now, told) -> below.read(now, from, target, to, told));
        }

        @Override
        public void run(Order order, Launch launch, Completion completion) {
            submit(order, completion, (now, told) -> below.run(now, launch, told));
        }

        private void submit(
                Order order, Completion completion, BiConsumer<Order, Completion> operation) {
            CompletableFuture<Void> end = new CompletableFuture<>();
            ends.put(order.ticket(), end);
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
            boolean lies =
                    LongStream.of(order.after())
                            .anyMatch(ticket -> named.merge(ticket, 1, Integer::sum) > honest);
            if (!lies) {
                operation.accept(order, told);
                return;
            }
            CompletableFuture<?>[] before =
                    LongStream.of(order.after())
                            .mapToObj(ends::get)
                            .toArray(CompletableFuture[]::new);
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
