package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Stream;
import org.anabranch.scheduler.domain.DeviceDomain;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.atomic.AtomicBoolean;

/** Memory of a device that is given back because others need room. */
@Timeout(120)
class EvictionTest {
    private static final int ROUNDS = Boolean.getBoolean("anabranch.nightly") ? 1_000_000 : 60_000;

    @Test
    void INV_8_what_is_only_on_a_device_stays_there_however_often_others_need_room()
            throws InterruptedException {
        try (House house = House.devices(1);
                Buffer counts = house.platform.buffer(JAVA_LONG, 4);
                Stream stream = house.device(0).stream()) {
            DeviceDomain device = house.engine.domains.devices().getFirst();
            AtomicBoolean over = new AtomicBoolean();
            Thread evicting =
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        while (!over.get()) {
                                            house.engine.memories.evict(device, null);
                                        }
                                    });
            for (int round = 1; round <= ROUNDS; round++) {
                stream.run(Kernels.ADD, counts.all().inOut(), Argument.of(1L)).await();
                if (round % 7 == 0) {
                    assertEquals(round, counts.read().getAtIndex(JAVA_LONG, 3));
                }
            }
            over.set(true);
            evicting.join();
            assertEquals(ROUNDS, counts.read().getAtIndex(JAVA_LONG, 0));
        }
    }
}
