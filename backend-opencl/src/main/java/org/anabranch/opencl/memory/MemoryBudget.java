package org.anabranch.opencl.memory;

import org.anabranch.spi.DeviceException;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The bytes of one device that its domains may allocate together. Drivers report exhaustion at the
 * first use of an allocation, which is too late, so we count. Of any thread.
 */
public final class MemoryBudget {
    private final String device;
    private final long limit;
    private final AtomicLong used = new AtomicLong();

    public MemoryBudget(String device, long limit) {
        this.device = device;
        this.limit = limit;
    }

    void take(long bytes) throws DeviceException {
        long now = used.get();
        while (bytes <= limit - now) {
            if (used.compareAndSet(now, now + bytes)) {
                return;
            }
            now = used.get();
        }
        throw new DeviceException(
                device
                        + ": memory exhausted: "
                        + bytes
                        + " bytes wanted, "
                        + (limit - now)
                        + " of "
                        + limit
                        + " left");
    }

    void giveBack(long bytes) {
        used.addAndGet(-bytes);
    }

    public long used() {
        return used.get();
    }
}
