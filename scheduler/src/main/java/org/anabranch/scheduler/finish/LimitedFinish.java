package org.anabranch.scheduler.finish;

import org.anabranch.scheduler.domain.Machine;

/** A scope whose kernels may run for some time only; others have no room for that. */
final class LimitedFinish extends CountedFinish {
    private final long nanos;

    LimitedFinish(Machine machine, Owner platform, long nanos) {
        super(machine, platform);
        this.nanos = nanos;
    }

    @Override
    long ownTimeLimit() {
        return nanos;
    }
}
