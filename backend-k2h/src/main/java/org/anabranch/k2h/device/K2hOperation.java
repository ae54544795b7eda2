package org.anabranch.k2h.device;

import org.anabranch.spi.Completion;
import org.anabranch.spi.Launch;
import org.anabranch.spi.NotStartedException;
import org.anabranch.spi.Order;
import org.anabranch.spi.support.OrderedLanes;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An operation of a device: a copy, done by the ARM, or a launch, run by a DSP. It has no order if
 * it came through the steal port.
 */
final class K2hOperation extends OrderedLanes.Operation {

    /** The body of an operation, which runs on a core of the model. */
    interface Work {
        void run() throws Exception;
    }

    final long number;
    private final K2hDevice device;

    /** The launch that a DSP runs; null for a copy by the ARM. */
    final Launch launch;

    final Completion completion;
    private final Work work;
    private final AtomicBoolean claimed = new AtomicBoolean();

    K2hOperation(
            K2hDevice device,
            long number,
            Order order,
            Launch launch,
            Work work,
            Completion completion) {
        super(order);
        this.device = device;
        this.number = number;
        this.launch = launch;
        this.work = work;
        this.completion = completion;
    }

    @Override
    protected void begin(boolean mayEndHere) {
        device.start(this);
    }

    @Override
    protected void notStarted(NotStartedException why) {
        K2hDevice.tell(completion, why);
        device.ended();
    }

    /** Claims the operation; the caller that gets true runs it, or takes it away. */
    boolean claim() {
        return claimed.compareAndSet(false, true);
    }

    boolean isClaimed() {
        return claimed.get();
    }

    void run() throws Exception {
        work.run();
    }
}
