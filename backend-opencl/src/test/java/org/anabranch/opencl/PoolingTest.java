package org.anabranch.opencl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.MemoryKind;
import org.anabranch.api.ProcessorMask;
import org.anabranch.opencl.device.OpenClSettings;
import org.anabranch.opencl.device.OpenDriver;
import org.anabranch.opencl.memory.AllocationPool;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.support.MemoryBudget;
import org.junit.jupiter.api.Test;

import java.util.Map;

/** The pool of device memory: what it saves, and what it must not cost. */
final class PoolingTest {

    private static int driverAllocations(boolean pooling) throws DeviceException {
        OpenClBackend backend = Rig.backend(Map.of("pooling", pooling));
        DeviceInfo info = Rig.devices(backend).getFirst();
        OpenClSettings settings = OpenClSettings.of(Map.of("pooling", pooling));
        MemoryBudget budget = new MemoryBudget(info.id(), Map.of(MemoryKind.NORMAL, 1L << 30));
        OpenDriver driver = backend.driver(info, info.mask());
        AllocationPool memory = new AllocationPool(driver, budget, settings);
        for (int i = 0; i < 100; i++) {
            memory.release(memory.allocate(100_000 + i));
        }
        int allocations = memory.driverAllocations();
        memory.close();
        driver.close();
        assertEquals(1L << 30, budget.left(MemoryKind.NORMAL));
        return allocations;
    }

    @Test
    void aReleasedBlockServesTheNextAllocationOfItsSizeUnlessSwitchedOff() throws Exception {
        assertEquals(1, driverAllocations(true));
        assertEquals(100, driverAllocations(false));
    }

    @Test
    void whatIsKeptNeverStandsInTheWayOfAnAllocation() throws Exception {
        OpenClBackend backend = Rig.backend(Map.of());
        DeviceInfo info = Rig.devices(backend).getFirst();
        OpenDriver driver = backend.driver(info, ProcessorMask.range(0, info.processors()));
        MemoryBudget budget = new MemoryBudget(info.id(), Map.of(MemoryKind.NORMAL, 1L << 20));
        AllocationPool memory = new AllocationPool(driver, budget, OpenClSettings.of(Map.of()));
        for (int size = 4096; size < 1 << 20; size += 50_000) {
            memory.release(memory.allocate(size));
        }
        assertTrue(budget.left(MemoryKind.NORMAL) < 1 << 20);
        memory.release(memory.allocate(1 << 20));
        memory.close();
        driver.close();
        assertEquals(1L << 20, budget.left(MemoryKind.NORMAL));
    }
}
