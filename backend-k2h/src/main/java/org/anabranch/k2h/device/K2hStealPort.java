package org.anabranch.k2h.device;

import org.anabranch.spi.Completion;
import org.anabranch.spi.Launch;
import org.anabranch.spi.StealPort;

import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * The steal port. The DSPs' free flags show how many tasks the board can take, an offer travels
 * through SQ1, and tasks that no DSP has begun can be stolen back, the newest first. The descriptor
 * of a task that was stolen back still arrives, and has no effect. Thread-safe.
 */
final class K2hStealPort implements StealPort {
    /** The largest number of waiting tasks per DSP. */
    private static final int PER_DSP = 2;

    private final K2hDevice device;
    private final int dsps;
    private final ConcurrentLinkedDeque<K2hOperation> spare = new ConcurrentLinkedDeque<>();

    K2hStealPort(K2hDevice device, int dsps) {
        this.device = device;
        this.dsps = dsps;
    }

    private int waiting() {
        spare.removeIf(K2hOperation::isClaimed);
        return spare.size();
    }

    @Override
    public int hungry() {
        return Math.max(0, device.freeDsps() - waiting());
    }

    @Override
    public boolean offer(Launch launch, Completion completion) {
        if (waiting() >= PER_DSP * dsps || !device.accept()) {
            return false;
        }
        spare.add(device.startSpare(launch, completion));
        return true;
    }

    @Override
    public Stolen steal() {
        for (K2hOperation task = spare.pollLast(); task != null; task = spare.pollLast()) {
            if (task.claim()) {
                device.ended();
                return new Stolen(task.launch, task.completion);
            }
        }
        return null;
    }
}
