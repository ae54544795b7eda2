package org.anabranch.conformance;

import org.anabranch.api.MemoryKind;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;

import java.util.List;

/**
 * The checks of chapter 0: calls. All other checks make these calls, so that no other is done after
 * one of these has found a breach ({@link Examination}). Most of each is done by {@link Boundary}.
 */
final class BasicRules {
    private BasicRules() {}

    static void rule_0_1_probe_returns_descriptions(Subject subject) {
        List<DeviceInfo> first = subject.backend().probe();
        List<DeviceInfo> again = subject.backend().probe();
        Bench.require(
                first.isEmpty() == again.isEmpty(),
                "probe listed %s devices, then %s".formatted(first.size(), again.size()));
    }

    static void rule_0_2_open_returns_a_device(Subject subject) throws Exception {
        try (Unjudged _ = new Unjudged(subject)) {
            // opened is enough
        }
    }

    static void rule_0_3_memory_and_kernels_can_be_had_and_released(Subject subject)
            throws Exception {
        try (Unjudged opened = new Unjudged(subject)) {
            Bench bench = opened.bench;
            for (int round = 0; round < 2; round++) {
                long memory = bench.device.allocate(64, MemoryKind.NORMAL);
                long kernel = bench.device.load(subject.declaration().kernels().add());
                bench.device.release(kernel);
                bench.device.release(memory);
            }
        }
    }

    static void rule_0_4_a_write_a_kernel_and_a_read_complete(Subject subject) throws Exception {
        try (Unjudged opened = new Unjudged(subject)) {
            opened.bench.provesUsable("on a fresh device");
        }
    }

    static void rule_0_5_close_returns_and_throws_nothing(Subject subject) throws Exception {
        new Bench(subject).close();
        try (Bench bench = new Bench(subject)) {
            bench.provesUsable("before close");
        }
    }

    /** An open device whose close is not judged, but by rule 0.5. */
    private record Unjudged(Bench bench) implements AutoCloseable {
        Unjudged(Subject subject) throws DeviceException {
            this(new Bench(subject));
        }

        @Override
        public void close() {
            bench.device.dispose();
        }
    }
}
