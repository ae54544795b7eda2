package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.KernelCode;
import org.anabranch.api.MemoryKind;
import org.anabranch.faulty.FaultPlan;
import org.anabranch.faulty.FaultyBackend;
import org.anabranch.reference.ReferenceBackend;
import org.anabranch.spi.DeviceInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * HST-5: random programs agree with the sequential model, whatever the domains, policies, failures
 * and cancellations.
 */
@Timeout(3600)
class RandomProgramTest {
    private static final boolean NIGHTLY = Boolean.getBoolean("anabranch.nightly");
    private static final int ACTIONS = NIGHTLY ? 50_000 : 1_000;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 20);
    }

    private static DeviceInfo device(int number, boolean orders) {
        return new DeviceInfo(
                "reference:" + number,
                2,
                2,
                Map.of(MemoryKind.NORMAL, 1L << 28),
                Set.of(KernelCode.JAVA),
                true,
                orders,
                Map.of());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void HST_5_random_actions_agree_with_the_model(long seed) throws InterruptedException {
        try (Engine engine =
                Engine.start(EngineSettings.defaults().withWorkers(1 + (int) (seed % 3)))) {
            engine.add(new ReferenceBackend(List.of(device(0, false), device(1, true)), false));
            BundlePlatform platform = engine.platform("random");
            for (int i = 0; i < 500 && platform.domains().size() < 3; i++) {
                Thread.sleep(10);
            }
            assertTrue(platform.domains().size() == 3);
            new RandomProgram(platform, seed, false).run(ACTIONS);
        }
    }

    @ParameterizedTest
    @MethodSource("fewSeeds")
    void HST_5_R9_random_actions_on_devices_that_fail_delay_and_reorder(long seed) {
        FaultPlan plan =
                FaultPlan.parse("seed " + seed + "; fail 0.01; delay 0.02 1; reorder; elsewhere");
        List<DeviceInfo> devices = List.of(device(0, false), device(1, true));
        try (House house = House.of(House.SETTINGS.withWorkers(1 + (int) (seed % 3)))) {
            house.plug(new FaultyBackend(new ReferenceBackend(devices, false), plan), 2);
            new RandomProgram(house.platform, seed, true).run(ACTIONS / 2);
        }
    }

    static LongStream fewSeeds() {
        return LongStream.rangeClosed(101, NIGHTLY ? 120 : 104);
    }
}
