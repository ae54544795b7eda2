package org.anabranch.conformance;

import org.anabranch.api.Kernel;
import org.anabranch.api.KernelCode;
import org.anabranch.api.MappedOperand;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Region;
import org.anabranch.conformance.Liar.LyingBackend;
import org.anabranch.faulty.ForwardingDevice;
import org.anabranch.reference.ReferenceBackend;
import org.anabranch.spi.Backend;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.Launch;
import org.anabranch.spi.LaunchArgument;
import org.anabranch.spi.LaunchArgument.Memory;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Liars of chapter 3. */
final class MemoryLiars {
    private MemoryLiars() {}

    static List<Liar> all() {
        return Stream.of(MISERS, misplacers(), List.of(sharer())).flatMap(List::stream).toList();
    }

    /** They give, count or take back wrongly. */
    private static final List<Liar> MISERS =
            List.of(
                    Liar.device(
                            "3.1",
                            "numbers kernels and allocations apart",
                            "handle 1 was given twice, to what lives at a time",
                            CountsApart::new),
                    new Liar(
                            "3.2",
                            "promises more memory than it has",
                            "bytes were refused, fewer than the 4194304 that DeviceInfo.memory"
                                    + " promises",
                            new Boaster()),
                    Liar.device("3.2", "promises too much", "more than there are", Promises::new),
                    Liar.device(
                            "3.2",
                            "refuses all memory after one refusal",
                            "allocate threw org.anabranch.spi.DeviceException: gave up",
                            GivesUp::new),
                    Liar.device(
                            "3.2",
                            "forgets what is taken",
                            "more than there are",
                            ForgetsTaken::new),
                    Liar.device(
                            "3.3", "rounds offsets down", "gave other bytes", RoundsOffsets::new),
                    Liar.device(
                            "3.3",
                            "leaves out the last byte in reads",
                            "gave other bytes",
                            OperationLiars::aByteShort),
                    Liar.device(
                            "3.3",
                            "refuses boxes of several slices",
                            "failed: java.lang.UnsupportedOperationException: slices",
                            NoSlices::new),
                    Liar.device(
                            "3.4",
                            "loads anything",
                            "selftest_no_code[selftest-no-such-format] was loaded, as handle 77",
                            LoadsAnything::new),
                    Liar.device(
                            "3.5",
                            "keeps references to kernels",
                            "a released kernel is still referred to",
                            KeepsKernels::new));

    private static Liar sharer() {
        Backend divisible =
                new ReferenceBackend(List.of(HonestDevicesTest.info(2, true, true)), true);
        return new Liar(
                "3.7",
                "claims that parts share its memory",
                "failed",
                new Liar.LyingBackend(divisible, Shares::new));
    }

    /** They show a kernel other bytes than its operands. */
    private static List<Liar> misplacers() {
        UnaryOperator<Backend.Device> wholeBlock =
                below -> new ChangesWindow(below, MemoryLiars::wholeBlock);
        UnaryOperator<Backend.Device> cutOut =
                below -> new ChangesWindow(below, MemoryLiars::cutOut);
        UnaryOperator<Backend.Device> tight = below -> new ChangesWindow(below, MemoryLiars::tight);
        return List.of(
                Liar.device(
                        "3.6",
                        "passes a kernel the whole allocation",
                        "element 0 is 1 after 1 was added to the operand [24, 34) and 2 to the"
                                + " mapped [50, 60)",
                        wholeBlock),
                Liar.device(
                        "3.6",
                        "passes a kernel a mapped operand alone",
                        "selftest_add failed: java.lang.IndexOutOfBoundsException",
                        cutOut),
                Liar.device(
                        "3.6",
                        "passes tiles without their pitch",
                        "after a tile was copied, element 73 is 69, not -1",
                        tight));
    }

    private static final class CountsApart extends ForwardingDevice {
        private final AtomicLong kernels = new AtomicLong();

        CountsApart(Backend.Device below) {
            super(below);
        }

        @Override
        public long load(Kernel kernel) {
            return kernels.incrementAndGet();
        }
    }

    private static final class Promises extends ForwardingDevice {
        Promises(Backend.Device below) {
            super(below);
        }

        @Override
        public long allocate(long bytes, MemoryKind kind) throws DeviceException {
            return super.allocate(Math.min(bytes, 4096), kind);
        }
    }

    private static final class GivesUp extends ForwardingDevice {
        private boolean refused;

        GivesUp(Backend.Device below) {
            super(below);
        }

        @Override
        public long allocate(long bytes, MemoryKind kind) throws DeviceException {
            if (refused) {
                throw new DeviceException("gave up");
            }
            try {
                return super.allocate(bytes, kind);
            } catch (DeviceException none) {
                refused = true;
                throw none;
            }
        }
    }

    private static final class ForgetsTaken extends ForwardingDevice {
        private final List<Long> all = new ArrayList<>();

        ForgetsTaken(Backend.Device below) {
            super(below);
        }

        @Override
        public long allocate(long bytes, MemoryKind kind) throws DeviceException {
            if (bytes > 32 << 20) {
                throw new DeviceException("too much");
            }
            all.add(super.allocate(Math.min(bytes, 4096), kind));
            return all.getLast();
        }
    }

    private static final class RoundsOffsets extends ForwardingDevice {
        RoundsOffsets(Backend.Device below) {
            super(below);
        }

        @Override
        public void read(
                Order order, Slice from, MemorySegment target, Region to, Completion completion) {
            Region at = from.region();
            Region round =
                    new Region(
                            at.offset() & ~7,
                            at.width(),
                            at.height(),
                            at.depth(),
                            at.rowPitch(),
                            at.slicePitch());
            super.read(order, new Slice(from.memory(), round), target, to, completion);
        }
    }

    private static final class NoSlices extends ForwardingDevice {
        NoSlices(Backend.Device below) {
            super(below);
        }

        @Override
        public void read(
                Order order, Slice from, MemorySegment target, Region to, Completion completion) {
            if (from.region().depth() > 1) {
                completion.failed(new UnsupportedOperationException("slices"));
            } else {
                super.read(order, from, target, to, completion);
            }
        }
    }

    private static final class LoadsAnything extends ForwardingDevice {
        LoadsAnything(Backend.Device below) {
            super(below);
        }

        @Override
        public long load(Kernel kernel) throws DeviceException {
            return kernel.formats().isEmpty() ? super.load(kernel) : 77;
        }
    }

    private static final class KeepsKernels extends ForwardingDevice {
        private static final List<Kernel> KEPT = new ArrayList<>();

        KeepsKernels(Backend.Device below) {
            super(below);
        }

        @Override
        public long load(Kernel kernel) throws DeviceException {
            KEPT.add(kernel);
            return super.load(kernel);
        }
    }

    private static final class Shares extends ForwardingDevice {
        Shares(Backend.Device below) {
            super(below);
        }

        @Override
        public boolean sharesMemoryWithParts() {
            return true;
        }
    }

    private static final class ChangesWindow extends ForwardingDevice {
        private final UnaryOperator<Memory> change;

        ChangesWindow(Backend.Device below, UnaryOperator<Memory> change) {
            super(below);
            this.change = change;
        }

        @Override
        public void run(Order order, Launch launch, Completion completion) {
            List<LaunchArgument> arguments = new ArrayList<>();
            for (LaunchArgument argument : launch.arguments()) {
                arguments.add(argument instanceof Memory memory ? change.apply(memory) : argument);
            }
            Launch changed =
                    new Launch(launch.handle(), launch.kernel(), launch.piece(), arguments);
            super.run(order, changed, completion);
        }
    }

    private static Memory seen(Memory memory, Region window) {
        return new Memory(
                memory.slice(), window, memory.elementBytes(), memory.mode(), memory.source());
    }

    private static Memory wholeBlock(Memory memory) {
        return seen(memory, Region.of(0, memory.window().end()));
    }

    private static Memory cutOut(Memory memory) {
        return memory.source() instanceof MappedOperand
                ? seen(memory, memory.slice().region())
                : memory;
    }

    private static Memory tight(Memory memory) {
        Region window = memory.window();
        return seen(
                memory,
                new Region(window.offset(), window.width(), window.height(), 1, window.width(), 0));
    }

    /** Says that it has four times the memory. */
    private static final class Boaster extends LyingBackend {
        Boaster() {
            super(Liar.reference(1), below -> below);
        }

        @Override
        public List<DeviceInfo> probe() {
            return super.probe().stream()
                    .map(
                            info ->
                                    DeviceInfo.plain(
                                            info.id(),
                                            info.lanes(),
                                            4 * info.memory().get(MemoryKind.NORMAL),
                                            KernelCode.JAVA))
                    .toList();
        }

        @Override
        public Device open(DeviceInfo info, ProcessorMask mask) throws DeviceException {
            return super.open(super.probe().getFirst(), mask);
        }
    }
}
