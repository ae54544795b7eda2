package org.anabranch.spi.support;

import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.NamedDevices;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Counts the uses of {@link NamedDevices}: the first one has their backend registered, with the end
 * of the last one it goes. Whoever comes or goes meanwhile waits, since a device is drained before
 * it goes. The component that offers them extends it. For any thread.
 */
public class DemandedDevices implements NamedDevices {
    private final List<String> ids;
    private final Supplier<Runnable> register;

    // guarded by this
    private int uses;
    private boolean ended;
    private Runnable withdraw;

    /**
     * Not there yet, unless they are to be there anyway.
     *
     * @param devices of one kind, at least one
     * @param always whether they are in use from now on until the {@link #end}
     * @param register registers their backend; gives what withdraws it
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

    /** Withdraws the backend, whatever uses there are, for good. */
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
