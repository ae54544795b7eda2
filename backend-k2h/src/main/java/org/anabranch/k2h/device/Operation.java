package org.anabranch.k2h.device;

import org.anabranch.spi.Completion;
import org.anabranch.spi.Launch;

import java.util.concurrent.atomic.AtomicBoolean;

/** Something submitted to a device: a copy, done by the ARM, or a launch, run by a DSP. */
final class Operation {

    /** What to do; runs on a core of the model. */
    interface Work {
        void run() throws Exception;
    }

    final long number;
    final Lane lane;
    final boolean onDsp;
    final Launch launch;
    final Completion completion;
    private final Work work;
    private final AtomicBoolean claimed = new AtomicBoolean();

    Operation(
            long number,
            Lane lane,
            boolean onDsp,
            Launch launch,
            Work work,
            Completion completion) {
        this.number = number;
        this.lane = lane;
        this.onDsp = onDsp;
        this.launch = launch;
        this.work = work;
        this.completion = completion;
    }

    /** Whoever gets true runs it, or takes it away. */
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
