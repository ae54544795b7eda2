package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Domain;
import org.anabranch.api.ProcessorMask;
import org.anabranch.faulty.ForwardingDevice;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A device that is being closed when its domain, gone already, releases the backend. */
class LateCloseTest {

    /** A reference device whose first attempt to close waits, and then finds no memory. */
    private static final class SlowToClose implements Backend {
        private final Backend below = House.reference(1);
        private final CountDownLatch goOn = new CountDownLatch(1);
        private final CountDownLatch closed = new CountDownLatch(1);
        private final AtomicInteger attempts = new AtomicInteger();

        @Override
        public List<DeviceInfo> probe() {
            return below.probe();
        }

        @Override
        public Device open(DeviceInfo info, ProcessorMask mask) throws DeviceException {
            return new ForwardingDevice(below.open(info, mask)) {
                @Override
                public void close() {
                    if (attempts.incrementAndGet() == 1) {
                        try {
                            goOn.await();
                        } catch (InterruptedException stopped) {
                            throw new AssertionError(stopped);
                        }
                        throw new OutOfMemoryError("planted");
                    }
                    super.close();
                    closed.countDown();
                }
            };
        }
    }

    @Test
    @DisplayName("issue 51: a device whose domain released the backend is closed all the same")
    void issue51_a_device_that_closes_late_is_closed() throws InterruptedException {
        SlowToClose backend = new SlowToClose();
        EngineSettings impatient = new EngineSettings(2, 1 << 26, 1_000_000, false, false);
        try (House house = House.of(impatient).plug(backend, 1)) {
            Domain domain = house.device(0);
            house.engine.remove(backend);
            assertEquals(Domain.State.GONE, domain.state());
            backend.goOn.countDown();
            assertTrue(backend.closed.await(60, TimeUnit.SECONDS), "it is closed in the end");
            assertEquals(2, backend.attempts.get());
        }
    }
}
