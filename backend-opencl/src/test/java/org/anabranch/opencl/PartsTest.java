package org.anabranch.opencl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import org.anabranch.api.Kernel;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Region;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

/** Part of a device is a device with memory of its own, on the budget of the whole. */
final class PartsTest {
    private static final Kernel TRIPLE =
            Rig.kernel(
                    "triple",
                    "__kernel void triple(__global int *a) { a[get_global_id(0)] *= 3; }",
                    Parameter.inOut("a"));

    private static DeviceInfo divisible(OpenClBackend backend) {
        List<DeviceInfo> found =
                Rig.devices(backend).stream().filter(DeviceInfo::divisible).toList();
        assumeFalse(found.isEmpty(), "no device here can be divided");
        return found.getFirst();
    }

    @Test
    void bothHalvesAndTheWholeWorkAtTheSameTime() throws Exception {
        OpenClBackend backend = Rig.backend(Map.of());
        DeviceInfo info = divisible(backend);
        var halves = info.mask().split(2);
        try (Rig first = new Rig(backend.open(info, halves.getFirst()), info);
                Rig second = new Rig(backend.open(info, halves.getLast()), info);
                Rig whole = new Rig(backend.open(info, info.mask()), info)) {
            int value = 1;
            for (Rig rig : new Rig[] {first, second, whole}) {
                long memory = rig.upload(value, 2 * value);
                rig.run(
                                rig.device.load(TRIPLE),
                                TRIPLE,
                                Piece.of(0, 2, 1),
                                Rig.mapped(memory, Region.of(0, 8)))
                        .awaitSuccess();
                assertArrayEquals(new int[] {3 * value, 6 * value}, rig.download(memory, 2));
                value++;
            }
        }
    }

    @Test
    void partsShareTheBudgetOfTheDevice() throws Exception {
        OpenClBackend backend = Rig.backend(Map.of("memory.percent", 1, "pooling", false));
        DeviceInfo info = divisible(backend);
        long most = info.memory().get(MemoryKind.NORMAL) / 4 * 3;
        var halves = info.mask().split(2);
        try (Backend.Device first = backend.open(info, halves.getFirst());
                Backend.Device second = backend.open(info, halves.getLast())) {
            long memory = first.allocate(most, MemoryKind.NORMAL);
            assertThrows(DeviceException.class, () -> second.allocate(most, MemoryKind.NORMAL));
            first.release(memory);
            second.release(second.allocate(most, MemoryKind.NORMAL));
        }
    }

    @Test
    void rule14_anIndivisibleDeviceRefusesAPart() throws Exception {
        OpenClBackend backend = Rig.backend(Map.of());
        for (DeviceInfo info : Rig.devices(backend)) {
            if (!info.divisible() && info.processors() > 1) {
                assertThrows(
                        DeviceException.class, () -> backend.open(info, ProcessorMask.range(0, 1)));
            }
        }
    }
}
