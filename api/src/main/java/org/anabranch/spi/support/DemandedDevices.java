package org.anabranch.spi.support;

import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.NamedDevices;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * A reference count for {@link NamedDevices}: the first use registers their backend, the end of the
 * last one withdraws it. Calls that begin or end a use are serialised, since a device is drained
 * before it goes. To be extended by the component that offers the devices. Thread-safe.
 */
public class DemandedDevices implements NamedDevices {
    private final List<String> ids;
    private final Supplier<Runnable> register;

    // guarded by this
    private int uses;
    private boolean ended;
    private Runnable withdraw;

    /**
     * Creates devices that are not in use, unless {@code always} is true.
     *
     * @param devices of one kind, at least one
     * @param always true if they are in use from now until {@link #end}
     * @param register registers their backend, and returns the action that withdraws it
     */
    public DemandedDevices(List<DeviceInfo> devices, boolean always, Supplier<Runnable> register) {
        this.ids = devices.stream().map(DeviceInfo::id).toList();
        this.register = register;
        if (always) {
            uses = 1;
            withdraw = register.get();
        }
    }

    @Override
    public final String kind() {
        return ids.getFirst().replaceFirst(":.*", "");
    }

    @Override
    public final List<String> ids() {
        return ids;
    }

    @Override
    public final synchronized Use use() {
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

    /** Withdraws the backend for good, even if there are uses. */
    public final synchronized void end() {
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
