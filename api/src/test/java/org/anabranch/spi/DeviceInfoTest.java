package org.anabranch.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.anabranch.api.KernelCode;
import org.anabranch.api.MemoryKind;
import org.junit.jupiter.api.Test;

import java.util.Map;
import java.util.Set;

class DeviceInfoTest {
    /** So one more component of it breaks no backend that was built before. */
    @Test
    void e10_whatAPlainDeviceHasBesidesIsSaidOneByOne() {
        assertEquals(
                new DeviceInfo(
                        "dsp:0",
                        2,
                        2,
                        Map.of(MemoryKind.NORMAL, 64L, MemoryKind.HIGH_BANDWIDTH, 8L),
                        Set.of(KernelCode.JAVA),
                        true,
                        true,
                        Map.of("vendor", "Acme", "type", "cpu")),
                DeviceInfo.plain("dsp:0", 2, 64, KernelCode.JAVA)
                        .withMemory(MemoryKind.HIGH_BANDWIDTH, 8)
                        .withParts()
                        .withOrder()
                        .withProperty("vendor", "Acme")
                        .withProperty("type", "cpu"));
    }
}
