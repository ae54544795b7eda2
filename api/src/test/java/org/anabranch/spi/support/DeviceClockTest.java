package org.anabranch.spi.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Random;

/** The bounds of a clock's difference hold what is true, and get narrow. */
class DeviceClockTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void issue_24_theErrorThatIsToldIsNotExceeded(long seed) {
        Random random = new Random(seed);
        DeviceClock clock = new DeviceClock();
        double rate = 1 + (random.nextDouble() - 0.5) * 150e-6;
        long start = random.nextLong(1L << 40);
        long now = 1_000_000;
        long widest = Long.MAX_VALUE;
        for (int i = 0; i < 2000; i++) {
            now += random.nextInt(2_000_000);
            long truth = now;
            long device = start + (long) (truth * rate);
            long before = truth - 100 - random.nextInt(20_000);
            long after = truth + 100 + random.nextInt(20_000);
            clock.observe(before - device, after - device, after);
            long wrong = Math.abs(clock.toHost(device) - truth);
            assertTrue(wrong <= clock.error(), () -> wrong + " ns, told " + clock.error());
            widest = Math.min(widest, clock.error());
            now = after;
        }
        assertTrue(widest < 2_000, widest + " ns at best");
    }

    @Test
    void issue_24_aClockThatJumpsIsFollowed() {
        DeviceClock clock = new DeviceClock();
        clock.observe(100, 110, 0);
        assertEquals(1105, clock.toHost(1000));
        clock.observe(5000, 5010, 1000);
        assertEquals(6005, clock.toHost(1000));
        assertEquals(5, clock.error());
    }
}
