package org.anabranch.spi.support;

import org.anabranch.spi.NamedDevices;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Counts the uses of {@link NamedDevices}: the first one has their backend registered, with the end
 * of the last one it goes. Whoever comes or goes meanwhile waits, since a device is drained before
 * it goes. For any thread.
 */
public final class DemandedDevices implements NamedDevices {
    private final String kind;
    private final Supplier<Runnable> register;

    // guarded by this
    private int uses;
    private boolean ended;
    private Runnable withdraw;

    /**
     * Nobody uses them yet.
     *
     * @param kind of the domains
     * @param register registers their backend; gives what withdraws it
     */
    public DemandedDevices(String kind, Supplier<Runnable> register) {
        this.kind = kind;
        this.register = register;
    }

    @Override
    public String kind() {
        return kind;
    }

    @Override
    public synchronized Use use() {
        if (!ended && uses == 0) {
            withdraw = register.get();
        }
        uses++;
        AtomicBoolean closed = new AtomicBoolean();
        return () -> {
            if (closed.compareAndSet(false, true)) {
                release();
            }
        };
    }

    private synchronized void release() {
        if (--uses == 0) {
            withdraw();
        }
    }

    /** Withdraws the backend, whatever uses there are, for good. */
    public synchronized void end() {
        ended = true;
        withdraw();
    }

    private void withdraw() {
        Runnable last = withdraw;
        withdraw = null;
        if (last != null) {
            last.run();
        }
    }
}
