package org.anabranch.scheduler.coherence;

import org.anabranch.api.MemoryExhaustedException;

import java.util.concurrent.atomic.AtomicLong;

/** Counts the host memory of all buffers against a limit: the virtual machine itself does not. */
public final class HostMemory {
    private volatile long limit;
    private final AtomicLong used = new AtomicLong();

    public HostMemory(long limit) {
        this.limit = limit;
    }

    void reserve(long bytes, String name) {
        long now = used.addAndGet(bytes);
        if (now > limit || now < 0) {
            used.addAndGet(-bytes);
            throw new MemoryExhaustedException(
                    String.format(
                            "%s needs %s bytes, and %s of the limit of %s are left: close buffers,"
                                    + " or raise memoryPercent of org.anabranch.scheduler",
                            name, bytes, Math.max(0, limit - used.get()), limit));
        }
    }

    void free(long bytes) {
        used.addAndGet(-bytes);
    }

    public long used() {
        return used.get();
    }

    /** From now on; what is in use stays, even if it is more. */
    public void limit(long bytes) {
        limit = bytes;
    }

    public long limit() {
        return limit;
    }
}
