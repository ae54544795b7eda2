package org.anabranch.mic;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import org.anabranch.api.Kernel;
import org.anabranch.api.ProcessorMask;
import org.anabranch.conformance.Conformance;
import org.anabranch.conformance.ConformanceDeclaration;
import org.anabranch.conformance.Subject;
import org.anabranch.mic.card.CardDomain;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Every rule, on half of a card; nightly also on a card, which the tests in the framework do every
 * time, on the second of two cards and on a card in use.
 */
class ConformanceTest {
    private static final boolean NIGHTLY = Boolean.getBoolean("anabranch.nightly");

    /** The kit's kernels, as a plain program has them, and a way to make the card vanish. */
    private record Killing(String kind) implements ConformanceDeclaration {
        @Override
        public Optional<Kernel> endless() {
            return Optional.of(NativeKernelTest.ENDLESS);
        }

        @Override
        public boolean vanish(Backend.Device device) {
            ((CardDomain) device).card().kill();
            return true;
        }
    }

    /** A backend whose device is the upper half of another's, while the lower half is open, too. */
    private record UpperHalf(Backend whole) implements Backend {
        @Override
        public List<DeviceInfo> probe() {
            return whole.probe().stream().map(UpperHalf::half).toList();
        }

        private static DeviceInfo half(DeviceInfo info) {
            return new DeviceInfo(
                    info.id(),
                    info.processors() / 2,
                    info.lanes(),
                    info.memory(),
                    info.formats(),
                    false,
                    info.ordersOperations(),
                    Map.of());
        }

        @Override
        public Device open(DeviceInfo info, ProcessorMask mask) throws DeviceException {
            if (!mask.equals(info.mask())) {
                throw new DeviceException("the half cannot be opened for " + mask);
            }
            return whole.open(
                    whole.probe().getFirst(),
                    ProcessorMask.range(info.processors(), 2 * info.processors()));
        }
    }

    /** A backend whose device is opened while another domain of the same card stays open. */
    private record InUse(MicBackend card, List<Device> held) implements Backend {
        @Override
        public List<DeviceInfo> probe() {
            return card.probe();
        }

        @Override
        public synchronized Device open(DeviceInfo info, ProcessorMask mask)
                throws DeviceException {
            if (held.isEmpty() || ((CardDomain) held.getLast()).card().isLost()) {
                held.add(card.open(info, info.mask()));
            }
            return card.open(info, mask);
        }

        void close() {
            held.forEach(Device::close);
        }
    }

    @TestFactory
    Stream<DynamicNode> cardsKeepEveryRule() {
        DynamicNode always = rules("half a card", new UpperHalf(small(1)), 0);
        if (!NIGHTLY) {
            return Stream.of(always);
        }
        InUse inUse = new InUse(small(1), new ArrayList<>());
        return Stream.of(
                always,
                rules("a card", MicBackend.with(Map.of()), 0),
                rules("one of two small cards", small(2), 1),
                rules("a card in use", inUse, 0),
                dynamicTest("the domain that used it closes", inUse::close));
    }

    private static MicBackend small(int cards) {
        return MicBackend.with(
                Map.of(
                        "cards",
                        cards,
                        "cores",
                        3,
                        "lanes",
                        2,
                        "memory",
                        64L << 20,
                        "window",
                        4L << 20,
                        "pool",
                        false,
                        "affinity",
                        "compact",
                        "stealPort",
                        false));
    }

    private static DynamicContainer rules(String name, Backend backend, int card) {
        DeviceInfo info = backend.probe().get(card);
        Subject subject =
                new Subject(backend, info, new Killing(info.kind()), Duration.ofSeconds(20));
        return dynamicContainer(name, Conformance.tests(subject));
    }
}
