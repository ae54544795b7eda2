package org.anabranch.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;

import org.anabranch.api.Kernel;
import org.anabranch.api.KernelCode;
import org.anabranch.api.MemoryKind;
import org.anabranch.conformance.Liar.LyingBackend;
import org.anabranch.faulty.FaultPlan;
import org.anabranch.faulty.FaultyBackend;
import org.anabranch.faulty.FaultyDevice;
import org.anabranch.faulty.ForwardingDevice;
import org.anabranch.reference.ReferenceBackend;
import org.anabranch.spi.Backend;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceInfo;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Devices that keep every rule must not be rejected. */
class HonestDevicesTest {
    private static final boolean NIGHTLY = Boolean.getBoolean("anabranch.nightly");

    static DeviceInfo info(int lanes, boolean divisible, boolean orders) {
        return new DeviceInfo(
                "reference:0",
                lanes,
                lanes,
                Map.of(MemoryKind.NORMAL, 32L << 20),
                Set.of(KernelCode.JAVA),
                divisible,
                orders,
                Map.of());
    }

    @TestFactory
    Stream<DynamicContainer> referenceDevicesKeepEveryRule() {
        return Stream.of(
                all("plain", new ReferenceBackend(List.of(info(2, false, false)), false)),
                all(
                        "one lane, with a steal port",
                        new ReferenceBackend(List.of(info(1, false, false)), true)),
                all("all options", new ReferenceBackend(List.of(info(3, true, true)), true)));
    }

    @TestFactory
    Stream<DynamicContainer> faultyDevicesWithoutFailuresKeepEveryRule() {
        FaultPlan late = FaultPlan.parse("seed 1; delay 0.05 1; reorder");
        return Stream.of(
                all("late and out of order", faulty(late)),
                all("inline", faulty(FaultPlan.parse("inline"))),
                all("elsewhere", faulty(FaultPlan.parse("elsewhere"))));
    }

    /** 20 milliseconds for each operation, as over a slow link; the other rules every night. */
    @TestFactory
    Stream<DynamicTest> c5_e5_aSlowDeviceIsNoDeviceThatHangs() {
        Backend slow = faulty(FaultPlan.parse("cost any 20000 0"));
        DeviceInfo info = slow.probe().getFirst();
        Subject subject = Subject.of(slow, info, new Vanishing(info.kind()));
        return Conformance.tests(subject)
                .filter(test -> NIGHTLY || test.getDisplayName().startsWith("rule_4_2"));
    }

    /**
     * Eight milliseconds for each operation, and closing takes its turn behind those submitted
     * before: with thousands of them under way it would seem to hang.
     */
    @Test
    void c5_e5_aSlowDeviceThatEndsWhatItHasBeforeItClosesIsNoDeviceThatHangs() {
        FaultPlan slow = FaultPlan.parse("cost any 8000 0");
        Backend orderly = new LyingBackend(faulty(slow), OrderlyDevice::new);
        DeviceInfo info = orderly.probe().getFirst();
        Subject subject =
                new Subject(orderly, info, new Vanishing(info.kind()), Duration.ofSeconds(5));
        assertEquals(Optional.empty(), Rule.numbered("4.2").check(subject));
    }

    /**
     * Counts the operations of all rules but 4.2, which measures and takes five times half a
     * second: a device that takes 20 milliseconds for each, one after another, is through in a
     * minute.
     */
    @Test
    void o4_theKitIsThroughASlowDeviceInAMinute() {
        Backend honest = new ReferenceBackend(List.of(info(1, false, true)), true);
        AtomicInteger operations = new AtomicInteger();
        Backend counting = new LyingBackend(honest, below -> new Counting(below, operations));
        DeviceInfo info = honest.probe().getFirst();
        Duration patience = Duration.ofMillis(20 * 2500);
        Subject subject = new Subject(counting, info, new Vanishing(info.kind()), patience);
        for (Rule rule : Rule.all()) {
            if (!rule.number().equals("4.2")) {
                Optional<String> _ = rule.check(subject);
            }
        }
        int most = (60 - 5) * 1000 / 20;
        assertTrue(operations.get() < most, () -> operations + " operations");
    }

    /** Counts what takes time. */
    private static final class Counting extends ForwardingDevice {
        private final AtomicInteger operations;

        Counting(Backend.Device below, AtomicInteger operations) {
            super(below);
            this.operations = operations;
        }

        @Override
        protected Completion ending(Completion completion) {
            operations.incrementAndGet();
            return completion;
        }
    }

    /** Closes when nothing is under way. */
    private static final class OrderlyDevice extends ForwardingDevice {
        private final AtomicInteger underWay = new AtomicInteger();

        OrderlyDevice(Backend.Device below) {
            super(below);
        }

        @Override
        protected Completion ending(Completion completion) {
            underWay.incrementAndGet();
            return new Completion() {
                @Override
                public void done() {
                    completion.done();
                    underWay.decrementAndGet();
                }

                @Override
                public void failed(Throwable cause) {
                    completion.failed(cause);
                    underWay.decrementAndGet();
                }
            };
        }

        @Override
        public void close() {
            while (underWay.get() > 0) {
                LockSupport.parkNanos(1_000_000);
            }
            super.close();
        }
    }

    @Test
    void c5_e4_inAPlainTestARuleThatDoesNotApplySaysWhy() {
        Backend plain = new ReferenceBackend(List.of(info(2, false, false)), false);
        Subject subject = Subject.plain(plain, plain.probe().getFirst());
        Map<String, String> skipped = new TreeMap<>();
        for (Rule rule : Rule.all()) {
            if (!rule.number().startsWith("4.4")) {
                rule.check(subject).ifPresent(reason -> skipped.put(rule.number(), reason));
            }
        }
        assertEquals("the device does not order operations", skipped.get("2.7"));
        assertEquals("there is no way to make the device vanish", skipped.get("4.3"));
        assertEquals("the device has no steal port", skipped.get("5.1"));
    }

    /** Its second operation is the endless kernel of rule 4.6, until it is opened again. */
    @Test
    void a9_aFaultyDeviceThatHangsCanBeAbandoned() {
        FaultyBackend faulty = faulty(FaultPlan.parse("hang at 2"));
        Backend once =
                new LyingBackend(
                        faulty,
                        device -> {
                            faulty.plan(FaultPlan.NONE);
                            return device;
                        });
        ConformanceDeclaration hanging =
                new ConformanceDeclaration() {
                    @Override
                    public String kind() {
                        return "faulty";
                    }

                    @Override
                    public Optional<Kernel> endless() {
                        return Optional.of(SelfTestKernels.inJava().add());
                    }
                };
        DeviceInfo info = once.probe().getFirst();
        Subject subject = new Subject(once, info, hanging, Duration.ofSeconds(20));
        assertEquals(Optional.empty(), Rule.numbered("4.6").check(subject));
    }

    private static FaultyBackend faulty(FaultPlan plan) {
        return new FaultyBackend(new ReferenceBackend(List.of(info(2, false, true)), true), plan);
    }

    private static DynamicContainer all(String name, Backend backend) {
        Subject subject = subject(backend);
        return dynamicContainer(name, Conformance.tests(subject));
    }

    static Subject subject(Backend backend) {
        DeviceInfo info = backend.probe().getFirst();
        return new Subject(backend, info, new Vanishing(info.kind()), Duration.ofSeconds(20));
    }

    /** Faulty devices can be made to vanish. */
    record Vanishing(String kind) implements ConformanceDeclaration {
        @Override
        public boolean vanish(Backend.Device device) {
            if (device instanceof FaultyDevice faulty) {
                faulty.lose();
                return true;
            }
            return false;
        }
    }

    @Test
    void everyNumberedRuleOfTheBoundaryHasACheckNamedAfterIt() throws Exception {
        String text =
                Files.readString(
                        Path.of("../../api/src/main/java/org/anabranch/spi/package-info.java"));
        Set<String> stated = new TreeSet<>();
        Matcher rule = Pattern.compile("<dt>(\\d\\.\\d+)").matcher(text);
        while (rule.find()) {
            stated.add(rule.group(1));
        }
        Set<String> checked =
                Rule.all().stream()
                        .map(Rule::number)
                        .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(stated, checked);
        assertEquals(stated.size(), Rule.all().size());
    }
}
